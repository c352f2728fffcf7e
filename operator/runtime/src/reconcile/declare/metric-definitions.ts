import { type Kind, type KubeObject, OperatorError } from '../../base/index.ts';

/** A counter: a number that only grows. https://prometheus.io/docs/concepts/metric_types/#counter */
export interface CounterDefinition<TLabel extends string = string> {
  readonly type: 'counter';
  /** The name of the metric: in snake case, with `_total` at its end. */
  readonly name: string;
  readonly help: string;
  readonly labels: readonly TLabel[];
}

/** Increments a declared counter. */
export interface Counter<TLabel extends string = never> {
  /** Increments by one, or by `by`. Needs a value for each declared label. */
  inc(
    ...given: [TLabel] extends [never] ? [by?: number] : [labels: Readonly<Record<TLabel, string>>, by?: number]
  ): void;
}

interface CounterOptions {
  readonly name: string;
  readonly help: string;
}

/**
 * Declares a counter. `reconcile` finds it in `metrics` of its context. It starts at 0 if it has no labels. Errors:
 * `DECLARATION_INVALID` for a name that is not in snake case with `_total` at its end, for an invalid Prometheus label,
 * or without a help text.
 */
export function counter(options: CounterOptions): CounterDefinition<never>;
export function counter<const TLabel extends string>(
  options: CounterOptions & { readonly labels: readonly TLabel[] },
): CounterDefinition<TLabel>;
export function counter({
  labels = [],
  ...options
}: CounterOptions & { readonly labels?: readonly string[] }): CounterDefinition {
  check(
    options,
    labels,
    !options.name.endsWith('_total') && `the name of a counter must end in _total: ${options.name}_total`,
  );
  return { type: 'counter', ...options, labels };
}

/** A gauge with one sample per resource, for as long as the resource exists. */
export interface ObjectGaugeDefinition<T = never> {
  readonly type: 'gaugePerObject';
  readonly name: string;
  readonly help: string;
  readonly labels: Readonly<Record<string, (object: T) => string>>;
  readonly value: (object: T) => number;
}

interface ObjectGaugeOptions<T> {
  /** The name of the metric, in snake case. */
  readonly name: string;
  readonly help: string;
  /**
   * Labels in addition to those that identify the resource, with a function that returns the value. Must be pure.
   * @default - none
   */
  readonly labels?: Readonly<Record<string, (object: T) => string>>;
  /** Returns the value of the sample. Must be pure. */
  readonly value: (object: T) => number;
}

/**
 * Declares a gauge with one sample per resource of the controller. The leader computes it from memory at each scrape,
 * so the sample of a deleted resource disappears.
 *
 * The labels `namespace` (not for a cluster-scoped API) and the kind in lower case, such as `pet`, identify the
 * resource of a sample: no two samples are equal.
 *
 * Errors: `DECLARATION_INVALID` for a name that is not in snake case, for an invalid Prometheus label, and for a
 * missing help text; from `defineController` if `labels` has one of the two above.
 */
export function gaugePerObject<T extends KubeObject>({
  labels = {},
  ...options
}: ObjectGaugeOptions<T>): ObjectGaugeDefinition<T> {
  check(options, Object.keys(labels));
  return { type: 'gaugePerObject', ...options, labels };
}

/** The name of a label, and the function that returns its value. */
export type ObjectLabel = readonly [label: string, textOf: (object: KubeObject) => string];

/** The labels that identify a resource of an API, with the names that kube-state-metrics uses. */
export function buildIdentityLabels({ kind, namespaced }: Pick<Kind, 'kind' | 'namespaced'>): readonly ObjectLabel[] {
  const name: ObjectLabel = [kind.toLowerCase(), ({ metadata }) => metadata.name];
  return namespaced ? [['namespace', ({ metadata }) => metadata.namespace ?? ''], name] : [name];
}

const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
/** Valid names of labels. Prometheus reserves names with two leading underscores. */
const labelName = /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/;

function check({ name, help }: CounterOptions, labels: readonly string[], suffix: string | false = false): void {
  const label = labels.find((each, index) => !labelName.test(each) || labels.indexOf(each) < index);
  const problems: readonly (string | false)[] = [
    !snakeCase.test(name) && 'the name must be in snake case, such as orders_placed_total',
    suffix,
    help.trim() === '' && 'help must not be empty',
    label !== undefined &&
      `the label ${JSON.stringify(label)} must consist of letters, digits and "_", must not begin with a digit or "__", and must be unique`,
  ];
  const hint = problems.find((problem) => problem !== false);
  if (hint !== undefined) throw new OperatorError('DECLARATION_INVALID', `define the metric ${name}`, { hint });
}

export type MetricDefinition = CounterDefinition | ObjectGaugeDefinition;
export type MetricDefinitions = Readonly<Record<string, MetricDefinition>>;

/** The declared counters by name, as `reconcile` uses them. */
export type CountersOf<M> = {
  readonly [K in keyof M as M[K] extends CounterDefinition ? K : never]: M[K] extends CounterDefinition
    ? Counter<M[K]['labels'][number]>
    : never;
};

/** The names of all labels that a metric of a controller of `api` has. */
export function listLabelNames(api: Pick<Kind, 'kind' | 'namespaced'>, metric: MetricDefinition): readonly string[] {
  if (metric.type === 'counter') return metric.labels;
  return [...buildIdentityLabels(api).map(([label]) => label), ...Object.keys(metric.labels)];
}

/** Throws `DECLARATION_INVALID` if metrics of a controller conflict. */
export function checkMetrics(controller: string, api: Kind, metrics: MetricDefinitions): void {
  const names = Object.values(metrics).map(({ name }) => name);
  const hints = Object.entries(metrics).map(([property, metric], index) =>
    names.indexOf(metric.name) < index
      ? `metrics.${property}: ${metric.name} is already declared; choose another name`
      : findIdentityProblem(api, property, metric),
  );
  const hint = hints.find((each) => each !== undefined);
  if (hint !== undefined)
    throw new OperatorError('DECLARATION_INVALID', `define the controller ${controller}`, { hint });
}

function findIdentityProblem(api: Kind, property: string, metric: MetricDefinition): string | undefined {
  if (metric.type === 'counter') return undefined;
  const labels = listLabelNames(api, metric);
  const twice = labels.find((label, index) => labels.indexOf(label) < index);
  if (twice === undefined) return undefined;
  return `metrics.${property}: each sample already has the label ${twice}, which identifies the resource: remove it from labels`;
}
