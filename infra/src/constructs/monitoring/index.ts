/**
 * Objects for the Prometheus Operator and Grafana: opt-in, because most clusters do not have the
 * CustomResourceDefinitions of the Prometheus Operator.
 *
 * `operator-monitoring.ts` has all objects of one operator. `memcached-rules.ts` has the alerts about Memcached, as
 * data; `memcached-alerts.ts` has their PrometheusRule. `prometheus-rule.ts`, `service-monitor.ts` and
 * `grafana-dashboard.ts` are for any chart.
 */
export { type DashboardOptions, GrafanaDashboard, type GrafanaDashboardProps } from './grafana-dashboard.ts';
export { MemcachedAlerts, type MemcachedAlertsProps } from './memcached-alerts.ts';
export {
  type MonitoringOptions,
  monitoringShapes,
  OperatorMonitoring,
  type OperatorMonitoringProps,
} from './operator-monitoring.ts';
export {
  type AlertingRule,
  PrometheusRule,
  type PrometheusRuleProps,
  type RecordingRule,
  type RuleGroup,
} from './prometheus-rule.ts';
export { type ScrapeOptions, type SecureScrape, ServiceMonitor, type ServiceMonitorProps } from './service-monitor.ts';
