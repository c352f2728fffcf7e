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

/** Pure: by which API servers find the webhooks of an installation: a Service, a policy, a certificate, configurations. */
export function buildWebhookObjects(plan: OperatorPlan, webhooks: WebhooksPlan): ApiObjects {
  return { ...buildWebhookEndpoint(plan, webhooks), ...buildWebhookConfigurations(plan, webhooks) };
}

/** Pure: what is there before API servers ask. */
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

/** Lets everybody in by default: API servers are no Pods, and nobody knows here which addresses they have. */
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

/** What a certificate needs, by who makes it. */
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
 * The operator may write this Secret, but not create one. It has no `data` here: nobody who applies it again takes away
 * what the operator has put in.
 */
function buildEmptySecret(plan: OperatorPlan, name: string): ApiObjectData {
  return { apiVersion: 'v1', kind: 'Secret', metadata: buildMetadata(plan, name), type: 'Opaque' };
}

const kinds = { mutate: 'MutatingWebhookConfiguration', validate: 'ValidatingWebhookConfiguration' } as const;

/** Pure: for each webhook one object for what it completes, and one for what it checks. */
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
 * One webhook in one object. Server-side apply could not remove one of several: its `caBundle`, which the operator sets,
 * would stay.
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
        // Without `caBundle` unless it is given: the operator, cert-manager or whoever writes the Secret sets it.
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

/** API servers skip this for objects that live in no namespace. */
function buildNamespaceExpressions({ namespaces, excludedNamespaces }: WebhooksPlan): object[] {
  return [
    selectNamespaces('NotIn', excludedNamespaces),
    ...(namespaces === undefined ? [] : [selectNamespaces('In', namespaces)]),
  ];
}

/** Requests that are never asked about, so that nobody is locked out while no webhook answers. */
function buildMatchConditions({ namespace, workload }: OperatorPlan): object[] {
  const user = `system:serviceaccount:${namespace}:${workload.serviceAccount.name}`;
  // `object` is null when an object is deleted.
  const written = '(object == null ? oldObject : object)';
  return [
    { name: 'not-by-the-operator', expression: `request.userInfo.username != "${user}"` },
    { name: 'not-terminating', expression: `!has(${written}.metadata.deletionTimestamp)` },
  ];
}
