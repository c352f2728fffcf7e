import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import {
  annotations,
  labels,
  namespaceName,
  object,
  objectName,
  optional,
  runbooksUrl,
  seriesMap,
  text,
} from '../../options/index.ts';

import { kubewrightDeclaration, type OperatorDeclaration } from '../../declaration/index.ts';
import { Faults } from '../checks/index.ts';
import { recommendedLabels } from '../labels.ts';
import { type MemcachedRulesOptions, memcachedRules } from './memcached-rules.ts';
import { PrometheusRule } from './prometheus-rule.ts';
import { scrapedSeries } from './series.ts';

export interface MemcachedAlertsProps extends Partial<MemcachedRulesOptions> {
  /** Namespace of the operator and of the PrometheusRule. @default - the chart's */
  readonly namespace?: string;
  /** Name of the PrometheusRule. @default 'kubewright-memcached' */
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
   * Labels that all series scraped from the operator's Pods have.
   *
   * @default - the labels that a ServiceMonitor of the Service `kubewright-metrics` sets: `job` and `namespace`
   */
  readonly series?: Readonly<Record<string, string>>;
}

const shape = object(
  optional({
    namespace: namespaceName,
    name: objectName,
    labels,
    annotations,
    series: seriesMap,
    runbooks: runbooksUrl,
    undesiredSizesMetric: text('the name of a metric', /^[a-zA-Z_:][\w:]*$/),
    operatorUpMetric: text('the name of a metric', /^[a-zA-Z_:][\w:]*$/),
  }),
);

/**
 * Two alerts about Memcached: the size of a Deployment is changed again and again, and no Pod of the operator answers.
 *
 * The synth fails if a prop is wrong, or if neither the props nor the chart has a namespace.
 */
export class MemcachedAlerts extends Construct {
  readonly rule: PrometheusRule;

  constructor(scope: Construct, id: string, props: MemcachedAlertsProps = {}) {
    super(scope, id);
    const faults = new Faults(this);
    const declaration = kubewrightDeclaration();
    const { name = `${declaration.name}-memcached`, labels, annotations, ...options } = faults.checked(props, shape);
    const namespace = options.namespace ?? Chart.of(this).namespace;
    if (namespace === undefined) faults.add('namespace is missing: pass it, or give the chart one');
    const series = options.series ?? scrapedSeries(declaration.name, namespace ?? 'unknown');
    this.rule = new PrometheusRule(this, 'rule', {
      metadata: {
        name,
        ...(namespace !== undefined && { namespace }),
        labels: { ...recommendedLabels(declaration, { component: 'monitoring' }), ...labels },
        ...(annotations && { annotations }),
      },
      groups: [memcachedRules({ ...options, series })],
    });
  }
}

/** Pure: whether one of the controllers is that of Memcached. */
export function servesMemcached(controllers: OperatorDeclaration['controllers']): boolean {
  return controllers.some(({ for: { group, kind } }) => group === 'cache.example.com' && kind === 'Memcached');
}
