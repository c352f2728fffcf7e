import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import {
  anyDeclaration,
  alertsGroup,
  annotations,
  installationName,
  labels,
  namespaceName,
  object,
  type OperatorAlertsOptions,
  optional,
  runbooksUrl,
  seriesMap,
} from '../../options/index.ts';

import type { OperatorDeclaration } from '../../declaration/index.ts';
import { Faults } from '../checks/index.ts';
import { givenDeclaration } from '../given-declaration.ts';
import { recommendedLabels } from '../labels.ts';
import { metadataOf } from '../metadata.ts';
import { operatorRules } from './operator-rules.ts';
import { PrometheusRule } from './prometheus-rule.ts';
import { scrapedSeries } from './series.ts';

export interface OperatorAlertsProps {
  /** Namespace of the operator and of the PrometheusRule. @default - the chart's */
  readonly namespace?: string;
  /** Name of the installation: the label `operator` of each alert. @default - the operator's name */
  readonly name?: string;
  /**
   * Labels by which a Prometheus selects PrometheusRules, such as `{ release: 'kube-prometheus-stack' }`. They are
   * added to the recommended labels.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of the PrometheusRule. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /**
   * Labels that all series scraped from the operator's Pods have, and no others. Each alert has them, too.
   *
   * @default - the labels that a ServiceMonitor of the Service `<name>-metrics` sets: `job` and `namespace`
   */
  readonly series?: Readonly<Record<string, string>>;
  /**
   * URL of a folder with the pages of `docs/runbooks`: each alert then has the annotation `runbook_url`.
   *
   * @default - the alerts have no links
   */
  readonly runbooks?: string;
  /** What is changed of the alerts, and which of them are left out. @default - all, unchanged */
  readonly alerts?: OperatorAlertsOptions;
  /** @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
}

const shape = object(
  optional({
    namespace: namespaceName,
    name: installationName,
    labels,
    annotations,
    series: seriesMap,
    runbooks: runbooksUrl,
    alerts: alertsGroup,
    declaration: anyDeclaration,
  }),
);

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
    const faults = new Faults(this);
    const { labels, annotations = {}, alerts = {}, ...given } = faults.checked(props, shape);
    const declaration = givenDeclaration(given.declaration, faults);
    const name = given.name ?? declaration.name;
    const namespace = namespaceIn(given.namespace ?? Chart.of(this).namespace, faults);
    const { series = scrapedSeries(name, namespace), runbooks } = given;
    if (Object.keys(series).length === 0) faults.add('series must have a label: without one all operators are meant');
    const recommended = recommendedLabels(declaration, { component: 'monitoring', instance: name });
    const marks = { name, namespace, labels: { ...recommended, ...labels }, annotations };
    const about = { name, namespace, declaration, series, alerts };
    this.rule = new PrometheusRule(this, 'rule', {
      metadata: metadataOf(marks, `${name}-alerts`),
      groups: [operatorRules({ ...about, ...(runbooks !== undefined && { runbooks }) })],
    });
  }
}

function namespaceIn(namespace: string | undefined, faults: Faults): string {
  if (namespace !== undefined) return namespace;
  faults.add('namespace is missing: pass it, or give the chart one');
  return 'unknown';
}
