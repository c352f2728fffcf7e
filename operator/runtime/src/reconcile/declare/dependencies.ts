import { type Kind, type KubeObject, type ObjectKey, OperatorError, type TypeOf } from '../../base/index.ts';
import type { NamedBy } from './named-by.ts';

/** Options that every dependency has. */
export interface DependencyOptions<T extends KubeObject> {
  /**
   * Removes fields that reconciles do not need before an object is cached, and so from all results of the handle. Must
   * be pure; `metadata` always stays complete. @default - keeps all except `managedFields`
   */
  trim?(this: void, object: T): T;
  /**
   * Whether the operator also runs while the API server does not serve the kind: the handle is then `undefined`. When
   * the CRD of the kind is installed or removed, all objects of the controller are reconciled. The handle does not
   * change during a reconcile. RBAC grants the same as for any other kind. @default false
   */
  readonly optional?: boolean;
}

/** Marks a kind that the API server may lack. */
export interface Optional {
  readonly optional: true;
}

/** `TKind`, marked as optional if the options may say so, even by a value that is known only at run time. */
type WithOptions<TKind, O> = 'optional' extends keyof O
  ? O['optional'] extends false
    ? TKind
    : TKind & Optional
  : TKind;

/** Options of a dependency whose changes start reconciles. */
export interface SourceOptions<T extends KubeObject> extends DependencyOptions<T> {
  /**
   * Whether an update of an object starts a reconcile: see `generationChanged` and the other predicates. Must be pure.
   * A creation, deletion or recreation always starts one. @default - every update
   */
  predicate?(this: void, before: T, after: T): boolean;
}

/** Options of an owned kind. */
export interface OwnsOptions<T extends KubeObject = KubeObject> extends SourceOptions<T> {
  /**
   * Whether the controller may delete the children: grants the verb, and adds `delete` to the handle. @default false
   */
  readonly delete?: boolean;
  /**
   * Whether the children may be in any namespace. Owner references cannot cross namespaces, so such a child names its
   * owner by the label `kubewright.dev/owner-uid`. The runtime deletes the children before it removes the finalizer, so
   * the controller must declare a finalizer, and `delete: true`. Every call of the handle needs a namespace. @default
   * false
   */
  readonly anyNamespace?: boolean;
}

/** Requires `delete: true` with `anyNamespace`, because the runtime deletes such children. */
type GrantsDelete<O> = O extends { readonly anyNamespace: true } ? { readonly delete: true } : unknown;

/** A kind whose objects the controller creates: the runtime watches, caches and applies them, and RBAC grants that. */
export interface OwnedKind<
  T extends KubeObject = KubeObject,
  TDelete extends boolean = boolean,
> extends SourceOptions<T> {
  readonly kind: Kind<T>;
  readonly delete: TDelete;
  readonly anyNamespace?: boolean;
}

/** An owned kind whose objects may be in any namespace. */
export interface OwnedInAnyNamespace<T extends KubeObject = KubeObject> extends OwnedKind<T, true> {
  readonly anyNamespace: true;
}

type OwnedAs<T extends KubeObject, O> = O extends { readonly anyNamespace: true }
  ? OwnedInAnyNamespace<T>
  : OwnedKind<T, O extends { readonly delete: true } ? true : false>;

/**
 * Declares that the controller creates and updates objects of `kind`. Grants create, get, list, patch and watch, and
 * `delete` only with that option.
 */
export function owns<T extends KubeObject, const O extends OwnsOptions<T> = object>(
  kind: Kind<T>,
  options?: O & OwnsOptions<T> & GrantsDelete<O>,
): WithOptions<OwnedAs<T, O>, O> {
  const given: OwnsOptions<T> = options ?? {};
  const owned: OwnedKind<T> = { ...given, kind, delete: given.delete ?? false };
  return owned as never;
}

/** A kind whose objects belong to others, and of which the controller sets some fields. */
export interface EditedKind<T extends KubeObject = KubeObject> extends DependencyOptions<T> {
  readonly kind: Kind<T>;
  readonly edits: true;
}

/**
 * Declares that the controller sets some fields of existing objects of `kind`, which it neither creates nor owns.
 * Grants get, list, patch and watch. Each reconciled object has its own field manager, so that two of them never erase
 * each other's fields. When the reconciled object is deleted, or no longer applies the other object, the runtime gives
 * the fields back. For that the controller needs a `finalizer`, unless it edits only the object that it reconciles.
 */
