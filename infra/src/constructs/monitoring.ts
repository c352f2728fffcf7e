import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';

import {
  dashboardConfigMap,
  dashboardOf,
  monitoringObjects,
  prometheusRule,
  serviceMonitor,
} from '../api-objects/index.ts';
import {
  dashboardGroup,
  type GrafanaDashboardProps,
  type OperatorMonitoringProps,
  operatorMonitoringGroup,
  prometheusRuleGroup,
  type PrometheusRuleProps,
  type RuleGroup,
  serviceMonitorGroup,
  type ServiceMonitorProps,
} from '../options/index.ts';
import { givenDeclaration, recommendedLabels } from '../plan/index.ts';
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
