import { ApiObject } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';

import { type ConfigurationContext, configurationsOf } from './configurations.ts';
import type { CertificatePlan } from './plan.ts';
import { injectionOf } from './trust.ts';

/** The installation whose webhooks these are. */
export interface WebhooksProps extends Omit<ConfigurationContext, 'annotations'> {
  /** Port of the Pods. */
  readonly port: number;
  /** The labels by which the Pods are selected. */
  readonly selector: Readonly<Record<string, string>>;
  /** What answers: the configurations are created after it, and deleted before it, or writes would be refused. */
  readonly workload: Construct;
}

/**
 * By which API servers find the webhooks of an operator: a Service, a NetworkPolicy, what the certificate needs, and one
 * configuration for each thing that a webhook does.
 *
 * Guarantees: API servers never ask about objects in kube-system and in the operator's own namespace, about writes of
 * the operator itself, and about objects that are terminating.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/
 */
export class Webhooks extends Construct {
  /** Name of the Service. */
  readonly name: string;
  /** The MutatingWebhookConfigurations and ValidatingWebhookConfigurations. */
  readonly configurations: readonly ApiObject[];

  constructor(scope: Construct, id: string, props: WebhooksProps) {
    super(scope, id);
    const { plan, workload } = props;
    this.name = plan.name;
    const reached = service(this, props);
    ingressPolicy(this, props);
    certificate(this, props);
    const annotations = injectionOf(plan, props.namespace);
    this.configurations = plan.declared.flatMap((webhook) =>
      configurationsOf(this, webhook, { ...props, annotations }),
    );
    for (const configuration of this.configurations) configuration.node.addDependency(workload, reached);
  }
}

function service(scope: Construct, { plan, namespace, labels, selector }: WebhooksProps): k8s.KubeService {
  return new k8s.KubeService(scope, 'service', {
    metadata: { name: plan.name, namespace, labels: { ...labels } },
    spec: {
      selector: { ...selector },
      ports: [{ name: 'webhooks', port: 443, targetPort: k8s.IntOrString.fromString('webhooks'), protocol: 'TCP' }],
    },
  });
}

/** Allows ingress from anywhere to the port: API servers are no Pods, and nobody knows here which addresses they have. */
function ingressPolicy(scope: Construct, { plan, namespace, labels, selector, port }: WebhooksProps): void {
  // Not cdk8s-plus's own NetworkPolicy: it has no rule without a peer.
  new k8s.KubeNetworkPolicy(scope, 'network-policy', {
    metadata: { name: plan.name, namespace, labels: { ...labels } },
    spec: {
      podSelector: { matchLabels: { ...selector } },
      policyTypes: ['Ingress'],
      ingress: [{ ports: [{ port: k8s.IntOrString.fromNumber(port), protocol: 'TCP' }] }],
    },
  });
}

/** What a certificate needs, by who makes it. */
function certificate(scope: Construct, props: WebhooksProps): void {
  const { certificate: plan } = props.plan;
  if (plan.by === 'operator') emptySecret(scope, props);
  if (plan.by === 'cert-manager') certManagerCertificate(scope, props, plan);
}

/**
 * The operator may write this Secret, but not create one. It has no `data` here: nobody who applies it again takes away
 * what the operator has put in.
 */
function emptySecret(scope: Construct, { plan, namespace, labels }: WebhooksProps): void {
  new k8s.KubeSecret(scope, 'secret', {
    metadata: { name: plan.name, namespace, labels: { ...labels } },
    type: 'Opaque',
  });
}

/** It has the name of its Secret. */
function certManagerCertificate(
  scope: Construct,
  { plan, namespace, labels }: WebhooksProps,
  { secret, issuer }: CertificatePlan & { readonly by: 'cert-manager' },
): void {
  new ApiObject(scope, 'certificate', {
    apiVersion: 'cert-manager.io/v1',
    kind: 'Certificate',
    metadata: { name: secret, namespace, labels: { ...labels } },
    spec: {
      secretName: secret,
      dnsNames: [`${plan.name}.${namespace}.svc`, `${plan.name}.${namespace}.svc.cluster.local`],
      issuerRef: { group: 'cert-manager.io', kind: issuer.kind ?? 'Issuer', name: issuer.name },
    },
  });
}
