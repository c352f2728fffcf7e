import { ApiObject, Chart, DependencyGraph } from 'cdk8s';

import { groupOf } from '../objects/index.ts';
import { isCustom, type Manifest, withoutEmpty } from './manifest.ts';

/** One object of a chart, and the objects that are created before it. */
export interface PlannedObject {
  readonly manifest: Manifest;
  /** Their positions in the plan. All are smaller than the object's own. */
  readonly after: readonly number[];
}

/**
 * Pure: the objects of a chart in an order in which they can be created: CustomResourceDefinitions, namespaces, objects
 * that workloads need, role bindings, workloads, configurations of webhooks, the LimitRange of the removal guard, custom
 * resources. Each object waits for the previous step, and for its dependencies in the chart.
 *
 * Throws if the chart is invalid.
 */
export function planObjects(chart: Chart): PlannedObject[] {
  chart.toJson(); // validates, and resolves dependencies between constructs to dependencies between objects
  const objects = objectsOf(chart);
  const steps = stepsOf(objects);
  const step = (object: ApiObject): number => steps.get(object) ?? 0;
  const ordered = [...objects].sort((a, b) => step(a) - step(b));
  return ordered.map((object) => {
    const before = Math.max(...ordered.map(step).filter((each) => each < step(object)));
    const needed = new Set<unknown>(object.node.dependencies);
    return {
      manifest: withoutEmpty(object.toJson() as Manifest),
      after: ordered.flatMap((each, position) => (step(each) === before || needed.has(each) ? [position] : [])),
    };
  });
}

/** The objects of the chart, each after its dependencies. */
function objectsOf(chart: Chart): ApiObject[] {
  return new DependencyGraph(chart.node)
    .topology()
    .filter((each) => ApiObject.isApiObject(each))
    .filter((each) => Chart.of(each) === chart);
}

/** The step of each object: its usual step, or the step of a dependency if that is later. */
function stepsOf(objects: readonly ApiObject[]): ReadonlyMap<unknown, number> {
  const steps = new Map<unknown, number>();
  for (const object of objects) {
    const inherited = object.node.dependencies.map((each) => steps.get(each) ?? 0);
    steps.set(object, Math.max(usualStep(object), ...inherited));
  }
  return steps;
}

/**
 * Configurations of webhooks are created when the Pods that answer are there. Custom resources are last: their operator may
 * be in the same chart. Those of cert-manager are not: it writes the Secrets without which Pods do not start. Nor are those of
 * the Prometheus Operator, which a destroy would delete before it asks the guard.
 *
 * A destroy goes the other way, so it begins with the LimitRange: if the guard rejects that, nothing of the operator is gone,
 * not even the configurations of webhooks, which no policy can guard.
 */
function usualStep(object: ApiObject): number {
  if (object.kind === 'CustomResourceDefinition') return 0;
  if (object.kind === 'Namespace') return 1;
  if (limitsNothing(object)) return 6;
  if (neededByWorkloads.has(object.kind) || groupsOfOthers.includes(groupOf(object))) return 2;
  if (object.kind.endsWith('RoleBinding')) return 3; // without the verb `bind`, the API server allows a binding only to an existing role
  if (object.kind.endsWith('WebhookConfiguration')) return 5;
  return isCustom(object) ? 7 : 4;
}

const groupsOfOthers = ['cert-manager.io', 'monitoring.coreos.com'];

/** The LimitRange in which the operator says what needs it. */
function limitsNothing(object: ApiObject): boolean {
  if (object.kind !== 'LimitRange') return false;
  const { spec } = object.toJson() as { readonly spec?: { readonly limits?: readonly object[] } };
  return (spec?.limits ?? []).every((limit) => Object.keys(limit).every((key) => key === 'type'));
}

const neededByWorkloads = new Set([
  ...['ClusterRole', 'ConfigMap', 'LimitRange', 'NetworkPolicy', 'PersistentVolume', 'PriorityClass', 'ResourceQuota'],
  ...['Role', 'Secret', 'ServiceAccount', 'StorageClass'],
]);
