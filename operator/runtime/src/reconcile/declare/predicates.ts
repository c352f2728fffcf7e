import type { KubeObject } from '../../base/index.ts';

/**
 * Whether an update of an object starts a reconcile. Must be pure. Creations, deletions and the start of a deletion
 * always start one.
 */
export type Predicate<T extends KubeObject = KubeObject> = (before: T, after: T) => boolean;

/**
 * True if the spec has changed, or the deletion has started; false for changes of status, labels or annotations. True
 * for every update of kinds without a generation (ConfigMap, Secret, Service, ...).
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

/** True if at least one of `predicates` is true. */
export function anyOf<T extends KubeObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (before, after) => predicates.some((predicate) => predicate(before, after));
}

function differ(before: Readonly<Record<string, string>> = {}, after: Readonly<Record<string, string>> = {}): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].some((name) => before[name] !== after[name]);
}
