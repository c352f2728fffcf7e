import { Construct } from 'constructs';

import type { OperatorDeclaration } from '../../declaration/index.ts';
import { givenDeclaration } from '../given-declaration.ts';
import { recommendedLabels, selectorLabels } from '../labels.ts';
import { MemcachedAlerts } from './memcached-alerts.ts';
import { ServiceMonitor } from './service-monitor.ts';

/** What the Prometheus of a cluster asks of what it is to read. */
export interface MonitoringOptions {
  /**
   * Labels by which a Prometheus chooses what to scrape and which rules to evaluate, such as
   * `{ release: 'kube-prometheus-stack' }`.
   *
   * @default - the recommended ones alone
   */
  readonly labels?: Readonly<Record<string, string>>;
  /** Address of the folder with the pages of `docs/runbooks`. @default - the alerts name no page */
  readonly runbooks?: string;
}

export interface OperatorMonitoringProps extends MonitoringOptions {
  /** Namespace of the operator. */
  readonly namespace: string;
  /** Name of its installation. @default - the operator's name */
  readonly name?: string;
  /** @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
}

/**
 * Has the Prometheus Operator scrape an operator, and brings the alerts of the kinds that it serves.
 *
 * Assumes: the cluster has the CustomResourceDefinitions of the Prometheus Operator.
 */
export class OperatorMonitoring extends Construct {
  constructor(scope: Construct, id: string, props: OperatorMonitoringProps) {
    super(scope, id);
    const { namespace, labels, runbooks } = props;
    const declaration = givenDeclaration(props.declaration);
    const name = props.name ?? declaration.name;
    const of = { component: 'operator', instance: name };
    new ServiceMonitor(this, 'service-monitor', {
      metadata: { name, namespace, labels: { ...recommendedLabels(declaration, of), ...labels } },
      selector: selectorLabels(declaration, of),
      port: 'metrics',
    });
    if (!servesMemcached(declaration)) return;
    new MemcachedAlerts(this, 'memcached', {
      namespace,
      name: `${name}-memcached`,
      series: { job: `${name}-metrics`, namespace },
      ...(labels && { labels }),
      ...(runbooks !== undefined && { runbooks }),
    });
  }
}

function servesMemcached({ controllers }: OperatorDeclaration): boolean {
  return controllers.some(({ for: { group, kind } }) => group === 'cache.example.com' && kind === 'Memcached');
}
