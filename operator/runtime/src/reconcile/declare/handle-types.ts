import type { KubeObject } from '../../base/index.ts';
import type { Part } from '../../client/index.ts';

/** The metadata that a controller may set; the runtime adds its labels, the hash and the owner reference. */
export interface DesiredMeta {
  readonly name: string;
  /**
   * Required for a namespaced child of a cluster-scoped resource, forbidden otherwise: an owner reference cannot point
   * to another namespace, unless the kind is declared with `anyNamespace`. @default - the owner's
   */
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * Fields that the runtime or the cluster sets, and fields that are never stored as written, so drift detection cannot
 * compare them.
 */
type NotOurs = 'apiVersion' | 'kind' | 'metadata' | 'status' | 'stringData';

/**
 * The fields that a controller sets on an object. Omitted fields belong to others.
 *
 * `null` keeps a field unset against all writers: for a field that would change the meaning of another, such as `args`
 * next to a `command`. Allowed for optional scalars and lists of scalars of a built-in kind; an empty list sets no
 * item, and others may add some.
 */
export type Desired<T extends KubeObject> = { readonly metadata: DesiredMeta } & {
  readonly [K in Exclude<keyof T, NotOurs>]?: Part<T[K], never>;
};

/** Reads from memory, without a call to the API server. */
export interface Reads<T extends KubeObject> {
  /**
   * Errors: `DECLARATION_INVALID` if the resource is cluster-scoped, the kind is namespaced, and no namespace is given.
   *
   * @param namespace of the object. @default - the resource's own
   */
  get(name: string, namespace?: string): T | undefined;
  /** @param namespace of the objects. @default - the resource's own; of a cluster-scoped resource: all */
  list(namespace?: string): readonly T[];
  /** Lists all namespaces that the operator watches. */
  listAll(): readonly T[];
}

/** Reads from memory, also by the declared indexes. */
export interface IndexedReads<T extends KubeObject, TIndex extends string> extends Reads<T> {
  /** The objects of all namespaces that the index lists under `value`, without a scan. */
  by(index: TIndex, value: string): readonly T[];
}

/** Reads the objects that the reconciled object names, from memory. */
export interface NamedReads<T extends KubeObject, TName extends string = string> {
  /**
   * Returns the object, or `undefined` if it does not exist.
   *
   * Errors: `DECLARATION_INVALID` if the function of `named` does not return this name for the reconciled object;
   * `API_UNAVAILABLE` if the object could not be loaded; `STALE` if the reconciled object names others by now.
   *
   * @param namespace of the object. @default - the resource's own
   */
  get(name: TName, namespace?: string): T | undefined;
  /** Lists those that the reconciled object names, without missing ones. Errors: as `get`. */
  list(): readonly T[];
}

/** Reads single objects from the API server. */
export interface Gets<T extends KubeObject, TName extends string = string> {
  /**
   * Sends one GET, and returns `undefined` if the object does not exist.
   *
   * Errors: `ApiError`; `DECLARATION_INVALID` for a name that `gets` does not list, or if the resource is
   * cluster-scoped, the kind is namespaced, and no namespace is given.
   *
   * @param namespace of the object. @default - the resource's own
   */
  get(name: TName, namespace?: string): Promise<T | undefined>;
}

/** Objects of one kind whose controller is the reconciled object, independent of names and labels. */
export interface Owns<T extends KubeObject> extends Reads<T> {
  /**
   * Creates the child as `desired` says, or updates it. Sends nothing if it is up to date.
   *
   * Guarantees: afterwards every controller of the process sees the result or something newer; never changes an unowned
   * object; creates nothing for an owner that is deleted or terminating.
   * Errors: `NAME_CONFLICT`, `OWNER_DELETED`, `ApiError`. Do not catch them: the runtime reports and retries.
   */
  apply(desired: Desired<T>): Promise<T>;
  /**
   * Applies the labels and annotations of an existing child, and leaves the rest unchanged. For immutable objects, such
   * as the template of a Job.
   *
   * Errors: as `apply`; `API_NOT_FOUND` if the child does not exist.
   */
  keep(metadata: DesiredMeta): Promise<T>;
  /**
   * Reads a child from the API server, if it is ours. Use it to check whether a child is really gone: the cache holds
   * only objects with the operator's label, so it misses a child that another operator created or that lost the label.
   * A later `apply` of the same name in the same reconcile relies on this read: if it found an unowned object, the
   * apply is rejected even if that object has become a child meanwhile.
   *
   * @param namespace of a child of a cluster-scoped resource. @default - the resource's own
   */
  getLive(name: string, namespace?: string): Promise<T | undefined>;
  /** Not declared: see `OwnsAndDeletes`. Errors: `DECLARATION_INVALID`. */
  readonly delete: (say: 'use owns(..., { delete: true })') => Promise<boolean>;
}

/** Options of an edit. */
export interface EditOptions {
  /**
   * Whether to take over fields that another manager owns. It cannot be undone: giving a field back removes it.
   * @default false: `EDIT_CONFLICT` names the field and the manager
   */
  readonly force?: boolean;
}

/** Objects that belong to others, of which the reconciled object sets some fields. */
export interface Edits<T extends KubeObject> extends Reads<T> {
  /**
   * Sets these fields of an existing object, and no others. Fields that an earlier reconcile has set and this one omits
   * are given back. Sends nothing if they are up to date.
   *
   * Guarantees: never creates the object; never changes a field of another manager without `force`; a later read of the
   * process shows the result or something newer. An object that a successful reconcile does not apply is given back as a
   * whole.
   * Errors: `EDIT_NOT_FOUND` if the object does not exist, `EDIT_CONFLICT`, `ApiError`. Do not catch them: the runtime
   * reports and retries.
   */
  apply(desired: Desired<T>, options?: EditOptions): Promise<T>;
}

/** Options of a deletion. */
export interface DeleteOptions {
  /** The namespace of a child of a cluster-scoped resource. @default - the resource's own */
  readonly namespace?: string;
  /** The event's text after the child's name: `its image has changed`. @default - only the child's name */
  readonly note?: string;
}

/** The reconciled object itself, if the controller declares `self: { delete: true }`. */
export interface Self {
  /**
   * Deletes the reconciled object, with background propagation, and emits an event on it. Return `awaitChange`
   * afterwards: later calls of handles fail, and the runtime does not write the status.
   *
   * Guarantees: deletes only the object as this reconcile has seen it (uid and resource version). A terminating object
   * stays unchanged, for example in `cleanUp`.
   * Errors: `API_CONFLICT` if the object has changed since this reconcile began; do not catch it: the next reconcile
   * decides with the new object.
   *
   * @param options `note`: the end of the event's text after the object's name, such as `its ttl has passed`
   */
  delete(options?: Pick<DeleteOptions, 'note'>): Promise<void>;
}

/** Owned objects that the controller may also delete. */
export interface OwnsAndDeletes<T extends KubeObject> extends Owns<T> {
  /**
   * Deletes the child if it is ours, with background propagation.
   *
   * @param options the reason or the place; a string is the namespace of a child of a cluster-scoped resource
   * @returns whether it is deleted: if so, continue at once. If not, its deletion starts the next reconcile; a child
   * without the operator's label has no watch, so it is read again every second.
   */
  // A property, because with a method a handle that cannot delete would be assignable to this type.
  readonly delete: (name: string, options?: string | DeleteOptions) => Promise<boolean>;
}

interface InNamespace {
  readonly namespace: string;
}

/** Owned objects that may be in any namespace: every call names it. */
export interface OwnsInAnyNamespace<T extends KubeObject> {
  get(name: string, namespace: string): T | undefined;
  list(namespace: string): readonly T[];
  /** Lists all namespaces that the operator watches: also children that are no longer desired, to delete them. */
  listAll(): readonly T[];
  /**
   * As `apply` of `Owns`. In a namespace that is being deleted the API server rejects a new child.
   *
   * Errors: those of `Owns`; `DECLARATION_INVALID` in a namespace that the operator does not watch.
   */
  apply(desired: Desired<T> & { readonly metadata: InNamespace }): Promise<T>;
  /** As `keep` of `Owns`. */
  keep(metadata: DesiredMeta & InNamespace): Promise<T>;
  /** As `getLive` of `Owns`. */
  getLive(name: string, namespace: string): Promise<T | undefined>;
  /** As `delete` of `OwnsAndDeletes`. The runtime deletes all children before it removes the finalizer. */
  readonly delete: (name: string, options: string | (DeleteOptions & InNamespace)) => Promise<boolean>;
}
