import { type GivenSeries, seriesOf } from './use-rules.ts';

/** The metrics of one Pod, read twice. */
export interface Scraped {
  readonly pod: string;
  readonly before: string;
  readonly after: string;
}

/**
 * The series of these metrics, as Prometheus would have them in the hour after: a counter grows by as much in each minute
 * as between both reads, and anything else keeps its last value.
 *
 * @param target the labels that Prometheus adds
 */
export function anHourOf(scraped: readonly Scraped[], target: Readonly<Record<string, string>>): GivenSeries {
  const series = scraped.flatMap(({ pod, before, after }) => {
    const earlier = samplesOf(before);
    const ofPod = { ...target, pod };
    const grown = [...samplesOf(after)].map(([sample, value]) => {
      const growth = /_(?:total|count)\{/.test(sample) ? value - (earlier.get(sample) ?? 0) : 0;
      return [withLabels(sample, ofPod), `${String(value)}+${String(growth)}x60`] as const;
    });
    return [...grown, [seriesOf('up', ofPod), '1x60'] as const];
  });
  return Object.fromEntries(series);
}

/** The samples of counters and gauges, and how many a histogram has: `metric{labels}` and the value. */
export function samplesOf(metrics: string): ReadonlyMap<string, number> {
  const lines = metrics.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const samples = lines.map((line) => {
    const end = line.lastIndexOf(' ');
    const name = line.slice(0, end);
    return [name.includes('{') ? name : `${name}{}`, Number(line.slice(end + 1))] as const;
  });
  return new Map(samples.filter(([name, value]) => !/_(?:bucket|sum)\{/.test(name) && Number.isSafeInteger(value)));
}

/** Prometheus renames labels of a sample that it sets itself. */
function withLabels(sample: string, labels: Readonly<Record<string, string>>): string {
  const [, metric = '', given = ''] = /^(\w+)\{(.*)\}$/.exec(sample) ?? [];
  const own = given.replaceAll(/(?<=^|,)(\w+)=/g, (text, name: string) => (name in labels ? `exported_${text}` : text));
  const added = seriesOf(metric, labels);
  return own === '' ? added : added.replace(/\}$/, `,${own}}`);
}
