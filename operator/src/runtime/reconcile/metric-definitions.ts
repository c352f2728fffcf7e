import type { KubeObject } from '../base/index.ts';

/** A number that only grows, as Prometheus shows it. https://prometheus.io/docs/concepts/metric_types/#counter */
export interface CounterDefinition<TLabel extends string = string> {
  readonly type: 'counter';
  /** In snake case, ends in `_total`. */
  readonly name: string;
  readonly help: string;
  readonly labels: readonly TLabel[];
}

/** What a reconcile counts with. */
export interface Counter<TLabel extends string = never> {
  /** Counts one, or `by`, up; with a value for each label that was declared. */
  inc(
    ...given: [TLabel] extends [never] ? [by?: number] : [labels: Readonly<Record<TLabel, string>>, by?: number]
  ): void;
}

interface CounterOptions {
  readonly name: string;
  readonly help: string;
}

/** Declares a counter; the reconcile finds it at `metrics` of its context. It starts at 0, if it has no labels. */
export function counter(options: CounterOptions): CounterDefinition<never>;
export function counter<const TLabel extends string>(
  options: CounterOptions & { readonly labels: readonly TLabel[] },
): CounterDefinition<TLabel>;
export function counter({
  labels = [],
  ...options
}: CounterOptions & { readonly labels?: readonly string[] }): CounterDefinition {
  return { type: 'counter', ...options, labels };
}

/** One sample per resource, for as long as the resource exists. */
export interface ObjectGaugeDefinition<T = never> {
  readonly type: 'gaugePerObject';
  /** In snake case. */
  readonly name: string;
  readonly help: string;
  readonly labels: Readonly<Record<string, (object: T) => string>>;
  readonly value: (object: T) => number;
}

/**
 * Declares a gauge with one sample per resource of the controller. It is read from memory when Prometheus asks, by the
 * replica that leads: nothing has to be counted, and nothing stays of a resource that has gone.
 */
export function gaugePerObject<T extends KubeObject>(
  definition: Omit<ObjectGaugeDefinition<T>, 'type'>,
): ObjectGaugeDefinition<T> {
  return { type: 'gaugePerObject', ...definition };
}

export type MetricDefinition = CounterDefinition | ObjectGaugeDefinition;
export type MetricDefinitions = Readonly<Record<string, MetricDefinition>>;

/** The counters among declared metrics, as a reconcile uses them. */
export type CountersOf<M> = {
  readonly [K in keyof M as M[K] extends CounterDefinition ? K : never]: M[K] extends CounterDefinition
    ? Counter<M[K]['labels'][number]>
    : never;
};
