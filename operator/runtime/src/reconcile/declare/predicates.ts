import type { KubeObject } from '../../base/index.ts';

/** Whether an update of an object matters. Pure. Creations, deletions and the start of a deletion always matter. */
export type Predicate<T extends KubeObject = KubeObject> = (before: T, after: T) => boolean;

/**
 * The spec has changed, or deletion has started; not the status, labels or annotations. Kinds without a generation
 * (ConfigMap, Secret, Service, ...) always pass.
 */
export function generationChanged(before: KubeObject, after: KubeObject): boolean {
  const { generation } = after.metadata;
  return generation === undefined || generation !== before.metadata.generation;
}

export function labelsChanged(before: KubeObject, after: KubeObject): boolean {
  return differ(before.metadata.labels, after.metadata.labels);
}

export function annotationsChanged(before: KubeObject, after: KubeObject): boolean {
  return differ(before.metadata.annotations, after.metadata.annotations);
}

/** One of `predicates` holds. */
export function anyOf<T extends KubeObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (before, after) => predicates.some((predicate) => predicate(before, after));
}

function differ(before: Readonly<Record<string, string>> = {}, after: Readonly<Record<string, string>> = {}): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].some((name) => before[name] !== after[name]);
}
