import { Chart } from 'cdk8s';
import { Construct } from 'constructs';

import { kubewrightDeclaration } from '../../declaration/index.ts';
import { recommendedLabels } from '../labels.ts';
import { type MemcachedRulesOptions, memcachedRules } from './memcached-rules.ts';
import { PrometheusRule } from './prometheus-rule.ts';

export interface MemcachedAlertsProps extends Partial<MemcachedRulesOptions> {
  /** Namespace of the operator, and of the rules. @default - the chart's */
  readonly namespace?: string;
  /** Name of the rules. @default 'kubewright-memcached' */
  readonly name?: string;
  /** Labels by which a Prometheus chooses its rules, such as `{ release: 'kube-prometheus-stack' }`. @default - the recommended ones alone */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * Labels of every series that is scraped from the operator's Pods.
   *
   * @default - those that a ServiceMonitor of the Service `kubewright-metrics` gives: `job` and `namespace`
   */
  readonly series?: Readonly<Record<string, string>>;
}

/**
 * Two alerts about Memcached: somebody keeps changing the size of a Deployment, and no operator answers.
 *
 * Throws if neither it nor its chart has a namespace.
 */
export class MemcachedAlerts extends Construct {
  readonly rule: PrometheusRule;

  constructor(scope: Construct, id: string, props: MemcachedAlertsProps = {}) {
    super(scope, id);
    const declaration = kubewrightDeclaration();
    const { namespace = Chart.of(this).namespace, name = `${declaration.name}-memcached`, labels, ...options } = props;
    if (namespace === undefined) throw new Error('namespace is missing: pass it, or give the chart one');
    const series = options.series ?? { job: `${declaration.name}-metrics`, namespace };
    this.rule = new PrometheusRule(this, 'rule', {
      metadata: {
        name,
        namespace,
        labels: { ...recommendedLabels(declaration, { component: 'monitoring' }), ...labels },
      },
      groups: [memcachedRules({ ...options, series })],
    });
  }
}