export function edits<T extends KubeObject>(
  kind: Kind<T>,
  options: Omit<DependencyOptions<T>, 'optional'> = {},
): EditedKind<T> {
  return { ...options, kind, edits: true };
}

/** Returns the values by which an index finds an object; `undefined` means none. Must be pure. */
export type IndexBy<T extends KubeObject> = (object: T) => string | readonly string[] | undefined;

/** Selects the cached objects of a kind, and indexes them. */
export interface ReadsOptions<
  T extends KubeObject = KubeObject,
  TIndex extends string = string,
> extends DependencyOptions<T> {
  /** Label selector of the cached objects. @default - every object of the kind */
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Indexes by name: `by(name, value)` of the handle finds objects without a scan. @default - none */
  readonly indexes?: Readonly<Record<TIndex, IndexBy<T>>>;
}

/** A kind that the controller only reads. Grants list and watch. */
export interface ReadKind<T extends KubeObject = KubeObject, TIndex extends string = string> {
  readonly kind: Kind<T>;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly indexes?: { readonly [name in TIndex]: (object: never) => string | readonly string[] | undefined };
  readonly optional?: boolean;
  trim?(this: void, object: T): T;
}

/** A kind of which the controller reads the objects that its resources refer to by name. Grants list and watch. */
export interface NamedKind<T extends KubeObject = KubeObject, TName extends string = string> extends ReadKind<
  T,
  never
> {
  readonly named: NamedBy<TName>;
}

/**
 * Declares that the controller reads objects of `kind` from memory: all, those that `options` select, or those that its
 * resources name (`named`). Their changes start no reconcile: see `watches`.
 */
export function reads<T extends KubeObject, const TName extends string = string>(
  kind: Kind<T>,
  objects: NamedBy<TName>,
  options?: Omit<DependencyOptions<NoInfer<T>>, 'optional'>,
): NamedKind<T, TName>;
export function reads<T extends KubeObject, TIndex extends string = never, const TOptional extends boolean = false>(
  kind: Kind<T>,
  options?: ReadsOptions<NoInfer<T>, TIndex> & { readonly optional?: TOptional },
): WithOptions<ReadKind<T, NoInfer<TIndex>>, { readonly optional: TOptional }>;
export function reads<T extends KubeObject>(
  kind: Kind<T>,
  objects: NamedBy | ReadsOptions<T> = {},
  options: DependencyOptions<T> = {},
): NamedKind<T> | ReadKind<T> {
  return 'namedBy' in objects ? { kind, named: objects, ...options } : { kind, ...objects };
}

/** A kind that the controller reads from the API server, without a watch. Grants get. */
export interface LiveKind<T extends KubeObject = KubeObject, TName extends string = string> {
  readonly kind: Kind<T>;
  readonly live: true;
  /** The only names that the controller reads. @default - any name */
  readonly names?: readonly TName[];
}

/** Which objects the controller may get. */
export interface GetsOptions<TName extends string = string> {
  /**
   * The only names that the controller reads. RBAC grants no others (`resourceNames`), and other names do not compile.
   * @default - any name
   */
  readonly names?: readonly [TName, ...TName[]];
}

/**
 * Declares that the controller gets single objects of `kind` from the API server. For objects that are read rarely or
 * that must not be cached, such as Secrets. Put it under `reads`. Changes of these objects start no reconcile: see
 * `watches`. Guarantees: starts no watch and uses no memory; RBAC grants only the verb get.
 */
export function gets<T extends KubeObject, const TName extends string = string>(
  kind: Kind<T>,
  options: GetsOptions<TName> = {},
): LiveKind<T, TName> {
  return { kind, live: true, ...options };
}

/** A kind whose changes start reconciles. */
export interface WatchedKind<T extends KubeObject = KubeObject, TIndex extends string = string>
  extends ReadKind<T, TIndex>, SourceOptions<T> {
  /**
   * How a change of an object leads to the resources to reconcile: a function that returns their keys, `usedBy`,
   * `named`, or `allOf`.
   */
  readonly mapTo: ((object: T) => readonly ObjectKey[]) | UsedBy | AllOf;
}

