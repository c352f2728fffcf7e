import type { SettingsTable, ValuesOf } from '@kubewright/runtime/internal/base';
import type { CounterDefinition } from '@kubewright/runtime/internal/reconcile';

type Anything = Readonly<Record<string, unknown>>;

/** Values for the settings of a controller; any values if their types are unknown. */
export type SettingsFor<S> = S extends SettingsTable
  ? string extends keyof S
    ? Anything
    : Partial<ValuesOf<S>>
  : Anything;

/** Test doubles for the `uses` of a controller; any values if their types are unknown. */
export type FakesFor<U> = unknown extends U ? Anything : { readonly [K in keyof U]?: Fake<CreatedBy<U[K]>> };

type CreatedBy<F> = F extends (given: never) => infer TCreated ? Awaited<TCreated> : never;

type Disposal = typeof Symbol.dispose | typeof Symbol.asyncDispose;

/** The public members of `T`. Methods that dispose are optional, because the test disposes its own doubles. */
export type Fake<T> = T extends (...given: never) => unknown
  ? T
  : T extends object
    ? { readonly [K in Exclude<keyof T, Disposal>]: T[K] } & { readonly [K in keyof T & Disposal]?: T[K] }
    : T;

/** The names of the metrics that a controller declares. */
export type MetricName<M> = unknown extends M ? string : keyof M & string;

/** The labels that identify a sample of a declared metric. */
export type LabelsFor<D> =
  D extends CounterDefinition<infer TLabel>
    ? [TLabel] extends [never]
      ? []
      : [labels: Readonly<Record<TLabel, string>>]
    : [labels?: Readonly<Record<string, string>>];
