/**
 * Dashboard: a Grafana dashboard about an operator, from the metrics that its process registers.
 *
 * - `dashboard`: the dashboard of any operator, with the metrics of its controllers; start here
 * - `metric-families`: the metrics that an operator registers, as data
 * - `rows`, `process-rows`: which panel shows which metrics; add the panel of a new metric there
 * - `not-shown`: metrics without a panel, with the reasons
 * - `expressions`: the types of rows and panels; PromQL from the type and the labels of a metric
 * - `grafana`: rows and panels as Grafana's JSON
 *
 * @module
 */
export { dashboardFile, dashboardOf } from './dashboard.ts';
export type { GrafanaDashboardModel } from './grafana.ts';
export type { MetricFamily } from './metric-families.ts';