/** Maps a change of a watched object to all resources of the controller. */
export interface AllOf {
  /** The kind that the controller reconciles. */
  readonly allOf: Kind;
}

/**
 * For `watches`: a change of an object reconciles all objects of the controller's kind, in all namespaces that the
 * operator watches. For objects that concern all of them, such as a policy or the Namespaces. Many changes at once
 * enqueue each object once.
 * @param api the API of the controller
 */
export function allOf(api: Kind): AllOf {
  return { allOf: api };
}

/** Maps a change of a watched object to the resources that use it; the runtime maintains the reverse index. */
export interface UsedBy {
  /** The kind that uses the objects: the one that the controller reconciles. */
  readonly user: Kind;
  /** Returns the objects that a resource uses: names in its own namespace or of cluster-scoped objects, or keys. */
  readonly usedBy: (resource: never) => readonly (string | ObjectKey)[];
}

/**
 * For `watches`: a change of an object reconciles the resources that name it in their spec. Uses an index instead of a
 * scan.
 *
 * @param user the API of the controller
 * @param names a pure function that returns the objects that a resource uses: names in its own namespace or of
 *   cluster-scoped objects, or keys. A cluster-scoped resource refers to namespaced objects by keys
 */
export function usedBy<K extends Kind>(
  user: K,
  names: (resource: TypeOf<K>) => readonly (string | ObjectKey)[],
): UsedBy {
  return { user, usedBy: names };
}

/** A kind of which only named objects are watched; their changes start reconciles. */
export interface WatchedNamedKind<T extends KubeObject = KubeObject, TName extends string = string>
  extends NamedKind<T, TName>, SourceOptions<T> {
  /** A change reconciles the resources that name the object. */
  readonly mapTo: NamedBy<TName>;
}

/**
 * Declares that the controller reads objects of `kind`, and that a change of one reconciles the resources of `mapTo`: a
 * function from the object to their keys, `usedBy`, `named`, or `allOf`.
 */
export function watches<T extends KubeObject, const TName extends string = string>(
  kind: Kind<T>,
  mapTo: NamedBy<TName>,
  options?: Omit<SourceOptions<NoInfer<T>>, 'optional'>,
): WatchedNamedKind<T, TName>;
export function watches<T extends KubeObject, TIndex extends string = never, const TOptional extends boolean = false>(
  kind: Kind<T>,
  mapTo: ((object: T) => readonly ObjectKey[]) | UsedBy | AllOf,
  options?: ReadsOptions<NoInfer<T>, TIndex> & SourceOptions<NoInfer<T>> & { readonly optional?: TOptional },
): WithOptions<WatchedKind<T, NoInfer<TIndex>>, { readonly optional: TOptional }>;
/** For a better error message: without `mapTo`, `defineController` does not accept the result. */
export function watches<T extends KubeObject>(kind: Kind<T>): ReadKind<T, never>;
export function watches<T extends KubeObject>(
  kind: Kind<T>,
  mapTo?: WatchedKind<T>['mapTo'] | NamedBy,
  options: ReadsOptions<T> & SourceOptions<T> = {},
): WatchedKind<T> | WatchedNamedKind<T> {
  if (mapTo === undefined) throw buildNoMappingError(kind);
  return 'namedBy' in mapTo ? { kind, mapTo, named: mapTo, ...options } : { kind, mapTo, ...options };
}

function buildNoMappingError({ kind }: Kind): OperatorError {
  const hint = `say which resources to reconcile after a change: pass usedBy(…), allOf(…), named(…) or a function as the second argument`;
  return new OperatorError('DECLARATION_INVALID', `watch ${kind}`, { hint });
}

/**
 * Watched kinds of any type. A function for Deployments does not accept every object, so the parameter of `mapTo` is
 * `never`.
 */
export type WatchedKinds = Readonly<
  Record<string, ReadKind & { readonly mapTo: ((object: never) => readonly ObjectKey[]) | UsedBy | AllOf | NamedBy }>
>;

type AnyIndexBy = (object: never) => string | readonly string[] | undefined;

const asValues = new WeakMap<AnyIndexBy, (object: KubeObject) => readonly string[]>();

/** Returns the same function for the same index, because caches identify indexes by their function. */
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
