import { ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';

import {
  dashboardConfigMap,
  dashboardOf,
  monitoringObjects,
  prometheusRule,
  serviceMonitor,
} from '../api-objects/index.ts';
import { kubewrightDeclaration } from '../declaration/index.ts';
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
  type Faults,
  givenDeclaration,
  memcachedRules,
  metadataOf,
  operatorRules,
  recommendedLabels,
  scrapedSeries,
} from '../plan/index.ts';
import { addObjects, faultsOf } from './add-objects.ts';

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
    const faults = faultsOf(this);
    const otherwise = { namespace: 'unknown', metrics: { plain: true } };
    const given = faults.checked<OperatorMonitoringProps>(props, operatorMonitoringGroup, otherwise);
    addObjects(this, monitoringObjects(given, givenDeclaration(given.declaration, faults), faults));
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
    const { metadata, ...given } = faultsOf(this).checked<ServiceMonitorProps>(props, serviceMonitorGroup, otherwise);
    new ApiObject(this, 'Resource', { ...serviceMonitor(given), ...(metadata && { metadata }) });
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
    const { metadata, groups } = faultsOf(this).checked(props, prometheusRuleGroup, { groups: [] });
    this.groups = groups;
    new ApiObject(this, 'Resource', { ...prometheusRule(groups), ...(metadata && { metadata }) });
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
    const faults = faultsOf(this);
    const { metadata, installation, ...given } = faults.checked(props, dashboardGroup);
    const declaration = givenDeclaration(given.declaration, faults);
    const recommended = recommendedLabels(declaration, { component: 'monitoring' });
    new ApiObject(
      this,
      'Resource',
      dashboardConfigMap({
        installation,
        ...(given.labels && { labels: given.labels }),
        ...(given.folder !== undefined && { folder: given.folder }),
        name: metadata?.name ?? `${declaration.name}-dashboard`,
        metadata: { ...metadata, labels: { ...recommended, ...metadata?.labels } },
        dashboard: given.dashboard ?? faults.attempt(() => dashboardOf(declaration), {}),
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
    const faults = faultsOf(this);
    const { labels, annotations = {}, alerts = {}, runbooks, ...given } = faults.checked(props, alertsGroup);
    const declaration = givenDeclaration(given.declaration, faults);
    const { name = declaration.name } = given;
    const namespace = namespaceIn(this, given.namespace, faults);
    const { series = scrapedSeries(name, namespace) } = given;
    if (Object.keys(series).length === 0) faults.add('series must have a label: without one all operators are meant');
    const recommended = recommendedLabels(declaration, { component: 'monitoring', instance: name });
    const marks = { name: `${name}-alerts`, namespace, annotations, labels: { ...recommended, ...labels } };
    const about = { ...{ name, namespace, declaration, series, alerts }, ...(runbooks !== undefined && { runbooks }) };
    this.rule = new PrometheusRule(this, 'rule', { metadata: metadataOf(marks), groups: [operatorRules(about)] });
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
    const faults = faultsOf(this);
    const declaration = kubewrightDeclaration();
    const { labels, annotations = {}, ...given } = faults.checked(props, memcachedAlertsGroup);
    const { name = `${declaration.name}-memcached` } = given;
    const namespace = namespaceIn(this, given.namespace, faults);
    const { series = scrapedSeries(declaration.name, namespace) } = given;
    const recommended = recommendedLabels(declaration, { component: 'monitoring' });
    const marks = { name, namespace, annotations, labels: { ...recommended, ...labels } };
    const groups = [memcachedRules({ ...given, series })];
    this.rule = new PrometheusRule(this, 'rule', { metadata: metadataOf(marks), groups });
  }
}

function namespaceIn(construct: Construct, given: string | undefined, faults: Faults): string {
  const namespace = given ?? Chart.of(construct).namespace;
  if (namespace === undefined) faults.add('namespace is missing: pass it, or give the chart one');
  return namespace ?? 'unknown';
}
