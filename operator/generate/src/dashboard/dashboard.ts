import type { OperatorDefinition } from '@kubewright/runtime';
import { OperatorError } from '@kubewright/runtime/internal/base';
import { labelNames } from '@kubewright/runtime/internal/reconcile';
import { linesOf, type PanelPlan, type RowPlan } from './expressions.ts';
import {
  datasourceVariable,
  type GrafanaDashboardModel,
  labelVariable,
  panelsOf,
  type PanelContent,
  type RowContent,
} from './grafana.ts';
import { type MetricFamily, metricFamilies } from './metric-families.ts';
import { rows } from './rows.ts';

/** The path of the dashboard, relative to the project of an operator. */
export const dashboardFile = 'dashboards/operator.json';

/**
 * A Grafana dashboard about an operator: its reconciles, queues, API calls, leader and processes, and the metrics that
 * its controllers declare. Its variables select the data source, the namespace, the job and the controllers.
 *
 * Guarantees: shows every metric that the operator registers, except those of `notShown`.
 * Errors: `DECLARATION_INVALID` if a metric has no panel and is not in `notShown`.
 */
export async function dashboardOf(
  operator: Pick<OperatorDefinition, 'name' | 'controllers' | 'webhooks' | 'conversions'>,
): Promise<GrafanaDashboardModel> {
  const families = new Map((await metricFamilies(operator)).map((family) => [family.name, family]));
  const plans = [...rows, ...authorRows(operator.controllers)];
  refuseMissing(families, plans);
  const contents = plans.map((plan) => contentOf(plan, families)).filter(({ panels }) => panels.length > 0);
  return modelOf(operator.name, contents);
}

/** One row for each controller that declares metrics, with one panel for each metric. */
function authorRows(controllers: OperatorDefinition['controllers']): readonly RowPlan[] {
  const withMetrics = controllers.filter(({ metrics }) => Object.keys(metrics).length > 0);
  return withMetrics.map(({ name, api, metrics }) => ({
    title: `Controller ${name}`,
    panels: Object.values(metrics).map((metric) => ({
      title: metric.name,
      unit: metric.type === 'counter' ? ('ops' as const) : ('short' as const),
      shows: [{ metric: metric.name, by: labelNames(api, metric) }],
    })),
  }));
}

function refuseMissing(families: ReadonlyMap<string, MetricFamily>, plans: readonly RowPlan[]): void {
  const shown = new Set(
    plans.flatMap(({ panels }) => panels.flatMap(({ shows }) => shows.map(({ metric }) => metric))),
  );
  const missing = [...families.keys()].filter((name) => !shown.has(name) && !Object.hasOwn(notShown, name));
  if (missing.length === 0) return;
  const hint = 'give each a panel in generate/dashboard/rows.ts, or a reason in not-shown.ts';
  throw new OperatorError('DECLARATION_INVALID', `show ${missing.join(', ')}`, { hint });
}

function contentOf({ title, panels }: RowPlan, families: ReadonlyMap<string, MetricFamily>): RowContent {
  const contents = panels.map((panel) => panelContent(panel, families));
  return { title, panels: contents.filter(({ lines }) => lines.length > 0) };
}

function panelContent({ title, unit, shows }: PanelPlan, families: ReadonlyMap<string, MetricFamily>): PanelContent {
  const present = shows.flatMap((shown) => {
    const family = families.get(shown.metric);
    return family === undefined ? [] : [{ shown, family }];
  });
  return {
    title,
    unit,
    description: present.map(({ family }) => `${family.name}: ${family.help}`).join('\n\n'),
    lines: present.flatMap(({ shown, family }) => linesOf(family, shown)),
  };
}

function modelOf(operator: string, contents: readonly RowContent[]): GrafanaDashboardModel {
  const series = 'controller_runtime_reconcile_total';
  return {
    // Grafana accepts at most 40 characters.
    uid: `operator-${operator}`.slice(0, 40),
    title: `Operator ${operator}`,
    tags: ['kubernetes', 'operator'],
    timezone: 'browser',
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    schemaVersion: 39,
    version: 1,
    time: { from: 'now-1h', to: 'now' },
    annotations: { list: [] },
    templating: {
      list: [
        datasourceVariable,
        labelVariable('namespace', series, { title: 'Namespace' }),
        labelVariable('job', `${series}{namespace="$namespace"}`, { title: 'Job' }),
        labelVariable('controller', `${series}{namespace="$namespace",job="$job"}`, {
          title: 'Controller',
          several: true,
        }),
      ],
    },
    panels: panelsOf(contents),
  };
}

const system = 'only Linux reports it, and the dashboard is the same wherever it is generated';

/** Metrics without a panel, and why. */
export const notShown: Readonly<Record<string, string>> = {
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
