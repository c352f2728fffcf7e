import { Construct } from 'constructs';

import type { OperatorDeclaration } from '../../declaration/index.ts';
import { givenDeclaration } from '../given-declaration.ts';
import { recommendedLabels, selectorLabels } from '../labels.ts';
import { chooseControllers } from '../rbac/index.ts';
import { type DashboardOptions, GrafanaDashboard } from './grafana-dashboard.ts';
import { areServed, type OperatorMetrics } from '../operator/index.ts';
import { MemcachedAlerts } from './memcached-alerts.ts';
import { type SecureScrape, ServiceMonitor } from './service-monitor.ts';

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
  /** A dashboard of Grafana about the operator, too; `{}` will do. @default - none */
  readonly dashboard?: DashboardOptions;
}

export interface OperatorMonitoringProps extends MonitoringOptions {
  /** Namespace of the operator. */
  readonly namespace: string;
  /** Name of its installation. @default - the operator's name */
  readonly name?: string;
  /** The only controllers that run: what it was given itself. @default - all that are declared */
  readonly controllers?: readonly string[];
  /** Who may read the operator's metrics: what it was given itself, `secure` or `plain`. */
  readonly metrics: OperatorMetrics;
  /** @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
}

/**
 * Has the Prometheus Operator scrape an operator, and brings the alerts of the controllers that run.
 *
 * Assumes: the cluster has the CustomResourceDefinitions of the Prometheus Operator.
 * Throws if the metrics stay on loopback: there is no Service by which they could be found.
 */
export class OperatorMonitoring extends Construct {
  constructor(scope: Construct, id: string, props: OperatorMonitoringProps) {
    super(scope, id);
    const { namespace, labels, runbooks } = props;
    const declaration = givenDeclaration(props.declaration);
    const name = props.name ?? declaration.name;
    checkReadable(name, props.metrics);
    const of = { component: 'operator', instance: name };
    new ServiceMonitor(this, 'service-monitor', {
      metadata: { name, namespace, labels: { ...recommendedLabels(declaration, of), ...labels } },
      selector: selectorLabels(declaration, of),
      port: 'metrics',
      ...(props.metrics.secure === true && { secure: secureScrape(props.metrics, { name, namespace }) }),
    });
    if (props.dashboard !== undefined) {
      const metadata = { name: `${name}-dashboard`, namespace };
      // One of the operator's own name keeps what its generator made of that.
      const installation = name === declaration.name ? {} : { installation: name };
      new GrafanaDashboard(this, 'dashboard', { ...props.dashboard, ...installation, metadata, declaration });
    }
    if (!servesMemcached(chooseControllers(declaration, props.controllers))) return;
    new MemcachedAlerts(this, 'memcached', {
      namespace,
      name: `${name}-memcached`,
      series: { job: `${name}-metrics`, namespace },
      ...(labels && { labels }),
      ...(runbooks !== undefined && { runbooks }),
    });
  }
}

function checkReadable(name: string, metrics: OperatorMetrics): void {
  if (areServed(metrics)) return;
  throw new Error(
    `${name} cannot be monitored: its metrics stay on loopback. Set metrics to { secure: true }, and who scrapes them ` +
      `needs a right; or to { plain: true }, and every Pod of the cluster may read them`,
  );
}

/** The certificate's authority is known where the certificate is. */
function secureScrape(
  { certificateSecret }: OperatorMetrics,
  { name, namespace }: { readonly name: string; readonly namespace: string },
): SecureScrape {
  if (certificateSecret === undefined) return {};
  return { verify: { serverName: `${name}-metrics.${namespace}.svc`, caSecret: certificateSecret } };
}

function servesMemcached(controllers: OperatorDeclaration['controllers']): boolean {
  return controllers.some(({ for: { group, kind } }) => group === 'cache.example.com' && kind === 'Memcached');
}
