import type { Shown } from './expressions.ts';

/** A panel: its metrics, in one of Grafana's units. */
export interface PanelPlan {
  readonly title: string;
  /** https://github.com/grafana/grafana/blob/main/packages/grafana-data/src/valueFormats/categories.ts */
  readonly unit: 'short' | 'ops' | 'reqps' | 's' | 'bytes' | 'percentunit' | 'bool';
  readonly shows: readonly Shown[];
}

/** Panels under one heading. */
export interface RowPlan {
  readonly title: string;
  readonly panels: readonly PanelPlan[];
}
