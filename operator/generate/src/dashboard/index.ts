/**
 * Dashboard: a page of Grafana about an operator, from the metrics that its process registers.
 *
 * - `dashboard`: the page of any operator, with what its controllers count themselves: start here
 * - `metric-families`: what an operator registers, as data
 * - `rows`, `process-rows`: which metrics are seen where; a new metric gets its panel there
 * - `plans`: what a row and a panel are, before there is any PromQL
 * - `not-shown`: metrics without a panel, with the reasons
 * - `expressions`: PromQL from the type and the labels of a metric
 * - `grafana`: rows and panels as Grafana's JSON
 *
 * @module
 */
export { dashboardFile, dashboardOf } from './dashboard.ts';
export type { GrafanaDashboardModel } from './grafana.ts';
export type { MetricFamily } from './metric-families.ts';
