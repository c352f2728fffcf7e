import { map, type Schema, text } from '../../options/index.ts';

/** Labels with their values, by which series are selected. */
export type Series = Readonly<Record<string, string>>;

/** https://prometheus.io/docs/concepts/data_model/#metric-names-and-labels */
export const seriesShape: Schema = map(
  text(),
  text('the name of a label (letters, digits and "_", not a digit first)', /^[a-zA-Z_]\w*$/),
);

/** Pure: the labels that a ServiceMonitor of the Service for metrics sets on all series of an installation. */
export function scrapedSeries(name: string, namespace: string): Series {
  return { job: `${name}-metrics`, namespace };
}

/**
 * Pure: the selector of a metric, such as `up{job="a",namespace="b",code=~"5.."}`.
 *
 * @param matchers more of them, as PromQL writes them
 */
export function selected(metric: string, series: Series, ...matchers: readonly string[]): string {
  // PromQL strings have the syntax of JSON strings.
  const ofSeries = Object.entries(series).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return `${metric}{${[...ofSeries.sort(), ...matchers].join(',')}}`;
}

/** Pure: the URL of the page about an alert, in the folder `runbooks`. */
export function runbookUrl(runbooks: string, alert: string): string {
  return `${runbooks.replace(/\/$/, '')}/${alert}.md`;
}
