import { ApiObject, Chart } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import { type OperatorProps, operatorPropsGroup } from '../../options/index.ts';

import { metadataOf } from '../metadata.ts';
import { checkServedTwice, checkTwice, Faults } from '../checks/index.ts';
import { loadDeclaration } from '../../declaration/index.ts';
import { givenDeclaration } from '../given-declaration.ts';
import { applyPatches } from '../patches/index.ts';
import { OperatorRbac } from '../rbac/index.ts';
import { Webhooks } from '../webhooks/index.ts';
import { operatorDeployment } from './deployment.ts';
import { metricsService, networkPolicy } from './network.ts';
import { type OperatorPlan, planOperator } from './plan.ts';

/** An operator in a cluster, as other constructs need it. */
export interface IOperator extends IConstruct {
  /** Name of the Deployment, and prefix of the names of most other objects. */
  readonly name: string;
  /** Namespace of the operator itself. */
  readonly namespace: string;
  /** Name of the ServiceAccount as which it runs. */
  readonly serviceAccountName: string;
}

/**
 * An operator in a namespace: its ServiceAccount, its permissions, its Deployment and the objects around it.
 *
 * Guarantees: passes Pod Security "restricted", unless `pod` changes that; has exactly the permissions of the declaration;
 * the name of every object is known before the synth; cluster-scoped objects get no namespace, even if the chart has one.
 * Assumes: its namespace, the namespaces that it serves and its CustomResourceDefinitions exist.
 *
 * The synth fails with everything that is wrong with the props: unknown names, values out of their bounds, and what does
 * not fit the declaration.
 */
export class Operator extends Construct implements IOperator {
  /** Name of the Deployment, and prefix of the names of most other objects. */
  readonly name: string;
  /** Namespace of the operator itself. */
  readonly namespace: string;
  /** Reference of the image. */
  readonly image: string;
  /** Name of the ServiceAccount as which it runs. */
  readonly serviceAccountName: string;
  /** Name of the LimitRange in which it says which resources need it. `undefined` if it says that nowhere. */
  readonly inUseName: string | undefined;
  /** `undefined` if it exists already. */
  readonly serviceAccount: ApiObject | undefined;
  /** `undefined` if somebody else grants the permissions. */
  readonly rbac: OperatorRbac | undefined;
  readonly deployment: ApiObject;
  /** `undefined` if evictions are not limited. */
  readonly podDisruptionBudget: ApiObject | undefined;
  /** `undefined` if the metrics stay on loopback. */
  readonly metricsService: ApiObject | undefined;
  /** `undefined` if there is none. */
  readonly networkPolicy: ApiObject | undefined;
  /** `undefined` if no webhooks are served. */
  readonly webhooks: Webhooks | undefined;

  /**
   * The operator that a declaration.json describes: what `writeProject` of `@kubewright/generate` writes.
   *
   * Throws if the file, or one that it names, cannot be read or is wrong.
   */
  static fromDeclarationFile(
    scope: Construct,
    id: string,
    props: Omit<OperatorProps, 'declaration'> & { readonly file: string },
  ): Operator {
    const { file, ...others } = props;
    return new Operator(scope, id, { ...others, declaration: loadDeclaration(file) });
  }

  constructor(scope: Construct, id: string, props: OperatorProps = {}) {
    super(scope, id);
    const faults = new Faults(this);
    const given = faults.checked(props, operatorPropsGroup);
    const declaration = givenDeclaration(given.declaration, faults);
    const plan = planOperator(given, { declaration, chartNamespace: Chart.of(this).namespace, faults });
    this.name = plan.name;
    this.namespace = plan.namespace;
    this.image = plan.image;
    this.inUseName = plan.inUseName;
    this.serviceAccountName = plan.workload.serviceAccount.name;
    this.serviceAccount = serviceAccount(this, plan);
    this.rbac = permissions(this, plan);
    if (plan.inUseName !== undefined) inUse(this, plan, plan.inUseName);
    this.deployment = operatorDeployment(this, plan);
    this.podDisruptionBudget = podDisruptionBudget(this, plan);
    this.metricsService = metricsService(this, plan);
    this.networkPolicy = networkPolicy(this, plan);
    this.webhooks = webhooks(this, plan, this.deployment);
    this.node.defaultChild = this.deployment;
    checkTwice(this);
    checkServedTwice(this, { ...plan, operator: declaration.name });
    applyPatches(this, { patches: plan.options.patches ?? [], faults, at: 'patches' });
  }
}

/**
 * Other Pods with this ServiceAccount get no token by default. The Pod template of the operator mounts one explicitly.
 */
function serviceAccount(
  scope: Construct,
  { namespace, labels, annotations, workload }: OperatorPlan,
): ApiObject | undefined {
  const { name, create, annotations: own } = workload.serviceAccount;
  if (!create) return undefined;
  return new ApiObject(scope, 'service-account', {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace, labels: { ...labels }, annotations: { ...annotations, ...own } },
    automountServiceAccountToken: false,
  });
}

function permissions(scope: Construct, plan: OperatorPlan): OperatorRbac | undefined {
  const { declaration, name, namespace, labels, annotations, options } = plan;
  if (options.rbac === false) return undefined;
  return new OperatorRbac(scope, 'rbac', {
    ...{ declaration, name, labels, annotations },
    serviceAccount: { name: plan.workload.serviceAccount.name, namespace },
    leaseName: plan.leaseName,
    ...(plan.inUseName !== undefined && { inUseName: plan.inUseName }),
    ...(plan.namespaces && { namespaces: plan.namespaces }),
    ...(plan.controllers && { controllers: plan.controllers }),
    secureMetrics: plan.metrics.secure === true,
    ...(plan.webhooks && { webhooks: { ownCertificate: plan.webhooks.certificate.by === 'operator' } }),
  });
}

function webhooks(scope: Construct, plan: OperatorPlan, workload: Construct): Webhooks | undefined {
  const { declaration, namespace, labels, annotations, selector, ports, options } = plan;
  if (plan.webhooks === undefined || ports.webhooks === undefined) return undefined;
  const { networkPolicy: network = {} } = options;
  return new Webhooks(scope, 'webhooks', {
    plan: plan.webhooks,
    port: ports.webhooks,
    operator: declaration.name,
    serviceAccount: plan.workload.serviceAccount.name,
    reachedBy: network === false ? undefined : { from: network.webhooksFrom },
    ...{ namespace, labels, annotations, selector, workload },
  });
}

/** A place for an annotation of the operator. It limits nothing. */
function inUse(scope: Construct, plan: OperatorPlan, name: string): ApiObject {
  return new ApiObject(scope, 'in-use', {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: metadataOf(plan, name),
    spec: { limits: [{ type: 'Pod' }] },
  });
}

/** A Pod that is not ready can always be evicted: it would only block the drain of its node. */
function podDisruptionBudget(scope: Construct, plan: OperatorPlan): ApiObject | undefined {
  const { selector, workload } = plan;
  if (workload.disruptions === undefined) return undefined;
  return new ApiObject(scope, 'pod-disruption-budget', {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: metadataOf(plan),
    spec: {
      ...workload.disruptions,
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
      selector: { matchLabels: selector },
    },
  });
}
