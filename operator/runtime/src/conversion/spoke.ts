import type { Api, CustomResource } from '../api/index.ts';
import type { Please } from '../base/index.ts';

/** How objects of a spoke become objects of the hub, and back. */
export interface SpokeDeclaration<TSpec, TStatus, THubSpec, THubStatus> {
  /**
   * The hub, for a spoke in a file of its own: there the compiler does not know what `toHub` returns.
   *
   * @default - the hub of the `defineConversion` that the spoke stands in
   */
  readonly hub?: Api<THubSpec, THubStatus>;
  /**
   * The content of the object in the hub. Pure: the same result for the same content, and nothing else happens; the
   * content is frozen. What the hub has no place for is left out: the runtime keeps it.
   *
   * `status.conditions` and `status.observedGeneration` follow by themselves if they are left out.
   *
   * An integer beyond ±(2^53-1) that was stored before the CRD had bounds is a `bigint` here, so that a copy of it stays as
   * it is; what does arithmetic with it as with a number throws, and the object is not converted.
   *
   * Throws: `unconvertible(...)` for content that has no equivalent. Then nobody can read or write the object in the
   * other version, nor list the kind in it: prefer a value that comes close, as nothing is lost by it.
   */
  toHub(this: void, content: Content<TSpec, TStatus>): ConversionResult<NoInfer<THubSpec>, NoInfer<THubStatus>>;
  /** The content of the object in the spoke: the same as `toHub` in the other direction. */
  fromHub(
    this: void,
    content: NoInfer<Content<THubSpec, THubStatus>>,
  ): ConversionResult<NoInfer<TSpec>, NoInfer<TStatus>>;
  /**
   * Whether the API server serves the version. One that is not served is still converted: objects may be stored in it.
   *
   * @default true
   */
  readonly served?: boolean;
}

/** A version beside the hub, with its conversion to the hub and back. */
export interface Spoke<in out THubSpec, in out THubStatus> {
  readonly api: Api;
  /** As the spoke names it. */
  readonly hub: Api | undefined;
  readonly served: boolean;
  readonly toHub: (content: Content<never, never>) => ConversionResult<THubSpec, THubStatus>;
  readonly fromHub: (content: Content<THubSpec, THubStatus>) => ConversionResult;
}

/**
 * Declares a version beside the hub, and how its objects are converted. Whether it is deprecated says its `defineApi`.
 *
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
 */
export function spoke<TSpec, TStatus, THubSpec, THubStatus>(
  api: Api<TSpec, TStatus>,
  declaration: SpokeDeclaration<TSpec, TStatus, THubSpec, THubStatus>,
): Spoke<THubSpec, THubStatus> {
  const { hub, toHub, fromHub, served = true } = declaration;
  // The runtime gives each function only the content of objects of its version.
  const functions = { toHub, fromHub } as Pick<Spoke<THubSpec, THubStatus>, 'toHub' | 'fromHub'>;
  return { api, hub, served, ...functions };
}

/** What the functions of a conversion see of an object: everything but `apiVersion`, `kind` and `metadata`. */
export interface Content<TSpec = unknown, TStatus = unknown> {
  readonly spec: TSpec;
  readonly status?: CustomResource<TSpec, TStatus>['status'] | undefined;
}

type NotTheirs = Please<'a conversion returns spec and status: the runtime keeps everything else as it is'>;

/** What the functions of a conversion return: a field that may be absent may also be `undefined`. */
export interface ConversionResult<TSpec = unknown, TStatus = unknown> {
  readonly spec: Loose<TSpec>;
  readonly status?: Loose<CustomResource<TSpec, TStatus>['status']> | undefined;
  readonly metadata?: NotTheirs;
  readonly apiVersion?: NotTheirs;
  readonly kind?: NotTheirs;
}

/** The same type, with `undefined` for what may be absent: `{ note: spec.note }` copies a field that may be absent. */
type Loose<T> = T extends readonly (infer TItem)[]
  ? readonly Loose<TItem>[]
  : T extends object
    ? { readonly [K in keyof T]: object extends Pick<T, K> ? Loose<T[K]> | undefined : Loose<T[K]> }
    : T;
