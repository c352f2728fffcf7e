import type { Kind, KubeObject, ObjectKey, TypeOf } from '../../base/index.ts';

/** Options of every dependency. */
export interface DependencyOptions<T extends KubeObject> {
  /**
   * Drops fields that are not needed before an object is kept in memory, and so from all that the handle returns. Pure;
   * `metadata` stays whole whatever it returns. @default - all but `managedFields` is kept
   */
  trim?(this: void, object: T): T;
}

/** Options of a dependency whose changes start reconciles. */
export interface SourceOptions<T extends KubeObject> extends DependencyOptions<T> {
  /**
   * Whether an update of an object starts a reconcile: see `generationChanged` and the other predicates. Pure. An
   * object that is created, deleted, or created again always does. @default - every update does
   */
  predicate?(this: void, before: T, after: T): boolean;
}

/** What else may be done with an owned kind than create and update, and which of its changes matter. */
export interface OwnsOptions<T extends KubeObject = KubeObject> extends SourceOptions<T> {
  /** Whether `delete` exists. @default false */
  readonly delete?: boolean;
}

/** A kind whose objects the controller creates: they are watched, cached and applied, and RBAC grants that. */
export interface OwnedKind<
  T extends KubeObject = KubeObject,
  TDelete extends boolean = boolean,
> extends SourceOptions<T> {
  readonly kind: Kind<T>;
  readonly delete: TDelete;
}

/**
 * Declares that the controller creates and updates objects of `kind`: the verbs are create, get, list, patch and watch,
 * and `delete` only with that option.
 */
export function owns<T extends KubeObject, const O extends OwnsOptions<T> = object>(
  kind: Kind<T>,
  options?: O & OwnsOptions<T>,
): OwnedKind<T, O extends { readonly delete: true } ? true : false> {
  return { ...options, kind, delete: (options?.delete ?? false) as O extends { readonly delete: true } ? true : false };
}

/** The values by which an index finds an object; none if `undefined`. Pure. */
export type IndexBy<T extends KubeObject> = (object: T) => string | readonly string[] | undefined;

/** Which objects of a kind are kept in memory, and how they are found. */
export interface ReadsOptions<
  T extends KubeObject = KubeObject,
  TIndex extends string = string,
> extends DependencyOptions<T> {
  /** @default - every object of the kind */
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Indexes by name: `by(name, value)` of the handle finds objects without a scan. @default - none */
  readonly indexes?: Readonly<Record<TIndex, IndexBy<T>>>;
}

/** A kind that the controller only reads: verbs list and watch. */
export interface ReadKind<T extends KubeObject = KubeObject, TIndex extends string = string> {
  readonly kind: Kind<T>;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly indexes?: { readonly [name in TIndex]: (object: never) => string | readonly string[] | undefined };
  trim?(this: void, object: T): T;
}

/**
 * Declares that the controller reads objects of `kind` from memory. Their changes start no reconcile: see `watches`.
 */
export function reads<T extends KubeObject, TIndex extends string = never>(
  kind: Kind<T>,
  options: ReadsOptions<T, TIndex> = {},
): ReadKind<T, NoInfer<TIndex>> {
  return { kind, ...options };
}

/** A kind whose changes start reconciles. */
export interface WatchedKind<T extends KubeObject = KubeObject, TIndex extends string = string>
  extends ReadKind<T, TIndex>, SourceOptions<T> {
  /**
   * The keys of the resources that a change of `object` concerns, or the function by which each resource names the
   * objects that it uses.
   */
  readonly mapTo: ((object: T) => readonly ObjectKey[]) | UsedBy;
}

/** Names the objects of a watched kind that a resource uses; the runtime keeps the reverse index. */
export interface UsedBy {
  /** The kind of the resources that use the objects: the kind that the controller reconciles. */
  readonly user: Kind;
  /** Names in the namespace of the resource, or keys. */
  readonly usedBy: (resource: never) => readonly (string | ObjectKey)[];
}

/**
 * For `watches`: a change of an object concerns the resources that name it in their spec. An index over the resources
 * finds them, however many there are.
 *
 * @param user the API that the controller is for
 * @param names the objects that a resource uses: names in its own namespace (or of cluster-scoped objects), or keys.
 * Pure.
 */
export function usedBy<K extends Kind>(
  user: K,
  names: (resource: TypeOf<K>) => readonly (string | ObjectKey)[],
): UsedBy {
  return { user, usedBy: names };
}

/**
 * Declares that the controller reads objects of `kind`, and that a change of one concerns the resources of `mapTo`: a
 * function from the object to their keys, or `usedBy`.
 */
export function watches<T extends KubeObject, TIndex extends string = never>(
  kind: Kind<T>,
  mapTo: ((object: T) => readonly ObjectKey[]) | UsedBy,
  options: ReadsOptions<T, TIndex> & SourceOptions<T> = {},
): WatchedKind<T, NoInfer<TIndex>> {
  return { kind, mapTo, ...options };
}

/**
 * Watched kinds of any type each. A function of Deployments does not accept any object, so `mapTo` is typed to accept
 * none.
 */
export type WatchedKinds = Readonly<
  Record<string, ReadKind & { readonly mapTo: ((object: never) => readonly ObjectKey[]) | UsedBy }>
>;

type AnyIndexBy = (object: never) => string | readonly string[] | undefined;

const asValues = new WeakMap<AnyIndexBy, (object: KubeObject) => readonly string[]>();

/** The identical function for the same index, because caches distinguish indexes by it. */
export function toIndexValues(by: AnyIndexBy): (object: KubeObject) => readonly string[] {
  const known = asValues.get(by);
  if (known !== undefined) return known;
  const values = (object: KubeObject): readonly string[] => {
    const value = by(object as never);
    return value === undefined ? [] : typeof value === 'string' ? [value] : value;
  };
  asValues.set(by, values);
  return values;
}
