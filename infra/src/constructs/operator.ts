import { type ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';

import { buildAccountObjects, buildRbacProps, buildWorkloadObjects } from '../api-objects/operator.ts';
import { buildWebhookConfigurations, buildWebhookEndpoint } from '../api-objects/webhooks.ts';
import type { OperatorProps } from '../options/index.ts';
import { mergeProps, type OperatorPlan, planOperator, type WebhooksPlan } from '../plan/index.ts';
import { addObjects, collectOptionErrors } from './add-objects.ts';
import { applyPatches } from './patches.ts';
import { OperatorRbac } from './permissions.ts';
import { rejectOverlappingInstallations, rejectDuplicateObjects } from './duplicates.ts';

const plans = new WeakMap<Operator, OperatorPlan>();

/** Pure: the plan from which the operator's objects were built. */
export function getOperatorPlan(operator: Operator): OperatorPlan | undefined {
  return plans.get(operator);
}

/**
 * An operator in a namespace: its ServiceAccount, permissions, Deployment and the objects around it.
 *
 * Guarantees: passes Pod Security "restricted", unless `pod` changes that; has exactly the declared permissions; the
 * names of all objects are known before the synth; cluster-scoped objects get no namespace, even if the chart has one.
 * Assumes: its namespace, the namespaces that it serves and its CRDs exist.
 *
 * The synth fails with all invalid props: unknown names, values out of bounds, and values that do not fit the
 * declaration.
 */
export class Operator extends Construct {
  /** Name of the Deployment, and prefix of the names of most other objects. */
  readonly name: string;
  /** Namespace of the operator itself. */
  readonly namespace: string;
  /** Reference of the image. */
  readonly image: string;
  /** Name of its ServiceAccount. */
  readonly serviceAccountName: string;
  /**
   * Name of the LimitRange in which the operator records custom resources with its finalizers; `undefined` without a
   * record.
   */
  readonly inUseName: string | undefined;
  /** The ServiceAccount; `undefined` if an existing one is used. */
  readonly serviceAccount: ApiObject | undefined;
  /** The permissions; `undefined` if the props disable their creation. */
  readonly rbac: OperatorRbac | undefined;
  readonly deployment: ApiObject;
  /** The PodDisruptionBudget; `undefined` if evictions are not limited. */
  readonly podDisruptionBudget: ApiObject | undefined;
  /** The Service of the metrics; `undefined` if Pods serve the metrics on loopback only. */
  readonly metricsService: ApiObject | undefined;
  /** The NetworkPolicy; `undefined` if the props disable it. */
  readonly networkPolicy: ApiObject | undefined;
  /** The webhooks; `undefined` if the operator does not serve webhooks. */
  readonly webhooks: Webhooks | undefined;

  constructor(scope: Construct, id: string, props: OperatorProps = {}) {
    super(scope, id);
    const errors = collectOptionErrors(this);
    const plan = planOperator(mergeProps(props, errors), { chartNamespace: Chart.of(this).namespace, errors });
    plans.set(this, plan);
    this.name = plan.name;
    this.namespace = plan.namespace;
    this.image = plan.image;
    this.inUseName = plan.inUseName;
    this.serviceAccountName = plan.workload.serviceAccount.name;
    this.serviceAccount = addObjects(this, buildAccountObjects(plan)).get('service-account');
    const permissions = buildRbacProps(plan);
    this.rbac = permissions && new OperatorRbac(this, 'rbac', permissions);
    const objects = addObjects(this, buildWorkloadObjects(plan));
    this.deployment = objects.get('deployment') as ApiObject;
    this.podDisruptionBudget = objects.get('pod-disruption-budget');
    this.metricsService = objects.get('metrics');
    this.networkPolicy = objects.get('network-policy');
    this.webhooks =
      plan.webhooks &&
      new Webhooks(this, 'webhooks', { operator: plan, plan: plan.webhooks, workload: this.deployment });
    this.node.defaultChild = this.deployment;
    rejectDuplicateObjects(this);
    rejectOverlappingInstallations(this, { ...plan, operator: plan.declaration.name });
    applyPatches(this, { patches: plan.options.patches ?? [], errors, at: 'patches' });
  }
}

/** An installation that serves webhooks. */
interface WebhooksProps {
  readonly operator: OperatorPlan;
  readonly plan: WebhooksPlan;
  /**
   * The Deployment that responds: the configurations are created after it and deleted before it, because API servers
   * would otherwise reject writes.
   */
  readonly workload: Construct;
}

/**
 * The webhooks of an operator: a Service, a NetworkPolicy, the objects of the certificate, and one configuration for
 * each handler.
 *
 * Guarantees: API servers do not call webhooks for objects in kube-system and in the operator's own namespace, for
 * writes of the operator itself, and for terminating objects.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/
 */
export class Webhooks extends Construct {
  /** Name of the Service. */
  readonly name: string;
  /** The MutatingWebhookConfigurations and ValidatingWebhookConfigurations. */
  readonly configurations: readonly ApiObject[];

  constructor(scope: Construct, id: string, { operator, plan, workload }: WebhooksProps) {
    super(scope, id);
    this.name = plan.name;
    const service = addObjects(this, buildWebhookEndpoint(operator, plan)).get('service');
    this.configurations = [...addObjects(this, buildWebhookConfigurations(operator, plan)).values()];
    for (const each of this.configurations) each.node.addDependency(workload, ...(service ? [service] : []));
  }
}
