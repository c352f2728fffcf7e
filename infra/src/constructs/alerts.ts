import { Chart } from 'cdk8s';
import { Construct } from 'constructs';

import { kubewrightDeclaration } from '../declaration/index.ts';
import {
  alertsGroup,
  memcachedAlertsGroup,
  type MemcachedAlertsProps,
  type OperatorAlertsProps,
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
import { faultsOf } from './add-objects.ts';
import { PrometheusRule } from './monitoring.ts';

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
