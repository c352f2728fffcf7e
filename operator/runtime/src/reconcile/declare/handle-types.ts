import type { KubeObject } from '../../base/index.ts';
import type { Part } from '../../client/index.ts';

/** The metadata that a controller may ask for; the runtime adds its own labels, the hash and the owner. */
export interface DesiredMeta {
  readonly name: string;
  /**
   * Asked for where the resource is cluster-scoped and the child is not, and only there: an owner reference leads to no
   * other namespace. @default - the owner's
   */
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What is the runtime's or the cluster's; and what is never stored as it is written, so that drift could not be seen. */
type NotOurs = 'apiVersion' | 'kind' | 'metadata' | 'status' | 'stringData';

/**
 * What a controller wants of an object: the fields that it sets, and no others. Fields left out belong to others.
 *
 * `null` keeps a field unset, whoever sets it: for one that would change what a field beside it means, as `args` do beside
 * a `command`. It is there for optional scalars and lists of scalars of a built-in kind; an empty list only says that no
 * item is asked for, and the list may be somebody else's.
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
  /** In all namespaces that the operator watches. */
  listAll(): readonly T[];
}

/** Reading from memory, also by the indexes that are declared. */
export interface IndexedReads<T extends KubeObject, TIndex extends string> extends Reads<T> {
  /** The objects of all namespaces that the index finds under `value`, without going through the others. */
  by(index: TIndex, value: string): readonly T[];
}

/** Objects of one kind whose controller is the object that is reconciled; no others, whatever their names and labels. */
export interface Owns<T extends KubeObject> extends Reads<T> {
  /**
   * Creates the child as `desired` says, or updates it. Sends nothing if it already is.
   *
   * Guarantees: afterwards every controller of the process sees the result or something newer; a child of somebody else
   * is never touched; nothing is created for an owner that is deleted or terminating.
   * Errors: `NAME_CONFLICT`, `OWNER_GONE`, `ApiError`. Let them through: the runtime reports them and tries again.
   */
  apply(desired: Desired<T>): Promise<T>;
  /**
   * Keeps the labels and annotations of a child that is there, and leaves everything else as it stands. For what cannot
   * be changed once it is created, such as the template of a Job, whoever created it.
   *
   * Errors: as `apply`; `API_NOT_FOUND` if there is none.
   */
  keep(metadata: DesiredMeta): Promise<T>;
  /**
   * Asks the API server for a child, if it is ours. For whoever must know that it is deleted: memory holds only what carries
   * the operator's label, so what is not there may only be out of sight (a child that another operator left, a label that
   * somebody took off). An `apply` of the same name in the same run does not ask again.
   *
   * @param namespace of a child of a cluster-scoped resource. @default - the resource's own
   */
  getLive(name: string, namespace?: string): Promise<T | undefined>;
  /** Deletes nothing, as it is not declared: see `OwnsAndDeletes`. Errors: `DECLARATION_INVALID`. */
  readonly delete: (say: 'say owns(..., { delete: true })') => Promise<boolean>;
}

/** Which child is to be deleted beside its name, and why. */
export interface DeleteOptions {
  /** Of a child of a cluster-scoped resource. @default - the resource's own */
  readonly namespace?: string;
  /** What the event says after the child's name: `its image is another one`. @default - the event names the child only */
  readonly because?: string;
}

/** Owned objects that may also be deleted. */
export interface OwnsAndDeletes<T extends KubeObject> extends Owns<T> {
  /**
   * Deletes the child if it is ours. Its dependents go in the background.
   *
   * @param options why, or where; a text is the namespace of a child of a cluster-scoped resource
   * @returns whether it is deleted: then go on at once. If not, its end starts the next run; no watch shows the end of a
   * child without the operator's label, and it is looked for every second.
   */
  // A method would let a handle that cannot delete stand in for one that can.
  readonly delete: (name: string, options?: string | DeleteOptions) => Promise<boolean>;
}
