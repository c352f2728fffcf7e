import type { OperatorDefinition } from '@kubewright/runtime';
import { listLabelNames } from '@kubewright/runtime/internal/reconcile';
import { buildQueries, type PanelPlan, type RowPlan } from './expressions.ts';
import {
  datasourceVariable,
  type GrafanaDashboardModel,
  buildLabelVariable,
  buildPanels,
  type PanelContent,
  type RowContent,
} from './grafana.ts';
import { type MetricFamily, collectMetricFamilies } from './metric-families.ts';
import { rows } from './rows.ts';

/** The path of the dashboard, relative to the operator's project. */
export const dashboardFile = 'dashboards/operator.json';

/**
 * Builds a Grafana dashboard for an operator: its reconciles, queues, API calls, leader and processes, and its
 * controllers' declared metrics. Variables select the data source, the namespace, the job and the controllers.
 */
export async function buildDashboard(
  operator: Pick<OperatorDefinition, 'name' | 'controllers' | 'webhooks' | 'conversions'>,
): Promise<GrafanaDashboardModel> {
  const families = new Map((await collectMetricFamilies(operator)).map((family) => [family.name, family]));
  const plans = [...rows, ...buildAuthorRows(operator.controllers)];
  const contents = plans.map((plan) => buildRowContent(plan, families)).filter(({ panels }) => panels.length > 0);
  return buildDashboardModel(operator.name, contents);
}

function buildAuthorRows(controllers: OperatorDefinition['controllers']): readonly RowPlan[] {
  const withMetrics = controllers.filter(({ metrics }) => Object.keys(metrics).length > 0);
  return withMetrics.map(({ name, api, metrics }) => ({
    title: `Controller ${name}`,
    panels: Object.values(metrics).map((metric) => ({
      title: metric.name,
      unit: metric.type === 'counter' ? ('ops' as const) : ('short' as const),
      shows: [{ metric: metric.name, by: listLabelNames(api, metric) }],
    })),
  }));
}

function buildRowContent({ title, panels }: RowPlan, families: ReadonlyMap<string, MetricFamily>): RowContent {
  const contents = panels.map((panel) => buildPanelContent(panel, families));
  return { title, panels: contents.filter(({ lines }) => lines.length > 0) };
}

function buildPanelContent(
  { title, unit, shows }: PanelPlan,
  families: ReadonlyMap<string, MetricFamily>,
): PanelContent {
  const present = shows.flatMap((shown) => {
    const family = families.get(shown.metric);
    return family === undefined ? [] : [{ shown, family }];
  });
  return {
    title,
    unit,
    description: present.map(({ family }) => `${family.name}: ${family.help}`).join('\n\n'),
    lines: present.flatMap(({ shown, family }) => buildQueries(family, shown)),
  };
}

function buildDashboardModel(operator: string, contents: readonly RowContent[]): GrafanaDashboardModel {
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
        buildLabelVariable('namespace', series, { title: 'Namespace' }),
        buildLabelVariable('job', `${series}{namespace="$namespace"}`, { title: 'Job' }),
        buildLabelVariable('controller', `${series}{namespace="$namespace",job="$job"}`, {
          title: 'Controller',
          several: true,
        }),
      ],
    },
    panels: buildPanels(contents),
  };
}
