import { OperatorError } from '@kubewright/runtime/internal/base';

import type { MetricFamily } from './metric-families.ts';

export interface PanelMetric {
  readonly metric: string;
  /** One line for each combination of values of these labels. @default - one line for all series */
  readonly by?: readonly string[];
  /** Legend text that distinguishes this metric's lines from others in the panel. @default - none */
  readonly legend?: string;
  /** An additional PromQL matcher for the series, such as `code!~"2.."`. @default - all series */
  readonly only?: string;
  /**
   * How to aggregate the series.
   *
   * - a counter: always the `sum` of its rates
   * - a gauge: the `sum`, the `max`, or the time since its timestamp (`age`)
   * - a histogram: `quantiles`, or `busy`, the rate of its sum: seconds spent per second
   *
   * @default - `quantiles` for a histogram, `sum` for all others
   */
  readonly as?: 'quantiles' | 'busy' | 'sum' | 'max' | 'age';
}

/** A query of a panel: one line, or one for each combination of labels. */
export interface PanelQuery {
  readonly expression: string;
  readonly legend: string;
}

/** Labels that the Prometheus Operator adds to each series. Panels can group by them. */
const targetLabels: ReadonlySet<string> = new Set([
  'namespace',
  'job',
  'pod',
  'instance',
  'service',
  'container',
  'endpoint',
]);

const quantiles = [0.5, 0.95, 0.99] as const;

/**
 * Builds the queries for a metric by its type. Errors: `DECLARATION_INVALID` if the metric does not have one of the
 * labels, or its type does not support the aggregation.
 */
export function buildQueries(family: MetricFamily, shown: PanelMetric): readonly PanelQuery[] {
  const labels = (shown.by ?? []).map((label) => toScrapedLabel(family, label));
  const legend = [shown.legend, ...labels.map((label) => `{{${label}}}`)]
    .filter((part) => part !== undefined)
    .join(' ');
  const form = shown.as ?? (family.type === 'histogram' ? 'quantiles' : 'sum');
  if (!allowedForms[family.type].includes(form)) {
    throw new OperatorError('DECLARATION_INVALID', `show ${family.name} as ${form}`, {
      hint: `the metric is a ${family.type}`,
    });
  }
  if (form === 'quantiles')
    return quantiles.map((quantile) => buildQuantileQuery(family, { quantile, labels, legend, shown }));
  const series = formatSelector(family, shown);
  const inner = {
    sum: family.type === 'counter' ? `rate(${family.name}${series}[$__rate_interval])` : `${family.name}${series}`,
    max: `${family.name}${series}`,
    age: `time() - ${family.name}${series}`,
    busy: `rate(${family.name}_sum${series}[$__rate_interval])`,
  }[form];
  const fold = form === 'max' || form === 'age' ? 'max' : 'sum';
  return [{ expression: `${fold}${formatGrouping(labels)} (${inner})`, legend: legend === '' ? family.name : legend }];
}

const allowedForms: Readonly<Record<MetricFamily['type'], readonly NonNullable<PanelMetric['as']>[]>> = {
  counter: ['sum'],
  gauge: ['sum', 'max', 'age'],
  histogram: ['quantiles', 'busy'],
  summary: [],
};

function buildQuantileQuery(
  family: MetricFamily,
  {
    quantile,
    labels,
    legend,
    shown,
  }: { quantile: number; labels: readonly string[]; legend: string; shown: PanelMetric },
): PanelQuery {
  const rates = `sum${formatGrouping([...labels, 'le'])} (rate(${family.name}_bucket${formatSelector(family, shown)}[$__rate_interval]))`;
  return {
    expression: `histogram_quantile(${String(quantile)}, ${rates})`,
    legend: `p${String(quantile * 100)} ${legend}`.trim(),
  };
}

function formatGrouping(labels: readonly string[]): string {
  return labels.length === 0 ? '' : ` by (${labels.join(', ')})`;
}

/** The PromQL selector for the series that the dashboard's variables select. */
function formatSelector({ labels }: MetricFamily, { only }: PanelMetric): string {
  const controller = labels.includes('controller') ? ['controller=~"$controller"'] : [];
  const matchers = ['namespace="$namespace"', 'job="$job"', ...controller, ...(only === undefined ? [] : [only])];
  return `{${matchers.join(',')}}`;
}

/**
 * The name of a label after the scrape. If the scrape sets the same label, Prometheus prefixes the metric's label with
 * `exported_`:
 * https://prometheus.io/docs/prometheus/latest/configuration/configuration/#scrape_config
 */
function toScrapedLabel({ name, labels }: MetricFamily, label: string): string {
  if (labels.includes(label)) return targetLabels.has(label) ? `exported_${label}` : label;
  if (targetLabels.has(label)) return label;
  throw new OperatorError('DECLARATION_INVALID', `show ${name} by ${label}`, {
    hint: `the metric has only the labels ${labels.join(', ') || 'of the scrape'}`,
  });
}

/** A panel with metrics in one of Grafana's units. */
export interface PanelPlan {
  readonly title: string;
  /** https://github.com/grafana/grafana/blob/main/packages/grafana-data/src/valueFormats/categories.ts */
  readonly unit: 'short' | 'ops' | 'reqps' | 's' | 'bytes' | 'percentunit' | 'bool';
  readonly shows: readonly PanelMetric[];
}

/** Panels under one heading. */
export interface RowPlan {
  readonly title: string;
  readonly panels: readonly PanelPlan[];
}
