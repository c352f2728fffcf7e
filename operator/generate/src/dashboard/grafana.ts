import type { PanelQuery, PanelPlan } from './expressions.ts';

export interface PanelContent extends Pick<PanelPlan, 'title' | 'unit'> {
  readonly description: string;
  readonly lines: readonly PanelQuery[];
}

/** Panels under one heading. */
export interface RowContent {
  readonly title: string;
  readonly panels: readonly PanelContent[];
}

/**
 * The parts of Grafana's JSON model that we write:
 * https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/
 */
export interface GrafanaDashboardModel {
  readonly uid: string;
  readonly title: string;
  readonly templating: { readonly list: readonly object[] };
  readonly panels: readonly GrafanaPanel[];
  readonly [field: string]: unknown;
}

export interface GrafanaPanel {
  readonly id: number;
  readonly type: 'row' | 'timeseries';
  readonly title: string;
  readonly targets?: readonly { readonly refId: string; readonly expr: string; readonly legendFormat: string }[];
  readonly [field: string]: unknown;
}

interface PanelPosition {
  readonly x: number;
  readonly y: number;
}

const datasource = { type: 'prometheus', uid: '${datasource}' };

/** Grafana divides the width of a page into 24 units. */
const panelSize = { w: 8, h: 8 } as const;
const perLine = 24 / panelSize.w;

/** Builds the panels: for each row a heading across the page, followed by three panels per line. */
export function buildPanels(rows: readonly RowContent[]): readonly GrafanaPanel[] {
  const panels: GrafanaPanel[] = [];
  let top = 0;
  for (const { title, panels: contents } of rows) {
    panels.push(buildRowPanel(title, { id: panels.length + 1, y: top }));
    for (const [index, content] of contents.entries()) {
      const y = top + 1 + Math.floor(index / perLine) * panelSize.h;
      panels.push(buildPanel(content, panels.length + 1, { x: (index % perLine) * panelSize.w, y }));
    }
    top += 1 + Math.ceil(contents.length / perLine) * panelSize.h;
  }
  return panels;
}

function buildRowPanel(title: string, { id, y }: { readonly id: number; readonly y: number }): GrafanaPanel {
  return { id, type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: 24, h: 1 }, panels: [] };
}

function buildPanel(
  { title, description, unit, lines }: PanelContent,
  id: number,
  { x, y }: PanelPosition,
): GrafanaPanel {
  return {
    id,
    type: 'timeseries',
    title,
    description,
    datasource,
    gridPos: { x, y, ...panelSize },
    fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10, showPoints: 'never' } }, overrides: [] },
    options: {
      legend: { displayMode: 'table', placement: 'bottom', calcs: ['lastNotNull', 'max'], showLegend: true },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: lines.map(({ expression, legend }, index) => ({
      refId: toRefId(index),
      datasource,
      expr: expression,
      legendFormat: legend,
      range: true,
    })),
  };
}

/** The id of the query at `index`: A to Z, then A1, B1 and so on. */
function toRefId(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${letter}${String(Math.floor(index / 26))}`;
}

export function buildLabelVariable(
  label: string,
  series: string,
  { title, several = false }: { readonly title: string; readonly several?: boolean },
): object {
  const query = `label_values(${series}, ${label})`;
  return {
    name: label,
    label: title,
    type: 'query',
    datasource,
    definition: query,
    query: { query, refId: `${label}Values` },
    // Reloads the values when the time range changes, because operators may be added.
    refresh: 2,
    sort: 1,
    multi: several,
    includeAll: several,
    ...(several && { allValue: '.*', current: { selected: true, text: ['All'], value: ['$__all'] } }),
  };
}

/** The variable that selects one of Grafana's Prometheus data sources. */
export const datasourceVariable = { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' };
