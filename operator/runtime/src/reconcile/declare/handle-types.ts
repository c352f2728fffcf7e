import type { KubeObject } from '../../base/index.ts';
import type { Part } from '../../client/index.ts';

/** The metadata that a controller sets on a child. The runtime adds its labels, the hash and the owner reference. */
export interface DesiredMeta {
  readonly name: string;
  /**
   * The namespace of the child. Required for a namespaced child of a cluster-scoped resource. Otherwise forbidden,
   * because an owner reference cannot point to another namespace, unless the kind is declared with `anyNamespace`.
   * @default - the owner's
   */
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * Fields that a controller does not set: the runtime or the cluster sets them, or they are never stored as written, so
 * that drift cannot be detected.
 */
type NotOurs = 'apiVersion' | 'kind' | 'metadata' | 'status' | 'stringData';

/**
 * The fields that a controller sets on an object. Omitted fields belong to others. `null` keeps a field unset against
 * all other writers: for a field that would change the meaning of another, such as `args` next to a `command`. It is
 * allowed for optional scalars and lists of scalars of a built-in kind. An empty list sets no item, and others may add
 * some.
 */
export type Desired<T extends KubeObject> = { readonly metadata: DesiredMeta } & {
  readonly [K in Exclude<keyof T, NotOurs>]?: Part<T[K], never>;
};

/** Reads objects from memory, without a call to the API server. */
export interface Reads<T extends KubeObject> {
  /**
   * Returns the cached object; `undefined` if it does not exist. Errors: `DECLARATION_INVALID` if the resource is
   * cluster-scoped, the kind is namespaced, and no namespace is given.
   * @param namespace of the object. @default - the resource's own
   */
  get(name: string, namespace?: string): T | undefined;
  /**
   * Returns the cached objects.
   * @param namespace of the objects. @default - the resource's own; all for a cluster-scoped resource
   */
  list(namespace?: string): readonly T[];
  /** Returns the cached objects of all namespaces that the operator watches. */
  listAll(): readonly T[];
}

/** Reads objects from memory, also by the declared indexes. */
export interface IndexedReads<T extends KubeObject, TIndex extends string> extends Reads<T> {
  /** Returns the objects of all namespaces that the index lists under `value`, without a scan. */
  by(index: TIndex, value: string): readonly T[];
}

/** Reads the objects that the reconciled object refers to by name, from memory. */
export interface NamedReads<T extends KubeObject, TName extends string = string> {
  /**
   * Returns the object, or `undefined` if it does not exist. Errors: `DECLARATION_INVALID` if the function of `named`
   * does not return this name for the reconciled object; `API_UNAVAILABLE` if the object could not be loaded; `STALE`
   * if the reconciled object has changed and refers to other names now.
   * @param namespace of the object. @default - the resource's own
   */
  get(name: TName, namespace?: string): T | undefined;
  /** Returns all objects that the reconciled object refers to, without missing ones. Errors: those of `get`. */
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

/**
 * Children of one kind: objects whose controller reference names the reconciled object, regardless of their names
 * and labels.
 */
export interface Owns<T extends KubeObject> extends Reads<T> {
  /**
   * Creates the child, or updates it to match `desired`. Sends nothing if it is up to date. Guarantees: afterwards
   * every controller of the process sees the result or a newer state; it never changes an unowned object; it creates
   * nothing for an owner that is deleted or terminating. Errors: `NAME_CONFLICT`, `OWNER_DELETED`, `ApiError`. Do not
   * catch them: the runtime reports and retries.
   */
  apply(desired: Desired<T>): Promise<T>;
  /**
   * Applies the labels and annotations of an existing child, and leaves the rest unchanged. For objects with immutable
   * fields, such as the template of a Job. Errors: those of `apply`; `API_NOT_FOUND` if the child does not exist.
   */
  keep(metadata: DesiredMeta): Promise<T>;
  /**
   * Reads a child from the API server; `undefined` if it does not exist or has another controller. Use it to check
   * whether a child is really gone: the cache contains only objects with the operator's label, so it misses a child
   * that another operator has created or that has lost the label. A later `apply` of the same name in the same
   * reconcile relies on this read: if it found an unowned object, `apply` fails even if that object has become a child
   * since.
   * @param namespace of a child of a cluster-scoped resource. @default - the resource's own
   */
  getLive(name: string, namespace?: string): Promise<T | undefined>;
  /** Does not compile without `delete: true`: see `OwnsAndDeletes`. Errors: `DECLARATION_INVALID`. */
  readonly delete: (say: 'use owns(..., { delete: true })') => Promise<boolean>;
}

/** Options of an edit. */
export interface EditOptions {
  /**
   * Whether to take over fields that another manager owns. That cannot be undone: giving a field back removes it.
   * @default false: `EDIT_CONFLICT` names the field and the manager
   */
  readonly force?: boolean;
}

/** Objects that belong to others, and of which the reconciled object sets some fields. */
export interface Edits<T extends KubeObject> extends Reads<T> {
  /**
   * Sets these fields of an existing object, and no others. Fields that an earlier reconcile has set and this one omits
   * are given back. Sends nothing if all are up to date. Guarantees: it never creates the object, and never changes a
   * field of another manager without `force`; a later read in the process shows the result or a newer state. An object
   * that a successful reconcile does not apply is given back as a whole. Errors: `EDIT_NOT_FOUND` if the object does
   * not exist, `EDIT_CONFLICT`, `ApiError`. Do not catch them: the runtime reports and retries.
   */
  apply(desired: Desired<T>, options?: EditOptions): Promise<T>;
}

/** Options of a deletion. */
export interface DeleteOptions {
  /** The namespace of a child of a cluster-scoped resource. @default - the resource's own */
  readonly namespace?: string;
  /** Added to the text of the event after the name of the child: `its image has changed`. @default - only the name */
  readonly note?: string;
}

/** The reconciled object itself, if the controller declares `self: { delete: true }`. */
export interface Self {
  /**
   * Deletes the reconciled object, with background propagation, and emits an event about it. Return `awaitChange`
   * afterwards: later calls of handles fail, and the runtime does not write the status. Guarantees: deletes only the
   * object as this reconcile has seen it (uid and resource version). Does nothing if the object is already terminating,
   * for example in `cleanUp`. Errors: `API_CONFLICT` if the object has changed since this reconcile began; do not catch
   * it: the next reconcile decides with the new object.
   * @param options `note`: added to the text of the event after the name of the object, such as `its ttl has passed`
   */
  delete(options?: Pick<DeleteOptions, 'note'>): Promise<void>;
}

/** Children of one kind that the controller may also delete. */
export interface OwnsAndDeletes<T extends KubeObject> extends Owns<T> {
  /**
   * Deletes the child, with background propagation. Leaves an object with another controller unchanged.
   * @param options the reason or the place; a string is the namespace of a child of a cluster-scoped resource
   * @returns whether the child is gone: if so, continue at once. If not, its end starts the next reconcile; a child
   *   without the operator's label is not watched, so it is read again every second.
   */
  // A property, because TypeScript would accept a handle without `delete` for a method.
  readonly delete: (name: string, options?: string | DeleteOptions) => Promise<boolean>;
}

interface InNamespace {
  readonly namespace: string;
}

/** Children of one kind that may be in any namespace. Every call needs a namespace. */
export interface OwnsInAnyNamespace<T extends KubeObject> {
  get(name: string, namespace: string): T | undefined;
  list(namespace: string): readonly T[];
  /**
   * Returns the cached children of all namespaces that the operator watches, including those that are no longer
   * desired, so that you can delete them.
   */
  listAll(): readonly T[];
  /**
   * Creates or updates a child, like `apply` of `Owns`. In a terminating namespace the API server rejects a new child.
   * Errors: those of `Owns`; `DECLARATION_INVALID` in a namespace that the operator does not watch.
   */
  apply(desired: Desired<T> & { readonly metadata: InNamespace }): Promise<T>;
  /** Applies labels and annotations of an existing child, like `keep` of `Owns`. */
  keep(metadata: DesiredMeta & InNamespace): Promise<T>;
  /** Reads a child from the API server, like `getLive` of `Owns`. */
  getLive(name: string, namespace: string): Promise<T | undefined>;
  /**
   * Deletes a child, like `delete` of `OwnsAndDeletes`. The runtime itself deletes all children before it removes the
   * finalizer.
   */
  readonly delete: (name: string, options: string | (DeleteOptions & InNamespace)) => Promise<boolean>;
}
