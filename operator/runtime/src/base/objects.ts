/** The owner of an object. https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/ */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** One manager's fields of an object. KEP-555, server-side apply. */
export interface ManagedFieldsEntry {
  readonly manager?: string;
  readonly operation?: string;
  readonly subresource?: string;
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fieldsType?: string;
  readonly fieldsV1?: unknown;
}

/**
 * One level of `fieldsV1`: the fields that a manager owns. `f:name` is a property, `k:{...}` a list item by its keys,
 * `v:value` a set item, `.` the object or list itself; an empty node is a leaf or owned as a whole. KEP-555.
 */
export interface FieldSet {
  readonly [entry: string]: FieldSet;
}

/** Metadata of an object as the API server stores it. */
export interface ObjectMeta {
  readonly name: string;
  /** Absent on cluster-scoped objects. */
  readonly namespace?: string;
  /** Unique over time: an object that is recreated under the same name has another one. */
  readonly uid: string;
  /** Opaque to users; totally ordered within one kind since Kubernetes 1.35 (KEP-5504). */
  readonly resourceVersion: string;
  /** Grows with each change of the spec; absent on kinds without one (ConfigMap, Service, ...). */
  readonly generation?: number;
  readonly creationTimestamp: string;
  /** Set once deletion has started; the object exists until its finalizers are removed. */
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly generateName?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  /** The cache drops it: see `findOwnFields`. */
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

/** The fields of every Kubernetes object. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

/** The fields of every object of a namespaced kind. */
export interface NamespacedObject extends KubeObject {
  readonly metadata: ObjectMeta & { readonly namespace: string };
}

/**
 * A condition of an object's status.
 * https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#typical-status-properties
 */
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  /** The generation that the condition was set for. */
  readonly observedGeneration?: number;
  /** When `status` last changed, RFC 3339. */
  readonly lastTransitionTime: string;
  /** CamelCase, for machines. */
  readonly reason: string;
  /** A sentence for users. */
  readonly message: string;
}

/** Identifies one object of a kind. */
export interface ObjectKey {
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string;
  readonly name: string;
}

export function getKey(object: {
  readonly metadata: { readonly name: string; readonly namespace?: string };
}): ObjectKey {
  const { name, namespace } = object.metadata;
  return namespace === undefined ? { name } : { namespace, name };
}

/** A key as `namespace/name`, or `name` for a cluster-scoped object: the form in logs, queues and caches. */
export function formatKey(key: ObjectKey): string {
  return key.namespace === undefined ? key.name : `${key.namespace}/${key.name}`;
}

/** An object for messages: `Deployment shop/web`. */
export function formatObject({ kind, metadata }: { readonly kind: string; readonly metadata: ObjectKey }): string {
  return `${kind} ${formatKey(metadata)}`;
}

/** Parses a key; the inverse of `formatKey`. */
export function parseKey(text: string): ObjectKey {
  const slash = text.indexOf('/');
  return slash < 0 ? { name: text } : { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}

/** Whether the deletion of an object has started: it exists until its finalizers are removed. */
export function isTerminating({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** The owner reference that marks the controller of `object`, if any. */
export function findController(object: KubeObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((reference) => reference.controller === true);
}

/** A reference to an object in an event (`core/v1` ObjectReference). */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** The reference to `object`. */
export function toObjectReference(object: KubeObject): ObjectReference {
  const { name, namespace, uid, resourceVersion } = object.metadata;
  return {
    apiVersion: object.apiVersion,
    kind: object.kind,
    name,
    ...(namespace !== undefined && { namespace }),
    uid,
    resourceVersion,
  };
}

/**
 * Compares two resource versions of one kind: negative if `a` is older, positive if `b` is, 0 if they are equal.
 * Decimal numbers of any length, totally ordered within a kind since Kubernetes 1.35 (KEP-5504); the empty string, for
 * none yet, is older than all.
 */
export function compareResourceVersions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
