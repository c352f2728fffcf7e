import { ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';

import { buildMonitoring } from '../api-objects/monitoring.ts';
import {
  buildDashboardConfigMap,
  getDashboard,
  buildPrometheusRule,
  buildServiceMonitor,
} from '../api-objects/prometheus.ts';
import { getKubewrightDeclaration } from '../declaration/index.ts';
import {
  alertsGroup,
  dashboardGroup,
  type GrafanaDashboardProps,
  memcachedAlertsGroup,
  type MemcachedAlertsProps,
  type OperatorAlertsProps,
  type OperatorMonitoringProps,
  operatorMonitoringGroup,
  prometheusRuleGroup,
  type PrometheusRuleProps,
  type RuleGroup,
  serviceMonitorGroup,
  type ServiceMonitorProps,
} from '../options/index.ts';
import {
  type OptionErrors,
  resolveDeclaration,
  buildMemcachedRules,
  buildMetadata,
  buildOperatorRules,
  buildRecommendedLabels,
  buildScrapedSeries,
} from '../plan/index.ts';
import { addObjects, collectOptionErrors } from './add-objects.ts';

/**
 * Deploys a ServiceMonitor for an operator, its alerts, and a Grafana dashboard if `dashboard` is set. Secure metrics
 * also get a ServiceAccount whose token scrapes them, unless `tokenSecret` is set. Adds the alerts about Memcached if
 * our controller of Memcached runs.
 *
 * Assumes: the cluster has the CRDs of the Prometheus Operator.
 * The synth fails if a prop is invalid, or if the metrics stay on loopback: then no Service exposes them.
 */
export class OperatorMonitoring extends Construct {
  constructor(scope: Construct, id: string, props: OperatorMonitoringProps) {
    super(scope, id);
    const errors = collectOptionErrors(this);
    const otherwise = { namespace: 'unknown', metrics: { plain: true } };
    const given = errors.validate<OperatorMonitoringProps>(props, operatorMonitoringGroup, otherwise);
    addObjects(this, buildMonitoring(given, resolveDeclaration(given.declaration, errors), errors));
  }
}

/**
 * A ServiceMonitor: Prometheus scrapes `/metrics` of every Pod behind the selected Services. The series get the labels
 * `namespace`, `pod`, and `job`, the name of the Service.
 *
 * Assumes: the cluster has the CRDs of the Prometheus Operator, and a Prometheus whose `serviceMonitorSelector` selects
 * the labels.
 */
export class ServiceMonitor extends Construct {
  constructor(scope: Construct, id: string, props: ServiceMonitorProps) {
    super(scope, id);
    const otherwise = { selector: {}, port: 'metrics' };
    const { metadata, ...given } = collectOptionErrors(this).validate<ServiceMonitorProps>(
      props,
      serviceMonitorGroup,
      otherwise,
    );
    new ApiObject(this, 'Resource', { ...buildServiceMonitor(given), ...(metadata && { metadata }) });
  }
}

/**
 * A PrometheusRule.
 *
 * Assumes: the cluster has the CRDs of the Prometheus Operator, and a Prometheus whose `ruleSelector` selects the
 * labels.
 */
export class PrometheusRule extends Construct {
  readonly groups: readonly RuleGroup[];

  constructor(scope: Construct, id: string, props: PrometheusRuleProps) {
    super(scope, id);
    const { metadata, groups } = collectOptionErrors(this).validate(props, prometheusRuleGroup, { groups: [] });
    this.groups = groups;
    new ApiObject(this, 'Resource', { ...buildPrometheusRule(groups), ...(metadata && { metadata }) });
  }
}

/**
 * A dashboard as a ConfigMap, which the sidecar of Grafana's Helm chart (also in kube-prometheus-stack) loads.
 *
 * Assumes: the sidecar watches this namespace (`sidecar.dashboards.searchNamespace`).
 * The synth fails if neither the props nor the declaration has a dashboard.
 */
export class GrafanaDashboard extends Construct {
  constructor(scope: Construct, id: string, props: GrafanaDashboardProps = {}) {
    super(scope, id);
    const errors = collectOptionErrors(this);
    const { metadata, installation, ...given } = errors.validate(props, dashboardGroup);
    const declaration = resolveDeclaration(given.declaration, errors);
    const recommended = buildRecommendedLabels(declaration, { component: 'monitoring' });
    new ApiObject(
      this,
      'Resource',
      buildDashboardConfigMap({
        installation,
        ...(given.labels && { labels: given.labels }),
        ...(given.folder !== undefined && { folder: given.folder }),
        name: metadata?.name ?? `${declaration.name}-dashboard`,
        metadata: { ...metadata, labels: { ...recommended, ...metadata?.labels } },
        dashboard: given.dashboard ?? errors.attempt(() => getDashboard(declaration), {}),
      }),
    );
  }
}

/**
 * Alerts about any operator: its Pods are down, it has no leader, reconciles fail or hang, or the API server or a
 * webhook fails. Includes alerts about webhooks, conversions and mounted certificates only if the operator can have
 * these.
 *
 * Guarantees: if two installations differ in the value of a label in `series` (by default, in `name` or `namespace`),
 * their alerts have different labels, and do not read each other's series.
 *
 * Assumes: the metrics are those of `@kubewright/runtime`, and are scraped at least every two minutes.
 * The synth fails if a prop is invalid, or if neither the props nor the chart has a namespace.
 */
export class OperatorAlerts extends Construct {
  readonly rule: PrometheusRule;

  constructor(scope: Construct, id: string, props: OperatorAlertsProps = {}) {
    super(scope, id);
    const errors = collectOptionErrors(this);
    const { labels, annotations = {}, alerts = {}, runbooks, ...given } = errors.validate(props, alertsGroup);
    const declaration = resolveDeclaration(given.declaration, errors);
    const { name = declaration.name } = given;
    const namespace = resolveChartNamespace(this, given.namespace, errors);
    const { series = buildScrapedSeries(name, namespace) } = given;
    if (Object.keys(series).length === 0)
      errors.add('series must have a label: without one, the alerts are about all operators');
    const recommended = buildRecommendedLabels(declaration, { component: 'monitoring', instance: name });
    const marks = { name: `${name}-alerts`, namespace, annotations, labels: { ...recommended, ...labels } };
    const about = { ...{ name, namespace, declaration, series, alerts }, ...(runbooks !== undefined && { runbooks }) };
    this.rule = new PrometheusRule(this, 'rule', {
      metadata: buildMetadata(marks),
      groups: [buildOperatorRules(about)],
    });
  }
}

/**
 * Two alerts about Memcached: the size of a Deployment changes again and again, and no Pod of the operator responds.
 *
 * The synth fails if a prop is invalid, or if neither the props nor the chart has a namespace.
 */
export class MemcachedAlerts extends Construct {
  readonly rule: PrometheusRule;

  constructor(scope: Construct, id: string, props: MemcachedAlertsProps = {}) {
    super(scope, id);
    const errors = collectOptionErrors(this);
    const declaration = getKubewrightDeclaration();
    const { labels, annotations = {}, ...given } = errors.validate(props, memcachedAlertsGroup);
    const { name = `${declaration.name}-memcached` } = given;
    const namespace = resolveChartNamespace(this, given.namespace, errors);
    const { series = buildScrapedSeries(declaration.name, namespace) } = given;
    const recommended = buildRecommendedLabels(declaration, { component: 'monitoring' });
    const marks = { name, namespace, annotations, labels: { ...recommended, ...labels } };
    const groups = [buildMemcachedRules({ ...given, series })];
    this.rule = new PrometheusRule(this, 'rule', { metadata: buildMetadata(marks), groups });
  }
}

function resolveChartNamespace(construct: Construct, given: string | undefined, errors: OptionErrors): string {
  const namespace = given ?? Chart.of(construct).namespace;
  if (namespace === undefined) errors.add('namespace is missing: pass it, or set it on the chart');
  return namespace ?? 'unknown';
}
