/** An owner reference: https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/ */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** The fields of an object that one field manager owns (server-side apply, KEP-555). */
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
 * One level of `fieldsV1`: the fields that a field manager owns. `f:name` is a property, `k:{...}` a list item by its
 * keys, `v:value` a set item, `.` the object or list itself. An empty node is a leaf, or a value that is owned as a
 * whole. KEP-555.
 */
export interface FieldSet {
  readonly [entry: string]: FieldSet;
}

/** Metadata of an object as the API server stores it. */
export interface ObjectMeta {
  readonly name: string;
  /** Absent on cluster-scoped objects. */
  readonly namespace?: string;
  /** Unique over time: a deleted object that is created again under the same name gets another uid. */
  readonly uid: string;
  /** Opaque to users; since Kubernetes 1.35, the versions within one kind can be compared (KEP-5504). */
  readonly resourceVersion: string;
  /** Increases with each change of the spec; absent for kinds without a spec (ConfigMap, Secret, ...). */
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
  /** Absent in cached objects: use `findOwnFields` for these. */
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

/** Fields that every Kubernetes object has. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

/** Fields that every object of a namespaced kind has. */
export interface NamespacedObject extends KubeObject {
  readonly metadata: ObjectMeta & { readonly namespace: string };
}

/**
 * A condition in the status of an object.
 * https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#typical-status-properties
 */
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  /** The `metadata.generation` that the condition describes. */
  readonly observedGeneration?: number;
  /** When `status` last changed, as an RFC 3339 timestamp. */
  readonly lastTransitionTime: string;
  /** The reason of the last transition for programs, in CamelCase. */
  readonly reason: string;
  /** A sentence that explains the reason to users. */
  readonly message: string;
}

/** The name of an object, and its namespace if it has one. */
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

/**
 * Formats a key as `namespace/name`, or as `name` for a cluster-scoped object. Logs, queues and caches use this form.
 */
export function formatKey(key: ObjectKey): string {
  return key.namespace === undefined ? key.name : `${key.namespace}/${key.name}`;
}

/** Formats an object for messages: `Deployment shop/web`. */
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

/** The owner reference with `controller: true`, if any. */
export function findController(object: KubeObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((reference) => reference.controller === true);
}

/** A reference to an object in an event: `core/v1` ObjectReference. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** Builds an event's reference to `object`. */
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
 * Compares two resource versions of one kind: negative if `a` is older, positive if `b` is older, 0 if they are equal.
 * They are decimal numbers of any length, which can be compared since Kubernetes 1.35 (KEP-5504). The empty string (no
 * version yet) is older than all.
 */
export function compareResourceVersions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
