import type { Kind, KubeObject, ObjectKey, TypeOf } from '../../base/index.ts';

/** What can be said of every dependency. */
export interface DependencyOptions<T extends KubeObject> {
  /**
   * Drops what is not needed before an object is kept in memory, and so from all that the handle gives. Pure; `metadata`
   * stays whole whatever it returns. @default - all but `managedFields` is kept
   */
  trim?(this: void, object: T): T;
}

/** What can be said of a dependency whose changes start reconciles. */
export interface SourceOptions<T extends KubeObject> extends DependencyOptions<T> {
  /**
   * Whether a change of an object that stays starts a reconcile: see `generationChanged` and its like. Pure. One that
   * is created, deleted, or created again always does. @default - every change does
   */
  when?(this: void, before: T, after: T): boolean;
}

/** What may be done with an owned kind beyond creating and updating it, and which of its changes matter. */
export interface OwnsOptions<T extends KubeObject = KubeObject> extends SourceOptions<T> {
  /** Whether `delete` exists. @default false */
  readonly delete?: boolean;
}

/** A kind whose objects the controller creates: watched, cached, applied, and granted by RBAC. */
export interface OwnedKind<
  T extends KubeObject = KubeObject,
  TDelete extends boolean = boolean,
> extends SourceOptions<T> {
  readonly kind: Kind<T>;
  readonly delete: TDelete;
}

/**
 * Declares that the controller creates and updates objects of `kind`: the verbs are create, get, list, patch and watch, and
 * `delete` only if it is named.
 */
export function owns<T extends KubeObject, const O extends OwnsOptions<T> = object>(
  kind: Kind<T>,
  options?: O & OwnsOptions<T>,
): OwnedKind<T, O extends { readonly delete: true } ? true : false> {
  return { ...options, kind, delete: (options?.delete ?? false) as O extends { readonly delete: true } ? true : false };
}

/** The values by which an object is found; none if it is `undefined`. Pure. */
export type IndexBy<T extends KubeObject> = (object: T) => string | readonly string[] | undefined;

/** Which objects of a kind are kept in memory, and how they are found. */
export interface ReadsOptions<
  T extends KubeObject = KubeObject,
  TIndex extends string = string,
> extends DependencyOptions<T> {
  /** @default - every object of the kind */
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** By name: what `by(name, value)` of the handle looks up without going through all objects. @default - none */
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

/** Declares that the controller reads objects of `kind` from memory. A change of them starts nothing: see `watches`. */
export function reads<T extends KubeObject, TIndex extends string = never>(
  kind: Kind<T>,
  options: ReadsOptions<T, TIndex> = {},
): ReadKind<T, NoInfer<TIndex>> {
  return { kind, ...options };
}

/** A kind whose changes start reconciles. */
export interface WatchedKind<T extends KubeObject = KubeObject, TIndex extends string = string>
  extends ReadKind<T, TIndex>, SourceOptions<T> {
  /** The keys of the resources that a change of `object` concerns, or how each resource names the objects it uses. */
  readonly mapTo: ((object: T) => readonly ObjectKey[]) | UsedBy;
}

/** Says of a resource which objects of a watched kind it uses: the look-up the other way round is the runtime's. */
export interface UsedBy {
  /** What the resource is. */
  readonly user: Kind;
  /** Names in the namespace of the resource, or keys. */
  readonly usedBy: (resource: never) => readonly (string | ObjectKey)[];
}

/**
 * For `watches`: a change of an object concerns the resources that name it in their spec. An index over the resources
 * finds them, however many there are.
 *
 * @param user the API that the controller is for
 * @param names what a resource uses: names in its own namespace (or of cluster-scoped objects), or keys. Pure.
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

/** Of any kind each: who takes a Deployment takes no arbitrary object, so `mapTo` is only known to take something. */
export type WatchedKinds = Readonly<
  Record<string, ReadKind & { readonly mapTo: ((object: never) => readonly ObjectKey[]) | UsedBy }>
>;

type AnyIndexBy = (object: never) => string | readonly string[] | undefined;

const asValues = new WeakMap<AnyIndexBy, (object: KubeObject) => readonly string[]>();

/** The same function for the same index, as caches tell indexes apart by it. */
export function indexValues(by: AnyIndexBy): (object: KubeObject) => readonly string[] {
  const known = asValues.get(by);
  if (known !== undefined) return known;
  const values = (object: KubeObject): readonly string[] => {
    const value = by(object as never);
    return value === undefined ? [] : typeof value === 'string' ? [value] : value;
  };
  asValues.set(by, values);
  return values;
}
