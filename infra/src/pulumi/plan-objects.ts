import { ApiObject, Chart, DependencyGraph } from 'cdk8s';

import { isCustom, type Manifest, withoutEmptyLists } from './manifest.ts';

/** One object of a chart and what has to be there before it. */
export interface PlannedObject {
  readonly manifest: Manifest;
  /** Positions in the plan, all smaller than the object's own. */
  readonly after: readonly number[];
}

/**
 * Pure: the objects of a chart in an order in which they can be created: definitions, namespaces, what workloads
 * need, role bindings, workloads, custom resources. Each object waits for the step before its own, and for whatever else the chart
 * makes it depend on.
 *
 * Throws if the chart is not valid.
 */
export function planObjects(chart: Chart): PlannedObject[] {
  chart.toJson(); // validates, and turns dependencies between constructs into those between objects
  const objects = objectsOf(chart);
  const steps = stepsOf(objects);
  const step = (object: ApiObject): number => steps.get(object) ?? 0;
  const ordered = [...objects].sort((a, b) => step(a) - step(b));
  return ordered.map((object) => {
    const before = Math.max(...ordered.map(step).filter((each) => each < step(object)));
    const needed = new Set<unknown>(object.node.dependencies);
    return {
      manifest: withoutEmptyLists(object.toJson() as Manifest),
      after: ordered.flatMap((each, position) => (step(each) === before || needed.has(each) ? [position] : [])),
    };
  });
}

/** Dependencies first. */
function objectsOf(chart: Chart): ApiObject[] {
  return new DependencyGraph(chart.node)
    .topology()
    .filter((each) => ApiObject.isApiObject(each))
    .filter((each) => Chart.of(each) === chart);
}

/** An object that depends on one of a later step moves there. */
function stepsOf(objects: readonly ApiObject[]): ReadonlyMap<unknown, number> {
  const steps = new Map<unknown, number>();
  for (const object of objects) {
    const inherited = object.node.dependencies.map((each) => steps.get(each) ?? 0);
    steps.set(object, Math.max(usualStep(object), ...inherited));
  }
  return steps;
}

/**
 * Services are no earlier than workloads, because the provider waits until somebody answers for them. Custom
 * resources are last: who serves them may be in the same chart.
 */
function usualStep(object: ApiObject): number {
  if (object.kind === 'CustomResourceDefinition') return 0;
  if (object.kind === 'Namespace') return 1;
  if (neededByWorkloads.has(object.kind)) return 2;
  if (object.kind.endsWith('RoleBinding')) return 3; // who may not do everything can bind only a role that exists
  return isCustom(object) ? 5 : 4;
}

const neededByWorkloads = new Set([
  'ClusterRole',
  'ConfigMap',
  'LimitRange',
  'NetworkPolicy',
  'PersistentVolume',
  'PriorityClass',
  'ResourceQuota',
  'Role',
  'Secret',
  'ServiceAccount',
  'StorageClass',
]);
