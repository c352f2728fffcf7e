import {
  formatApiVersion,
  findController,
  findOwnerKey,
  isTerminating,
  getKey,
  formatKey,
  type Kind,
  formatKind,
  type KubeObject,
  type ObjectKey,
  type OwnerReference,
  parseKey,
} from '../../base/index.ts';
import type { CacheView } from '../../cache/index.ts';

/** The annotation with the hash of the last applied desired state. */
export const hashAnnotation = 'kubewright.dev/desired-hash';

/** The label with the operator that created an object; it selects owned objects. */
export const managedByLabel = 'app.kubernetes.io/managed-by';

/** The label with the uid of the owner of a child that may be in any namespace, where no owner reference can point. */
export const ownerUidLabel = 'kubewright.dev/owner-uid';

/** The annotation with kind and key of that owner, which a label value is too short for: `Cafe.example.com shop/home`. */
export const ownerAnnotation = 'kubewright.dev/owner';

/** The labels of every child, on its own metadata, never on a Pod template or a selector. */
export function buildChildLabels(owner: KubeObject, operator: string): Readonly<Record<string, string>> {
  return {
    'app.kubernetes.io/name': owner.kind.toLowerCase(),
    'app.kubernetes.io/instance': toLabelValue(owner.metadata.name),
    [managedByLabel]: operator,
  };
}

/** The label and the annotation that name the owner of a child in any namespace, instead of an owner reference. */
export function buildOwnerMarks(
  owner: KubeObject,
  kind: Kind,
): Readonly<Record<'labels' | 'annotations', Readonly<Record<string, string>>>> {
  return {
    labels: { [ownerUidLabel]: owner.metadata.uid },
    annotations: { [ownerAnnotation]: `${formatKind(kind)} ${formatKey(getKey(owner))}` },
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

/** The uid of the owner of `child`: its controller, or without one the owner that its label names. */
export function findOwnerUid(child: KubeObject): string | undefined {
  return findController(child)?.uid ?? child.metadata.labels?.[ownerUidLabel];
}

/** Indexes children by the uid of their owner. */
export function indexByOwner(child: KubeObject): readonly string[] {
  return [findOwnerUid(child) ?? []].flat();
}

/** Whether `child` belongs to `owner`, by uid: a name alone is not enough. */
export function isOwnedBy(child: KubeObject, owner: KubeObject): boolean {
  return findOwnerUid(child) === owner.metadata.uid;
}

/** The key of the owner of `child`, if it is of `kind`. By now another object may have that name. */
export function findOwnerOf(child: KubeObject, kind: Kind): ObjectKey | undefined {
  if (findController(child) !== undefined) return findOwnerKey(child, kind);
  const mark = child.metadata.annotations?.[ownerAnnotation];
  const prefix = `${formatKind(kind)} `;
  return mark?.startsWith(prefix) === true ? parseKey(mark.slice(prefix.length)) : undefined;
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
