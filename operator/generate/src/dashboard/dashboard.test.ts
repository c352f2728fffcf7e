import { describe, expect, it } from 'vitest';

import { kubewright } from '../../../src/kubewright.ts';
import { defineApi, t } from '../../../runtime/src/api/index.ts';
import { defineConversion, spoke } from '../../../runtime/src/conversion/index.ts';
import { awaitChange, counter, defineController, gaugePerObject } from '../../../runtime/src/reconcile/index.ts';
import { buildDashboard } from './dashboard.ts';
import type { GrafanaPanel } from './grafana.ts';
import { collectMetricFamilies } from './metric-families.ts';
import { rows } from './rows.ts';

const system = 'only Linux reports it, and the dashboard is the same wherever it is generated';

/** Metrics without a panel, and why. */
const notShown: Readonly<Record<string, string>> = {
  nodejs_eventloop_lag_max_seconds: 'a single pause determines it; p99 is more meaningful',
  nodejs_eventloop_lag_min_seconds: 'it shows no problem',
  nodejs_eventloop_lag_seconds:
    'one measurement at the time of the scrape; the quantiles cover all since the last scrape',
  nodejs_eventloop_lag_stddev_seconds: 'the quantiles show more',
  nodejs_heap_space_size_available_bytes: 'memory that V8 could use without an allocation, which indicates no problem',
  nodejs_heap_space_size_total_bytes: 'the panel Memory has the sum over all spaces',
  nodejs_version_info: 'its value is a text, which a panel cannot plot',
  process_heap_bytes: system,
  process_max_fds: system,
  process_open_fds: system,
  process_virtual_memory_bytes: system,
};

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const cafe = defineController(Cafe, {
  metrics: {
    served: counter({ name: 'cups_served_total', help: 'Cups.', labels: ['size'] }),
    open: gaugePerObject({ name: 'cafe_open', help: 'Open.', value: () => 1 }),
  },
  reconcile: () => Promise.resolve(awaitChange),
});

const CafeV1beta1 = defineApi({ group: 'example.com', version: 'v1beta1', kind: 'Cafe', spec: t.object({}) });
const same = { toHub: () => ({ spec: {} }), fromHub: () => ({ spec: {} }) };
/** An operator with a conversion, because our operators have none. */
const cafes = { name: 'cafes', controllers: [cafe], conversions: [defineConversion(Cafe, [spoke(CafeV1beta1, same)])] };

const own = await buildDashboard(kubewright);
const families = await collectMetricFamilies(kubewright);
const listExpressions = (panels: readonly GrafanaPanel[]): string[] =>
  panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
/** The metric names in PromQL expressions, where names of histograms have a suffix. */
const listMetrics = (expressions: readonly string[]): Set<string> =>
  new Set(expressions.flatMap((text) => [...text.matchAll(/([a-z]\w*)\{/g)].map(([, name = '']) => name)));
const shown = listMetrics(listExpressions(own.panels));
const isShown = ({ name, type }: (typeof families)[number]): boolean =>
  type === 'histogram' ? shown.has(`${name}_bucket`) || shown.has(`${name}_sum`) : shown.has(name);

describe('the dashboard of our operators', () => {
  it('shows every metric that a process registers, except those of notShown', () => {
    const missing = families.filter((family) => !isShown(family) && !(family.name in notShown));
    expect(missing.map(({ name }) => name)).toEqual([]);
    expect(families.length).toBeGreaterThan(40);
  });

  it('shows no metric of notShown', () => {
    const both = families.filter((family) => isShown(family) && family.name in notShown);
    expect(both.map(({ name }) => name)).toEqual([]);
    for (const reason of Object.values(notShown)) expect(reason).toMatch(/\w{2}/);
  });

  it('has panels for registered metrics only', async () => {
    const ofCafes = await collectMetricFamilies(cafes);
    const known = new Set([...families, ...ofCafes].map(({ name }) => name));
    const planned = rows.flatMap(({ panels }) => panels.flatMap(({ shows }) => shows.map(({ metric }) => metric)));
    expect(planned.filter((metric) => !known.has(metric))).toEqual([]);
  });

  it('has the expected rows, from top to bottom', () => {
    expect(own.panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
      'Reconciles',
      'Queue',
      'API requests',
      'Webhooks',
      'Caches and certificates',
      'Leader',
      'Process',
      'Controller memcached',
      'Controller pet',
    ]);
  });

  it('has a row about versions, with all metrics, for an operator that converts', async () => {
    const { panels } = await buildDashboard(cafes);
    expect(panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toContain('Versions');
    const shownOfCafes = listMetrics(listExpressions(panels));
    const about = (await collectMetricFamilies(cafes)).filter(({ name }) => /conversion|migration/.test(name));
    expect(about).toHaveLength(5);
    expect(about.filter(({ name }) => !shownOfCafes.has(name))).toEqual([]);
  });

  it('has variables for the data source, the namespace, the job and the controllers', () => {
    const variables = own.templating.list as readonly { name: string; type: string; multi?: boolean }[];
    expect(variables.map(({ name, type, multi = false }) => [name, type, multi])).toEqual([
      ['datasource', 'datasource', false],
      ['namespace', 'query', false],
      ['job', 'query', false],
      ['controller', 'query', true],
    ]);
  });

  it('describes each panel with the help texts of its metrics', () => {
    const panel = own.panels.find(({ title }) => title === 'Queue depth');
    const { help = '' } = families.find(({ name }) => name === 'workqueue_depth') ?? {};
    expect(panel?.['description']).toBe(`workqueue_depth: ${help}`);
    for (const { type, ...each } of own.panels) {
      expect([each.title, type === 'row' || each['description'] !== '']).toEqual([each.title, true]);
    }
  });

  it('has panels with unique ids that do not overlap', () => {
    const places = own.panels.map((panel) => panel['gridPos'] as { x: number; y: number; w: number; h: number });
    const cells = places.flatMap(({ x, y, w, h }) =>
      Array.from({ length: w * h }, (_, cell) => `${String(x + (cell % w))} ${String(y + Math.floor(cell / w))}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...places.map(({ x, w }) => x + w))).toBe(24);
    expect(new Set(own.panels.map(({ id }) => id)).size).toBe(own.panels.length);
  });

  it('has a different refId and legend for each query of a panel', () => {
    for (const { title, targets = [] } of own.panels) {
      expect([title, new Set(targets.map(({ refId }) => refId)).size]).toEqual([title, targets.length]);
      expect([title, new Set(targets.map(({ legendFormat }) => legendFormat)).size]).toEqual([title, targets.length]);
    }
  });
});

describe("the dashboard of a user's operator", () => {
  it('has the name of the operator, and shows the metrics that its controllers declare', async () => {
    const dashboard = await buildDashboard({ name: 'coffee', controllers: [cafe] });
    expect([dashboard.uid, dashboard.title]).toEqual(['operator-coffee', 'Operator coffee']);
    expect(listExpressions(dashboard.panels).slice(-2)).toEqual([
      'sum by (size) (rate(cups_served_total{namespace="$namespace",job="$job"}[$__rate_interval]))',
      'sum by (exported_namespace, cafe) (cafe_open{namespace="$namespace",job="$job"})',
    ]);
    expect(dashboard.panels.map(({ title }) => title).slice(-3)).toEqual([
      'Controller cafe',
      'cups_served_total',
      'cafe_open',
    ]);
  });

  it('has a uid of at most 40 characters, even for a long operator name', async () => {
    const { uid } = await buildDashboard({ name: 'c'.repeat(63), controllers: [cafe] });
    expect(uid).toMatch(/^operator-c{31}$/);
  });
});
