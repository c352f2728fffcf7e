import type { KubeObject } from '../../base/index.ts';
import type { Part } from '../../client/index.ts';

/** The metadata that a controller may set; the runtime adds its own labels, the hash and the owner reference. */
export interface DesiredMeta {
  readonly name: string;
  /**
   * Required if the resource is cluster-scoped and the child is namespaced, and forbidden otherwise: an owner reference
   * cannot point to another namespace. @default - the owner's
   */
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * Fields that the runtime or the cluster sets; and a field that is never stored as written, so that drift could not be
 * detected.
 */
type NotOurs = 'apiVersion' | 'kind' | 'metadata' | 'status' | 'stringData';

/**
 * What a controller wants of an object: the fields that it sets, and no others. Fields that are left out belong to
 * others.
 *
 * `null` keeps a field unset, whoever sets it: for a field that would change the meaning of another one, as `args` do
 * beside a `command`. It is allowed for optional scalars and lists of scalars of a built-in kind; an empty list only
 * sets no item, and others may add some.
 */
export type Desired<T extends KubeObject> = { readonly metadata: DesiredMeta } & {
  readonly [K in Exclude<keyof T, NotOurs>]?: Part<T[K], never>;
};

/** Reading from memory: never a call to the API server. */
export interface Reads<T extends KubeObject> {
  /**
   * Errors: `DECLARATION_INVALID` if the resource is cluster-scoped, the kind is not, and no namespace is named.
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
  /** The objects of all namespaces that the index finds under `value`, without a scan. */
  by(index: TIndex, value: string): readonly T[];
}

/**
 * Objects of one kind whose controller is the object that is reconciled; no others, whatever their names and labels.
 */
export interface Owns<T extends KubeObject> extends Reads<T> {
  /**
   * Creates the child as `desired` says, or updates it. Sends nothing if it is up to date.
   *
   * Guarantees: afterwards every controller of the process sees the result or something newer; an object that is not
   * ours is never changed; nothing is created for an owner that is deleted or terminating.
   * Errors: `NAME_CONFLICT`, `OWNER_DELETED`, `ApiError`. Let them through: the runtime reports them and tries again.
   */
  apply(desired: Desired<T>): Promise<T>;
  /**
   * Applies the labels and annotations of an existing child, and leaves everything else unchanged. For immutable
   * objects, such as the template of a Job, whoever created them.
   *
   * Errors: as `apply`; `API_NOT_FOUND` if there is none.
   */
  keep(metadata: DesiredMeta): Promise<T>;
  /**
   * Reads a child from the API server, if it is ours. For a controller that must know that the child is deleted: the
   * cache holds only objects with the operator's label, so a child may exist that it does not show (another operator
   * created it, or somebody removed the label). An `apply` of the same name in the same run stands on this read: if it
   * found an unowned object, the apply is refused even if somebody has made that object a child meanwhile.
   *
   * @param namespace of a child of a cluster-scoped resource. @default - the resource's own
   */
  getLive(name: string, namespace?: string): Promise<T | undefined>;
  /** Not declared: see `OwnsAndDeletes`. Errors: `DECLARATION_INVALID`. */
  readonly delete: (say: 'say owns(..., { delete: true })') => Promise<boolean>;
}

/** Options of a deletion. */
export interface DeleteOptions {
  /** Of a child of a cluster-scoped resource. @default - the resource's own */
  readonly namespace?: string;
  /** What the event says after the child's name: `its image is another one`. @default - the event names the child only */
  readonly note?: string;
}

/** Owned objects that may also be deleted. */
export interface OwnsAndDeletes<T extends KubeObject> extends Owns<T> {
  /**
   * Deletes the child if it is ours, with background propagation.
   *
   * @param options why, or where; a text is the namespace of a child of a cluster-scoped resource
   * @returns whether it is deleted: then continue at once. If not, its deletion starts the next run; no watch shows a
   * child without the operator's label, so that is read again every second.
   */
  // A property, because with a method the type of a handle that cannot delete would be assignable to this one.
  readonly delete: (name: string, options?: string | DeleteOptions) => Promise<boolean>;
}
