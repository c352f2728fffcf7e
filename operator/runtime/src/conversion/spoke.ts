import type { Api, CustomResource, Schema } from '../api/index.ts';
import type { Please } from '../base/index.ts';

/** Schemas of fields that a spoke and the hub declare identically, by name. */
export interface SharedFields {
  readonly spec?: Readonly<Record<string, Schema>>;
  readonly status?: Readonly<Record<string, Schema>>;
}

/** The conversion functions between a spoke, which is any version other than the hub, and the hub. */
export interface SpokeDeclaration<
  TSpec,
  TStatus,
  THubSpec,
  THubStatus,
  TShared extends SharedFields = object,
  TToHub = unknown,
  TFromHub = unknown,
> {
  /**
   * The hub version. Set it for a spoke in its own file, where the compiler cannot infer what `toHub` returns. @default
   * - the hub of the surrounding `defineConversion`
   */
  readonly hub?: Api<THubSpec, THubStatus>;
  /**
   * Fields of `spec` and `status` that both versions declare with the same schema objects. The runtime copies them, so
   * the functions need not return them; a returned value wins. `defineConversion` rejects a field that a version lacks
   * or declares differently. @default - the functions return all fields
   */
  readonly shared?: TShared;
  /**
   * Converts the content of an object to the hub version. Must be pure; the content is frozen. Omit values that the hub
   * lacks: the runtime retains them. The runtime converts `status.conditions` and `status.observedGeneration` if you
   * omit them.
   *
   * An integer beyond ±(2^53-1) that was stored before the CRD had bounds is a `bigint`, so that a copy stays exact.
   * Number arithmetic with it throws, and the object is then not converted.
   *
   * Throw `conversionError(...)` for content without an equivalent. Clients can then neither read nor write the object
   * in the other version, nor list the kind in it. Prefer the closest equivalent: the runtime retains the original
   * values.
   */
  toHub(
    this: void,
    content: Content<TSpec, TStatus>,
  ): ConversionResult<NoInfer<THubSpec>, NoInfer<THubStatus>, NoInfer<TShared>> &
    TToHub &
    Declared<TToHub, NoInfer<THubSpec>, NoInfer<THubStatus>>;
  /** Converts the content of an object from the hub to this version, under the same rules as `toHub`. */
  fromHub(
    this: void,
    content: NoInfer<Content<THubSpec, THubStatus>>,
  ): ConversionResult<NoInfer<TSpec>, NoInfer<TStatus>, NoInfer<TShared>> &
    TFromHub &
    Declared<TFromHub, NoInfer<TSpec>, NoInfer<TStatus>>;
  /**
   * Whether the API server serves the version. A version that is not served is still converted, because objects may be
   * stored in it. @default true
   */
  readonly served?: boolean;
}

/** A declared version other than the hub, with its conversion in both directions. */
export interface Spoke<in out THubSpec, in out THubStatus> {
  readonly api: Api;
  /** The hub that the spoke declares. */
  readonly hub: Api | undefined;
  readonly served: boolean;
  readonly shared: SharedFields;
  readonly toHub: (content: Content<never, never>) => ConversionResult<THubSpec, THubStatus>;
  readonly fromHub: (content: Content<THubSpec, THubStatus>) => ConversionResult;
}

/**
 * Declares a version other than the hub, and its conversion. To deprecate the version, set `deprecated` in its
 * `defineApi`.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
 */
export function spoke<
  TSpec,
  TStatus,
  THubSpec,
  THubStatus,
  TShared extends SharedFields = object,
  const TToHub = unknown,
  const TFromHub = unknown,
>(
  api: Api<TSpec, TStatus>,
  declaration: SpokeDeclaration<TSpec, TStatus, THubSpec, THubStatus, TShared, TToHub, TFromHub>,
): Spoke<THubSpec, THubStatus> {
  const { hub, toHub, fromHub, served = true, shared = {} } = declaration;
  // The runtime passes to each function only objects of its version, so the type parameters can be dropped.
  const functions = { toHub, fromHub } as Pick<Spoke<THubSpec, THubStatus>, 'toHub' | 'fromHub'>;
  return { api, hub, served, shared, ...functions };
}

/** The parts of an object that conversion functions get: everything but `apiVersion`, `kind` and `metadata`. */
export interface Content<TSpec = unknown, TStatus = unknown> {
  readonly spec: TSpec;
  readonly status?: CustomResource<TSpec, TStatus>['status'] | undefined;
}

type NotTheirs = Please<'return only spec and status: the runtime keeps all other fields'>;

/** What a conversion function returns if no fields are shared. An optional field may also be `undefined`. */
export interface ConversionResult<TSpec = unknown, TStatus = unknown, TShared = object> {
  readonly spec: Loose<Without<TSpec, TShared, 'spec'>>;
  readonly status?: Loose<Without<CustomResource<TSpec, TStatus>['status'], TShared, 'status'>> | undefined;
  readonly metadata?: NotTheirs;
  readonly apiVersion?: NotTheirs;
  readonly kind?: NotTheirs;
}

/** Rejects fields that the version lacks: TypeScript itself does not, if the result contains a spread. */
type Declared<TResult, TSpec, TStatus> = {
  readonly [K in keyof TResult]: K extends 'spec'
    ? Known<TResult[K], TSpec>
    : K extends 'status'
      ? Known<TResult[K], NonNullable<CustomResource<TSpec, TStatus>['status']>>
      : unknown;
};

type Known<TPart, T> = TPart extends object
  ? { readonly [K in keyof TPart]: K extends keyof T ? unknown : Please<'this version does not declare the field'> }
  : unknown;

/** The fields of a part that are not shared. */
type Without<T, TShared, TPart extends keyof SharedFields> =
  TShared extends Readonly<Record<TPart, infer TFields>> ? (T extends object ? Omit<T, keyof TFields> : T) : T;

/** Also allows `undefined` for optional fields, so that `{ note: spec.note }` copies an optional field. */
type Loose<T> = T extends readonly (infer TItem)[]
  ? readonly Loose<TItem>[]
  : T extends object
    ? { readonly [K in keyof T]: object extends Pick<T, K> ? Loose<T[K]> | undefined : Loose<T[K]> }
    : T;
