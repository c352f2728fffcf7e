import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';

import type { DeclaredWebhook } from '../../declaration/index.ts';
import { clusterScoped } from '../cluster-scoped.ts';
import { configurationName } from './names.ts';
import type { WebhooksPlan } from './plan.ts';
import { namespacesByName } from '../namespaces-by-name.ts';
import { authoritiesOf } from './trust.ts';

/** What the configurations of one installation have in common. */
export interface ConfigurationContext {
  readonly plan: WebhooksPlan;
  /** Name of the operator. */
  readonly operator: string;
  /** Namespace of the operator itself. */
  readonly namespace: string;
  /** Name of the ServiceAccount of the operator. */
  readonly serviceAccount: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The configurations of one webhook: one object for what it completes, and one for what it checks. */
export function configurationsOf(
  scope: Construct,
  webhook: DeclaredWebhook,
  context: ConfigurationContext,
): ApiObject[] {
  const phases: Phase[] = [
    { ...context, phase: 'mutate', operations: webhook.mutates ? ['CREATE', 'UPDATE'] : [] },
    { ...context, phase: 'validate', operations: webhook.validates },
  ];
  return phases
    .filter(({ operations }) => operations.length > 0)
    .map((phase) => clusterScoped(configuration(scope, webhook, phase)));
}

interface Phase extends ConfigurationContext {
  readonly phase: keyof typeof kinds;
  readonly operations: readonly string[];
}

const kinds = { mutate: 'MutatingWebhookConfiguration', validate: 'ValidatingWebhookConfiguration' } as const;

/**
 * One webhook in one object. Server-side apply could not remove one of several: its `caBundle`, which the operator sets,
 * would stay.
 */
function configuration(scope: Construct, webhook: DeclaredWebhook, context: Phase): ApiObject {
  const { plan, operator, labels, annotations, phase, operations } = context;
  const { failurePolicy = 'Fail', timeoutSeconds = 10 } = plan.options;
  const { group, version, plural, scope: where } = webhook.for;
  return new ApiObject(scope, `${phase}-${webhook.name}`, {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: kinds[phase],
    metadata: {
      name: configurationName(plan.name, webhook),
      labels: { ...labels },
      annotations: { ...annotations },
    },
    webhooks: [
      {
        name: `${phase}.${webhook.name}.${operator}`,
        clientConfig: clientConfig(webhook, context),
        rules: [{ apiGroups: [group], apiVersions: [version], operations, resources: [plural], scope: where }],
        failurePolicy,
        timeoutSeconds,
        matchPolicy: 'Equivalent',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        ...(phase === 'mutate' && { reinvocationPolicy: 'IfNeeded' }),
        namespaceSelector: { matchExpressions: namespaceExpressions(plan) },
        matchConditions: matchConditions(context),
      },
    ],
  });
}

/** Without `caBundle` unless it is given: the operator, cert-manager or whoever writes the Secret sets it. */
function clientConfig({ name }: DeclaredWebhook, { plan, namespace, phase }: Phase): object {
  return {
    ...authoritiesOf(plan),
    service: { namespace, name: plan.name, path: `/${phase}/${name}`, port: 443 },
  };
}

/** API servers skip this for objects that live in no namespace. */
function namespaceExpressions({ namespaces, excludedNamespaces }: WebhooksPlan): object[] {
  return [
    namespacesByName('NotIn', excludedNamespaces),
    ...(namespaces === undefined ? [] : [namespacesByName('In', namespaces)]),
  ];
}

/** Requests that are never asked about, so that nobody is locked out while no webhook answers. */
function matchConditions({ namespace, serviceAccount }: ConfigurationContext): object[] {
  const user = `system:serviceaccount:${namespace}:${serviceAccount}`;
  // `object` is null when an object is deleted.
  const written = '(object == null ? oldObject : object)';
  return [
    { name: 'not-by-the-operator', expression: `request.userInfo.username != "${user}"` },
    { name: 'not-terminating', expression: `!has(${written}.metadata.deletionTimestamp)` },
  ];
}
