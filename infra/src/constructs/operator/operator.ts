import { Chart } from 'cdk8s';
import { type Deployment, k8s, type NetworkPolicy, Pods, type Service, ServiceAccount } from 'cdk8s-plus-28';
import { Construct } from 'constructs';

import { givenDeclaration } from '../given-declaration.ts';
import { OperatorRbac } from '../rbac/index.ts';
import { Webhooks } from '../webhooks/index.ts';
import { operatorDeployment } from './deployment.ts';
import { ingressPolicy, metricsService } from './network.ts';
import type { OperatorProps } from './options.ts';
import { type OperatorPlan, planOperator } from './plan.ts';

/**
 * An operator in a namespace: its ServiceAccount, its permissions, its Deployment and the objects around it.
 *
 * Guarantees: passes Pod Security "restricted"; has exactly the permissions of the declaration; the name of every
 * object is known before the synth; cluster-scoped objects get no namespace, even if the chart has one.
 * Assumes: its namespace, the namespaces that it serves and its CustomResourceDefinitions exist.
 * Throws if an option does not fit the declaration; the message names the option.
 */
export class Operator extends Construct {
  /** Name of the Deployment, and prefix of the names of most other objects. */
  readonly name: string;
  /** Namespace of the operator itself. */
  readonly namespace: string;
  /** Reference of the image. */
  readonly image: string;
  readonly serviceAccount: ServiceAccount;
  readonly rbac: OperatorRbac;
  readonly deployment: Deployment;
  readonly podDisruptionBudget: k8s.KubePodDisruptionBudget;
  /** `undefined` if the metrics stay on loopback. */
  readonly metricsService: Service | undefined;
  readonly networkPolicy: NetworkPolicy;
  /** `undefined` if no webhooks are served. */
  readonly webhooks: Webhooks | undefined;

  constructor(scope: Construct, id: string, props: OperatorProps = {}) {
    super(scope, id);
    const plan = planOperator(givenDeclaration(props.declaration), props, Chart.of(this).namespace);
    const pods = Pods.select(this, 'pods', { labels: { ...plan.selector } });
    this.name = plan.name;
    this.namespace = plan.namespace;
    this.image = plan.image;
    this.serviceAccount = serviceAccount(this, plan);
    this.rbac = permissions(this, plan);
    this.deployment = operatorDeployment(this, plan, this.serviceAccount);
    this.podDisruptionBudget = podDisruptionBudget(this, plan);
    this.metricsService = metricsService(this, plan, pods);
    this.networkPolicy = ingressPolicy(this, plan, pods);
    this.webhooks = webhooks(this, plan, this.deployment);
  }
}

/**
 * Other Pods with this ServiceAccount get no token by default. The Pod template of the operator mounts one explicitly.
 */
function serviceAccount(scope: Construct, { name, namespace, labels }: OperatorPlan): ServiceAccount {
  return new ServiceAccount(scope, 'service-account', { metadata: { name, namespace, labels }, automountToken: false });
}

function permissions(scope: Construct, plan: OperatorPlan): OperatorRbac {
  const { declaration, name, namespace, labels, environment } = plan;
  return new OperatorRbac(scope, 'rbac', {
    declaration,
    name,
    labels,
    serviceAccount: { name, namespace },
    leaseName: environment.leaseName,
    ...(environment.namespaces && { namespaces: environment.namespaces }),
    ...(environment.controllers && { controllers: environment.controllers }),
    secureMetrics: environment.metrics.secure === true,
    ...(plan.webhooks && { webhooks: { ownCertificate: plan.webhooks.certificate.by === 'operator' } }),
  });
}

function webhooks(scope: Construct, plan: OperatorPlan, workload: Construct): Webhooks | undefined {
  const { declaration, name, namespace, labels, selector, ports } = plan;
  if (plan.webhooks === undefined || ports.webhooks === undefined) return undefined;
  return new Webhooks(scope, 'webhooks', {
    plan: plan.webhooks,
    port: ports.webhooks,
    operator: declaration.name,
    serviceAccount: name,
    ...{ namespace, labels, selector, workload },
  });
}

/**
 * Evicts one Pod at a time. A Pod that is not ready can always be evicted: it would only block the drain of its node.
 */
function podDisruptionBudget(scope: Construct, plan: OperatorPlan): k8s.KubePodDisruptionBudget {
  return new k8s.KubePodDisruptionBudget(scope, 'pod-disruption-budget', {
    metadata: { name: plan.name, namespace: plan.namespace, labels: plan.labels },
    spec: {
      maxUnavailable: k8s.IntOrString.fromNumber(1),
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
      selector: { matchLabels: { ...plan.selector } },
    },
  });
}
