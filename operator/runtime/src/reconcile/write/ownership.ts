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

/** The label with the name of the operator that created an object. The watches of owned kinds select it. */
export const managedByLabel = 'app.kubernetes.io/managed-by';

/**
 * The label with the uid of the owner, for a child that may be in any namespace: an owner reference cannot point to
 * another namespace.
 */
export const ownerUidLabel = 'kubewright.dev/owner-uid';

/**
 * The annotation with kind and key of the owner of a child that may be in any namespace, because a label value is too
 * short for them: `Cafe.example.com shop/home`.
 */
export const ownerAnnotation = 'kubewright.dev/owner';

/** Builds the labels of every child. They are on the child itself, never on a Pod template or a selector. */
export function buildChildLabels(owner: KubeObject, operator: string): Readonly<Record<string, string>> {
  return {
    'app.kubernetes.io/name': owner.kind.toLowerCase(),
    'app.kubernetes.io/instance': toLabelValue(owner.metadata.name),
    [managedByLabel]: operator,
  };
}

/**
 * Builds the label and the annotation that name the owner of a child in any namespace, instead of an owner reference.
 */
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
 * Cuts a name to 63 characters, the limit of a label value. The owner reference identifies the owner, not this label.
 */
function toLabelValue(name: string): string {
  return name.slice(0, 63).replace(/[^A-Za-z0-9]+$/, '');
}

/**
 * Builds the reference that makes `owner` the controller of a child. A child that a clean-up creates has no
 * `blockOwnerDeletion`: with foreground deletion, the garbage collector would delete it together with the others. The
 * owner waits for the finalizer anyway.
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

/** Whether `key` is the reconciled object itself rather than a child. */
export function isOwner(
  { owner, ownerKind }: { readonly owner: KubeObject; readonly ownerKind: Kind },
  kind: Kind,
  key: ObjectKey,
): boolean {
  return formatKind(kind) === formatKind(ownerKind) && formatKey(key) === formatKey(getKey(owner));
}

/** Whether the watch of an owned kind shows `child`: it selects the operator's label. */
export function isWatched(child: KubeObject, operator: string): boolean {
  return child.metadata.labels?.[managedByLabel] === operator;
}

/** The uid of the owner of `child`: that of its controller reference, or else of its owner label. */
export function findOwnerUid(child: KubeObject): string | undefined {
  return findController(child)?.uid ?? child.metadata.labels?.[ownerUidLabel];
}

/** Indexes children by the uid of their owner. */
export function indexByOwner(child: KubeObject): readonly string[] {
  return [findOwnerUid(child) ?? []].flat();
}

/** Whether `owner` owns `child`. Compares the uid, because a later object may have the name of an earlier owner. */
export function isOwnedBy(child: KubeObject, owner: KubeObject): boolean {
  return findOwnerUid(child) === owner.metadata.uid;
}

/** The key of the owner of `child`, if the owner has the kind `kind`. A later object may have that name by now. */
export function findOwnerOf(child: KubeObject, kind: Kind): ObjectKey | undefined {
  if (findController(child) !== undefined) return findOwnerKey(child, kind);
  const mark = child.metadata.annotations?.[ownerAnnotation];
  const prefix = `${formatKind(kind)} `;
  return mark?.startsWith(prefix) === true ? parseKey(mark.slice(prefix.length)) : undefined;
}

/**
 * Returns the cached child if `owner` owns it. Otherwise only a live read can tell whether the name is free: a cached
 * object of another owner may be deleted already, for example a child of an earlier object with the owner's name.
 */
export function findOwnChild<T extends KubeObject>(
  cache: CacheView<T>,
  key: ObjectKey,
  owner: KubeObject,
): T | undefined {
  const child = cache.get(key);
  return child !== undefined && isOwnedBy(child, owner) ? child : undefined;
}
