import { Chart } from 'cdk8s';
import { type Deployment, k8s, type NetworkPolicy, Pods, type Service, ServiceAccount } from 'cdk8s-plus-28';
import { Construct } from 'constructs';

import { givenDeclaration } from '../given-declaration.ts';
import { OperatorRbac } from '../rbac/index.ts';
import { operatorDeployment } from './deployment.ts';
import { ingressPolicy, metricsService } from './network.ts';
import type { OperatorProps } from './options.ts';
import { type OperatorPlan, planOperator } from './plan.ts';

/**
 * An operator in a namespace: its ServiceAccount, its permissions, its Deployment and what belongs to that.
 *
 * Guarantees: passes Pod Security "restricted"; may do what its declaration says and nothing else; every object has
 * a name that is known in advance; cluster-scoped objects carry no namespace, whatever the chart says.
 * Assumes: its namespace, the namespaces that it serves and its CustomResourceDefinitions exist.
 * Throws: an option that the declaration does not allow is an error that says which and why.
 */
export class Operator extends Construct {
  /** Name of the Deployment and of most of what belongs to it. */
  readonly name: string;
  /** Namespace of the operator itself. */
  readonly namespace: string;
  /** Reference of the image that runs. */
  readonly image: string;
  readonly serviceAccount: ServiceAccount;
  readonly rbac: OperatorRbac;
  readonly deployment: Deployment;
  readonly podDisruptionBudget: k8s.KubePodDisruptionBudget;
  /** `undefined` if `metrics` says nothing: they stay on loopback. */
  readonly metricsService: Service | undefined;
  readonly networkPolicy: NetworkPolicy;

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
  }
}

/** Pods that are not the operator's get no token by mistake: only its own template asks for one. */
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
  });
}

/** Drains one Pod at a time, and a Pod that is not ready at once: it protects nothing, and would block the drain. */
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
