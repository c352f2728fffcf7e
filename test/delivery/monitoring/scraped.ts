import { type InputSeries, formatSeries } from './use-rules.ts';

/** The metrics of one Pod, scraped twice. */
export interface ScrapedPod {
  readonly pod: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Extrapolates the samples of `parseSamples` to the hour after the second scrape, and adds `up` with the value 1.
 * Samples named `_total` or `_count` grow each minute by their growth between the two scrapes; all others keep their
 * last value.
 * @param target the labels that Prometheus adds
 */
export function toHourOfSeries(scraped: readonly ScrapedPod[], target: Readonly<Record<string, string>>): InputSeries {
  const series = scraped.flatMap(({ pod, before, after }) => {
    const earlier = parseSamples(before);
    const ofPod = { ...target, pod };
    const grown = [...parseSamples(after)].map(([sample, value]) => {
      const growth = /_(?:total|count)\{/.test(sample) ? value - (earlier.get(sample) ?? 0) : 0;
      return [addLabels(sample, ofPod), `${String(value)}+${String(growth)}x60`] as const;
    });
    return [...grown, [formatSeries('up', ofPod), '1x60'] as const];
  });
  return Object.fromEntries(series);
}

/** Parses the counters, gauges and histogram counts whose value is a whole number: the value by `metric{labels}`. */
export function parseSamples(metrics: string): ReadonlyMap<string, number> {
  const lines = metrics.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const samples = lines.map((line) => {
    const end = line.lastIndexOf(' ');
    const name = line.slice(0, end);
    return [name.includes('{') ? name : `${name}{}`, Number(line.slice(end + 1))] as const;
  });
  return new Map(samples.filter(([name, value]) => !/_(?:bucket|sum)\{/.test(name) && Number.isSafeInteger(value)));
}

/** Adds labels. Like Prometheus, renames labels of the sample with the same name. */
function addLabels(sample: string, labels: Readonly<Record<string, string>>): string {
  const [, metric = '', given = ''] = /^(\w+)\{(.*)\}$/.exec(sample) ?? [];
  const own = given.replaceAll(/(?<=^|,)(\w+)=/g, (text, name: string) => (name in labels ? `exported_${text}` : text));
  const added = formatSeries(metric, labels);
  return own === '' ? added : added.replace(/\}$/, `,${own}}`);
}
