/**
 * What a Prometheus of the Prometheus Operator and a Grafana read: opt-in, because most clusters do not have its kinds.
 *
 * `operator-monitoring.ts` is the whole for one operator; `memcached-rules.ts` are the alerts, as data, and
 * `memcached-alerts.ts` the object of them. `prometheus-rule.ts` and `service-monitor.ts` are the kinds, and
 * `grafana-dashboard.ts` a dashboard, for any chart.
 */
export { type DashboardOptions, GrafanaDashboard, type GrafanaDashboardProps } from './grafana-dashboard.ts';
export { MemcachedAlerts, type MemcachedAlertsProps } from './memcached-alerts.ts';
export { type MonitoringOptions, OperatorMonitoring, type OperatorMonitoringProps } from './operator-monitoring.ts';
export {
  type AlertingRule,
  PrometheusRule,
  type PrometheusRuleProps,
  type RecordingRule,
  type RuleGroup,
} from './prometheus-rule.ts';
export { type SecureScrape, ServiceMonitor, type ServiceMonitorProps } from './service-monitor.ts';
