import type { DeclaredWebhook } from '../declaration/index.ts';
import {
  buildCaBundle,
  buildClusterMetadata,
  formatConfigurationName,
  buildCaInjection,
  buildMetadata,
  selectNamespaces,
  type OperatorPlan,
  type WebhooksPlan,
} from '../plan/index.ts';
import type { ApiObjectData, ApiObjects } from './api-object.ts';

/** Pure: the Service, NetworkPolicy, certificate and configurations of an installation's webhooks. */
export function buildWebhookObjects(plan: OperatorPlan, webhooks: WebhooksPlan): ApiObjects {
  return { ...buildWebhookEndpoint(plan, webhooks), ...buildWebhookConfigurations(plan, webhooks) };
}

/** Pure: the objects that must exist before API servers call the webhooks. */
export function buildWebhookEndpoint(plan: OperatorPlan, webhooks: WebhooksPlan): ApiObjects {
  const { networkPolicy: network = {} } = plan.options;
  const metadata = buildMetadata(plan, webhooks.name);
  return {
    service: {
      ...{ apiVersion: 'v1', kind: 'Service', metadata },
      spec: {
        selector: { ...plan.selector },
        ports: [{ name: 'webhooks', port: 443, targetPort: 'webhooks', protocol: 'TCP' }],
      },
    },
    ...(network !== false && { 'webhooks-network-policy': buildIngressPolicy(plan, metadata, network.webhooksFrom) }),
    ...buildCertificate(plan, webhooks),
  };
}

/** Allows all ingress by default: API servers are not Pods, and their addresses are unknown here. */
function buildIngressPolicy(
  { selector, ports }: OperatorPlan,
  metadata: ApiObjectData['metadata'],
  from: readonly object[] | undefined,
): ApiObjectData {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata,
    spec: {
      podSelector: { matchLabels: { ...selector } },
      policyTypes: ['Ingress'],
      ingress: [{ ...(from && { from }), ports: [{ port: ports.webhooks, protocol: 'TCP' }] }],
    },
  };
}

function buildCertificate(plan: OperatorPlan, { certificate, name }: WebhooksPlan): ApiObjects {
  if (certificate.by === 'operator') return { secret: buildEmptySecret(plan, name) };
  if (certificate.by === 'others') return {};
  const { secret, issuer } = certificate;
  const host = `${name}.${plan.namespace}.svc`;
  return {
    certificate: {
      apiVersion: 'cert-manager.io/v1',
      kind: 'Certificate',
      metadata: buildMetadata(plan, secret),
      spec: {
        secretName: secret,
        dnsNames: [host, `${host}.cluster.local`],
        issuerRef: { group: 'cert-manager.io', kind: issuer.kind ?? 'Issuer', name: issuer.name },
      },
    },
  };
}

/**
 * The operator may write this Secret, but not create one. The manifest omits `data`, so applying it again does not
 * remove the operator's data.
 */
function buildEmptySecret(plan: OperatorPlan, name: string): ApiObjectData {
  return { apiVersion: 'v1', kind: 'Secret', metadata: buildMetadata(plan, name), type: 'Opaque' };
}

const kinds = { mutate: 'MutatingWebhookConfiguration', validate: 'ValidatingWebhookConfiguration' } as const;

/** Pure: one mutating and one validating configuration per webhook. */
export function buildWebhookConfigurations(plan: OperatorPlan, webhooks: WebhooksPlan): ApiObjects {
  const configurations = webhooks.declared.flatMap((webhook) => {
    const operations = { mutate: webhook.mutates ? ['CREATE', 'UPDATE'] : [], validate: webhook.validates };
    return (['mutate', 'validate'] as const)
      .filter((phase) => operations[phase].length > 0)
      .map((phase) => {
        const asked = { phase, operations: operations[phase] };
        return [`${phase}-${webhook.name}`, buildWebhookConfiguration(plan, webhooks, { ...asked, webhook })] as const;
      });
  });
  return Object.fromEntries(configurations);
}

interface WebhookPhase {
  readonly webhook: DeclaredWebhook;
  readonly phase: keyof typeof kinds;
  readonly operations: readonly string[];
}

/**
 * Each configuration holds one webhook: server-side apply could not remove one of several, because its `caBundle`,
 * which the operator sets, would stay.
 */
function buildWebhookConfiguration(
  plan: OperatorPlan,
  webhooks: WebhooksPlan,
  { webhook, phase, operations }: WebhookPhase,
): ApiObjectData {
  const { failurePolicy = 'Fail', timeoutSeconds = 10 } = webhooks.options;
  const { group, version, plural, scope } = webhook.for;
  const annotations = { ...plan.annotations, ...buildCaInjection(webhooks, plan.namespace) };
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: kinds[phase],
    metadata: buildClusterMetadata({ ...plan, annotations }, formatConfigurationName(webhooks.name, webhook)),
    webhooks: [
      {
        name: `${phase}.${webhook.name}.${plan.declaration.name}`,
        // Omits `caBundle` unless it is given: the operator, cert-manager or the writer of the Secret sets it.
        clientConfig: {
          ...buildCaBundle(webhooks),
          service: { namespace: plan.namespace, name: webhooks.name, path: `/${phase}/${webhook.name}`, port: 443 },
        },
        rules: [{ apiGroups: [group], apiVersions: [version], operations, resources: [plural], scope }],
        failurePolicy,
        timeoutSeconds,
        matchPolicy: 'Equivalent',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        ...(phase === 'mutate' && { reinvocationPolicy: 'IfNeeded' }),
        namespaceSelector: { matchExpressions: buildNamespaceExpressions(webhooks) },
        matchConditions: buildMatchConditions(plan),
      },
    ],
  };
}

/** API servers ignore this selector for cluster-scoped objects. */
function buildNamespaceExpressions({ namespaces, excludedNamespaces }: WebhooksPlan): object[] {
  return [
    selectNamespaces('NotIn', excludedNamespaces),
    ...(namespaces === undefined ? [] : [selectNamespaces('In', namespaces)]),
  ];
}

/** Excludes requests that could lock out the operator while its webhooks do not respond. */
function buildMatchConditions({ namespace, workload }: OperatorPlan): object[] {
  const user = `system:serviceaccount:${namespace}:${workload.serviceAccount.name}`;
  // `object` is null in deletions.
  const written = '(object == null ? oldObject : object)';
  return [
    { name: 'not-by-the-operator', expression: `request.userInfo.username != "${user}"` },
    { name: 'not-terminating', expression: `!has(${written}.metadata.deletionTimestamp)` },
  ];
}
