import type { CustomResource } from '../api/index.ts';
import type { Please } from '../base/index.ts';

/** What the functions of a conversion see of an object: everything but `apiVersion`, `kind` and `metadata`. */
export interface Content<TSpec = unknown, TStatus = unknown> {
  readonly spec: TSpec;
  readonly status?: CustomResource<TSpec, TStatus>['status'] | undefined;
}

type NotTheirs = Please<'a conversion returns spec and status: the runtime keeps everything else as it is'>;

/** What the functions of a conversion return: a field that may be absent may also be `undefined`. */
export interface Converted<TSpec = unknown, TStatus = unknown> {
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
