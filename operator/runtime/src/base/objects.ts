/** Who owns an object. https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/ */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** One manager's share of an object. KEP-555, server-side apply. */
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
 * One level of `fieldsV1`: which fields a manager owns. `f:name` is a property, `k:{...}` an item of a list by its
 * keys, `v:value` an item of a set, `.` the object or list itself; an empty node is a leaf or owned as a whole.
 * KEP-555.
 */
export interface FieldSet {
  readonly [entry: string]: FieldSet;
}

/** Metadata of an object as the API server stores it. */
export interface ObjectMeta {
  readonly name: string;
  /** Absent on cluster-scoped objects. */
  readonly namespace?: string;
  /** Unique over time: an object that is created again under the same name has another one. */
  readonly uid: string;
  /** Opaque to users; totally ordered within one kind since Kubernetes 1.35 (KEP-5504). */
  readonly resourceVersion: string;
  /** Grows with each change of the spec; absent on kinds without one (ConfigMap, Service, ...). */
  readonly generation?: number;
  readonly creationTimestamp: string;
  /** Set once deletion has begun; the object exists until its finalizers are removed. */
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly generateName?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  /** Not kept by the cache: see `ownFieldsOf` there. */
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

/** What every Kubernetes object has. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
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
  /** A sentence, for people. */
  readonly message: string;
}

/** Names one object of a kind. */
export interface ObjectKey {
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string;
  readonly name: string;
}

/** The key of an object. */
export function getKey(object: {
  readonly metadata: { readonly name: string; readonly namespace?: string };
}): ObjectKey {
  const { name, namespace } = object.metadata;
  return namespace === undefined ? { name } : { namespace, name };
}

/** A key as `namespace/name`, or `name` for a cluster-scoped object: what logs, queues and caches use. */
export function formatKey(key: ObjectKey): string {
  return key.namespace === undefined ? key.name : `${key.namespace}/${key.name}`;
}

/** An object for people: `Deployment shop/web`. */
export function formatObject({ kind, metadata }: { readonly kind: string; readonly metadata: ObjectKey }): string {
  return `${kind} ${formatKey(metadata)}`;
}

/** The key that `text` names; the inverse of `formatKey`. */
export function parseKey(text: string): ObjectKey {
  const slash = text.indexOf('/');
  return slash < 0 ? { name: text } : { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}

/** Whether the deletion of an object has begun: it exists until its finalizers are removed. */
export function isTerminating({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** The owner reference that marks the controller of `object`, if it has one. */
export function findController(object: KubeObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((reference) => reference.controller === true);
}

/** A reference to an object as events hold it (`core/v1` ObjectReference). */
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
 * Which of two resource versions of one kind is older: negative if it is `a`, positive if it is `b`, 0 if they are equal.
 * Decimal numbers of any length, totally ordered within a kind since Kubernetes 1.35 (KEP-5504); the empty string, for none yet, is older than all.
 */
export function compareResourceVersions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
