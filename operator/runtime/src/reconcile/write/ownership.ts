import {
  formatApiVersion,
  findController,
  isTerminating,
  getKey,
  formatKey,
  type Kind,
  formatKind,
  type KubeObject,
  type ObjectKey,
  type OwnerReference,
} from '../../base/index.ts';
import type { CacheView } from '../../cache/index.ts';

/** The annotation with the hash of the last applied desired state. */
export const hashAnnotation = 'kubewright.dev/desired-hash';

/** The label with the operator that created an object; it selects owned objects. */
export const managedByLabel = 'app.kubernetes.io/managed-by';

/** The labels of every child, on its own metadata, never on a Pod template or a selector. */
export function buildChildLabels(owner: KubeObject, operator: string): Readonly<Record<string, string>> {
  return {
    'app.kubernetes.io/name': owner.kind.toLowerCase(),
    'app.kubernetes.io/instance': toLabelValue(owner.metadata.name),
    [managedByLabel]: operator,
  };
}

/**
 * A label value has at most 63 characters. Cuts a longer name: the owner reference, not the label, identifies the
 * owner.
 */
function toLabelValue(name: string): string {
  return name.slice(0, 63).replace(/[^A-Za-z0-9]+$/, '');
}

/**
 * The reference that makes `owner` the controller of a child.
 *
 * A child that a clean-up creates does not set `blockOwnerDeletion`: with foreground deletion, the garbage collector
 * would delete such a child together with the others. The owner waits for our finalizer anyway.
 */
export function buildOwnerReference(owner: KubeObject, kind: Kind): OwnerReference {
  return {
    apiVersion: formatApiVersion(kind),
    kind: kind.kind,
    name: owner.metadata.name,
    uid: owner.metadata.uid,
    controller: true,
    blockOwnerDeletion: !isTerminating(owner),
  };
}

/** Whether `key` is the reconciled object, and not one of its children. */
export function isOwner(
  { owner, ownerKind }: { readonly owner: KubeObject; readonly ownerKind: Kind },
  kind: Kind,
  key: ObjectKey,
): boolean {
  return formatKind(kind) === formatKind(ownerKind) && formatKey(key) === formatKey(getKey(owner));
}

/** Whether the watch of an owned kind shows `child`: it selects by our label. */
export function isWatched(child: KubeObject, operator: string): boolean {
  return child.metadata.labels?.[managedByLabel] === operator;
}

/** Whether `owner` is the controller of `child`, by uid: a name alone is not enough. */
export function isOwnedBy(child: KubeObject, owner: KubeObject): boolean {
  return findController(child)?.uid === owner.metadata.uid;
}

/**
 * The cached child, if it is `owner`'s. Only a live read can find out whether a name is free or taken: cached objects
 * of others may be deleted already, for example the children of a recreated owner.
 */
export function findOwnChild<T extends KubeObject>(
  cache: CacheView<T>,
  key: ObjectKey,
  owner: KubeObject,
): T | undefined {
  const child = cache.get(key);
  return child !== undefined && isOwnedBy(child, owner) ? child : undefined;
}
