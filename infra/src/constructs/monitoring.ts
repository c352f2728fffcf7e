import { ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';

import {
  buildDashboardConfigMap,
  getDashboard,
  buildMonitoring,
  buildPrometheusRule,
  buildServiceMonitor,
} from '../api-objects/index.ts';
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
 * Deploys a ServiceMonitor for an operator, the alerts about it, and a Grafana dashboard if `dashboard` is set. For secure
 * metrics also a ServiceAccount by whose token they are scraped, unless `tokenSecret` is set. If our controller of
 * Memcached runs, the alerts about Memcached are there, too.
 *
 * Assumes: the cluster has the CustomResourceDefinitions of the Prometheus Operator.
 * The synth fails if a prop is wrong, or if the metrics stay on loopback: then no Service exposes them.
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
 * `namespace`, `pod`, and `job`, which is the name of the Service.
 *
 * Assumes: the cluster has the CustomResourceDefinitions of the Prometheus Operator, and a Prometheus whose
 * `serviceMonitorSelector` selects the labels.
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
 * Assumes: the cluster has the CustomResourceDefinitions of the Prometheus Operator, and a Prometheus whose
 * `ruleSelector` selects the labels.
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
 * A dashboard as a ConfigMap, which the sidecar of Grafana's Helm chart (and so of kube-prometheus-stack) loads.
 *
 * Assumes: the sidecar watches this namespace (`sidecar.dashboards.searchNamespace`).
 * The synth fails if no dashboard is given and the declaration names none.
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
 * Alerts about an operator itself, whoever wrote it: nobody answers or leads, reconciles fail or hang, the API server or
 * a webhook is in the way. Those about webhooks, conversions and mounted certificates are there if the operator can have
 * these.
 *
 * Guarantees: the alerts of two installations differ in their labels, and none of them reads series of the other, as
 * long as `name` and `namespace`, or `series`, are not the same.
 *
 * Assumes: the metrics are those of `@kubewright/runtime`, and are scraped at least every two minutes.
 * The synth fails if a prop is wrong, or if neither the props nor the chart has a namespace.
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
    if (Object.keys(series).length === 0) errors.add('series must have a label: without one all operators are meant');
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
 * Two alerts about Memcached: the size of a Deployment is changed again and again, and no Pod of the operator answers.
 *
 * The synth fails if a prop is wrong, or if neither the props nor the chart has a namespace.
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
  if (namespace === undefined) errors.add('namespace is missing: pass it, or give the chart one');
  return namespace ?? 'unknown';
}
