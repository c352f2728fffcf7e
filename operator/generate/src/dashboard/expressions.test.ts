import { describe, expect, it } from 'vitest';

import { buildQueries, type PanelMetric } from './expressions.ts';
import type { MetricFamily } from './metric-families.ts';

const buildFamily = (type: MetricFamily['type'], ...labels: readonly string[]): MetricFamily => ({
  ...{ name: 'pets', help: 'Pets.', type, labels },
});
const listExpressions = (given: MetricFamily, shown: Partial<PanelMetric> = {}): readonly string[] =>
  buildQueries(given, { metric: 'pets', ...shown }).map(({ expression }) => expression);
const listLegends = (given: MetricFamily, shown: Partial<PanelMetric> = {}): readonly string[] =>
  buildQueries(given, { metric: 'pets', ...shown }).map(({ legend }) => legend);

const target = 'namespace="$namespace",job="$job"';

describe('the PromQL of a metric', () => {
  it('is the summed rate of a counter', () => {
    expect(listExpressions(buildFamily('counter', 'kind'), { by: ['kind'] })).toEqual([
      `sum by (kind) (rate(pets{${target}}[$__rate_interval]))`,
    ]);
  });

  it('is the sum, the maximum or the age of a gauge', () => {
    const gauge = buildFamily('gauge');
    expect(listExpressions(gauge)).toEqual([`sum (pets{${target}})`]);
    expect(listExpressions(gauge, { as: 'max', by: ['pod'] })).toEqual([`max by (pod) (pets{${target}})`]);
    expect(listExpressions(gauge, { as: 'age' })).toEqual([`max (time() - pets{${target}})`]);
  });

  it('is three quantiles, or the busy time, of a histogram', () => {
    const histogram = buildFamily('histogram', 'kind');
    const rates = `sum by (kind, le) (rate(pets_bucket{${target}}[$__rate_interval]))`;
    expect(listExpressions(histogram, { by: ['kind'] })).toEqual([
      `histogram_quantile(0.5, ${rates})`,
      `histogram_quantile(0.95, ${rates})`,
      `histogram_quantile(0.99, ${rates})`,
    ]);
    expect(listLegends(histogram, { by: ['kind'] })).toEqual(['p50 {{kind}}', 'p95 {{kind}}', 'p99 {{kind}}']);
    expect(listExpressions(histogram, { as: 'busy' })).toEqual([`sum (rate(pets_sum{${target}}[$__rate_interval]))`]);
  });

  it('selects by $controller if the metric has the label controller', () => {
    expect(listExpressions(buildFamily('gauge', 'controller'))).toEqual([
      `sum (pets{${target},controller=~"$controller"})`,
    ]);
  });

  it('has the additional matcher of `only`', () => {
    expect(listExpressions(buildFamily('gauge', 'kind'), { only: 'kind!="cat"' })).toEqual([
      `sum (pets{${target},kind!="cat"})`,
    ]);
  });

  it('uses exported_ names for labels that the scrape also sets', () => {
    const gauge = buildFamily('gauge', 'namespace', 'pet');
    expect(listExpressions(gauge, { by: ['namespace', 'pet'] })).toEqual([
      `sum by (exported_namespace, pet) (pets{${target}})`,
    ]);
    expect(listLegends(gauge, { by: ['namespace'] })).toEqual(['{{exported_namespace}}']);
  });

  it('has the given legend, or else the name of the metric', () => {
    expect(listLegends(buildFamily('gauge', 'kind'), { legend: 'fed', by: ['kind'] })).toEqual(['fed {{kind}}']);
    expect(listLegends(buildFamily('gauge'))).toEqual(['pets']);
  });

  it.each([
    [buildFamily('counter'), { as: 'max' }, 'failed to show pets as max: the metric is a counter'],
    [buildFamily('gauge'), { as: 'quantiles' }, 'failed to show pets as quantiles: the metric is a gauge'],
    [buildFamily('summary'), {}, 'failed to show pets as sum: the metric is a summary'],
    [
      buildFamily('gauge', 'kind'),
      { by: ['colour'] },
      'failed to show pets by colour: the metric has only the labels kind',
    ],
  ] as const)('is an error if the metric does not support it: %j %j', (given, shown, message) => {
    expect(() => listExpressions(given, shown)).toThrow(message);
  });
});
