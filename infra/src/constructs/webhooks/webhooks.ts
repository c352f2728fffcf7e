import { ApiObject, type ApiObjectMetadata } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import type { NetworkPolicyPeer } from 'kubernetes-types/networking/v1';

import { metadataOf } from '../metadata.ts';
import { type ConfigurationContext, configurationsOf } from './configurations.ts';
import type { CertificatePlan } from './plan.ts';
import { injectionOf } from './trust.ts';

/** The installation whose webhooks these are. */
export interface WebhooksProps extends ConfigurationContext {
  /** Port of the Pods. */
  readonly port: number;
  /** The labels by which the Pods are selected. */
  readonly selector: Readonly<Record<string, string>>;
  /** Whom a NetworkPolicy lets in, everybody if `from` is undefined; `undefined`: there is no policy. */
  readonly reachedBy: { readonly from: readonly NetworkPolicyPeer[] | undefined } | undefined;
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
    if (props.reachedBy !== undefined) ingressPolicy(this, props, props.reachedBy);
    certificate(this, props);
    const annotations = { ...props.annotations, ...injectionOf(plan, props.namespace) };
    this.configurations = plan.declared.flatMap((webhook) =>
      configurationsOf(this, webhook, { ...props, annotations }),
    );
    for (const configuration of this.configurations) configuration.node.addDependency(workload, reached);
  }
}

function service(scope: Construct, { selector, ...props }: WebhooksProps): k8s.KubeService {
  return new k8s.KubeService(scope, 'service', {
    metadata: named(props),
    spec: {
      selector: { ...selector },
      ports: [{ name: 'webhooks', port: 443, targetPort: k8s.IntOrString.fromString('webhooks'), protocol: 'TCP' }],
    },
  });
}

/** Lets everybody in by default: API servers are no Pods, and nobody knows here which addresses they have. */
function ingressPolicy(
  scope: Construct,
  { selector, port, ...props }: WebhooksProps,
  { from }: NonNullable<WebhooksProps['reachedBy']>,
): void {
  new ApiObject(scope, 'network-policy', {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: named(props),
    spec: {
      podSelector: { matchLabels: { ...selector } },
      policyTypes: ['Ingress'],
      ingress: [{ ...(from && { from }), ports: [{ port, protocol: 'TCP' }] }],
    },
  });
}

type Named = Pick<WebhooksProps, 'plan' | 'namespace' | 'labels' | 'annotations'>;

function named({ plan, ...marks }: Named, name = plan.name): ApiObjectMetadata {
  return metadataOf({ ...marks, name });
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
function emptySecret(scope: Construct, props: WebhooksProps): void {
  new k8s.KubeSecret(scope, 'secret', {
    metadata: named(props),
    type: 'Opaque',
  });
}

/** It has the name of its Secret. */
function certManagerCertificate(
  scope: Construct,
  { plan, namespace, ...props }: WebhooksProps,
  { secret, issuer }: CertificatePlan & { readonly by: 'cert-manager' },
): void {
  new ApiObject(scope, 'certificate', {
    apiVersion: 'cert-manager.io/v1',
    kind: 'Certificate',
    metadata: named({ plan, namespace, ...props }, secret),
    spec: {
      secretName: secret,
      dnsNames: [`${plan.name}.${namespace}.svc`, `${plan.name}.${namespace}.svc.cluster.local`],
      issuerRef: { group: 'cert-manager.io', kind: issuer.kind ?? 'Issuer', name: issuer.name },
    },
  });
}
