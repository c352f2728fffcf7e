import { groupOf, type PlainObject, textAt, titleOf } from '../objects/index.ts';
import type { BundlePlan } from './plan.ts';
import { isBinding } from './strategy.ts';
import { droppedConditions } from './webhook-definitions.ts';

/**
 * The kinds that OLM applies as they are in a bundle.
 *
 * @see https://olm.operatorframework.io/docs/tasks/creating-operator-bundle/
 */
const applied: Readonly<Record<string, readonly string[]>> = {
  '': ['ConfigMap', 'Secret', 'Service'],
  'monitoring.coreos.com': ['PrometheusRule', 'ServiceMonitor'],
  'networking.k8s.io': ['NetworkPolicy'],
  policy: ['PodDisruptionBudget'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
};

/** Pure: the objects of the operator that a bundle has beside its ClusterServiceVersion, without their namespace. */
export function manifestObjects(operator: readonly PlainObject[]): readonly PlainObject[] {
  return operator.filter((object) => isApplied(object) && !isOfTheVersion(object, operator)).map(withoutNamespace);
}

/** Pure: what the charts deploy and the bundle does not have, with the reason. */
export function leftOut(operator: readonly PlainObject[], { options, declaration }: BundlePlan): readonly string[] {
  const objects = operator
    .filter((object) => !isApplied(object) && !isOfTheVersion(object, operator))
    .map((object) => `${titleOf(object)}: OLM applies no ${object.kind}`);
  const policies = (declaration.policies ?? []).map(({ name }) => `the admission policy ${name}: OLM applies none`);
  const { policies: chosen } = options.environment;
  return [...objects, ...(chosen === 'off' ? [] : policies), ...droppedConditions(operator)];
}

function isApplied(object: PlainObject): boolean {
  return (applied[groupOf(object)] ?? []).includes(object.kind);
}

/** What OLM makes itself, from the ClusterServiceVersion. */
function isOfTheVersion(object: PlainObject, operator: readonly PlainObject[]): boolean {
  const { kind } = object;
  if (kind === 'Deployment' || kind === 'ServiceAccount' || kind.endsWith('WebhookConfiguration')) return true;
  if (isBinding(object)) return true;
  if (kind === 'Role' || kind === 'ClusterRole') return isBound(object, operator);
  return kind === 'Service' && webhookServices(operator).has(object.metadata.name);
}

function isBound({ kind, metadata }: PlainObject, operator: readonly PlainObject[]): boolean {
  return operator
    .filter(isBinding)
    .some((binding) => textAt(binding, 'roleRef.kind') === kind && textAt(binding, 'roleRef.name') === metadata.name);
}

function webhookServices(operator: readonly PlainObject[]): ReadonlySet<string | undefined> {
  const configurations = operator.filter(({ kind }) => kind.endsWith('WebhookConfiguration'));
  const webhooks = configurations.flatMap(({ webhooks }) => (Array.isArray(webhooks) ? (webhooks as unknown[]) : []));
  return new Set(webhooks.map((webhook) => textAt(webhook, 'clientConfig.service.name')));
}

/** OLM applies them to the namespace that the user chooses. */
function withoutNamespace(object: PlainObject): PlainObject {
  const { namespace: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
