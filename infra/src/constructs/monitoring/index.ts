/**
 * Objects for the Prometheus Operator and Grafana: opt-in, because most clusters do not have the
 * CustomResourceDefinitions of the Prometheus Operator.
 *
 * `operator-monitoring.ts` has all objects of one operator. `alert-plans.ts` has the alerts about any operator, as data,
 * and `alert-options.ts` what can be changed of them; `operator-rules.ts` makes their rules, `operator-alerts.ts` their
 * PrometheusRule. `memcached-rules.ts` and `memcached-alerts.ts` are the same for Memcached; `add-alerts.ts` adds both.
 * `prometheus-rule.ts`, `service-monitor.ts` and `grafana-dashboard.ts` are for any chart.
 */
export { GrafanaDashboard, type GrafanaDashboardProps } from './grafana-dashboard.ts';
export { MemcachedAlerts, type MemcachedAlertsProps } from './memcached-alerts.ts';
export { OperatorAlerts, type OperatorAlertsProps } from './operator-alerts.ts';
export { OperatorMonitoring, type OperatorMonitoringProps } from './operator-monitoring.ts';
export {
  type AlertingRule,
  PrometheusRule,
  type PrometheusRuleProps,
  type RecordingRule,
  type RuleGroup,
} from './prometheus-rule.ts';
export { type SecureScrape, ServiceMonitor, type ServiceMonitorProps } from './service-monitor.ts';
