import { Construct } from 'constructs';

import type { OperatorDeclaration } from '../../declaration/index.ts';
import { givenDeclaration } from '../given-declaration.ts';
import { recommendedLabels, selectorLabels } from '../labels.ts';
import { chooseControllers } from '../rbac/index.ts';
import { type DashboardOptions, GrafanaDashboard } from './grafana-dashboard.ts';
import { areServed, type OperatorMetrics } from '../operator/index.ts';
import { MemcachedAlerts } from './memcached-alerts.ts';
import { type SecureScrape, ServiceMonitor } from './service-monitor.ts';

/** The options of the monitoring of an operator. */
export interface MonitoringOptions {
  /**
   * Labels by which a Prometheus selects ServiceMonitors and PrometheusRules, such as `{ release:
   * 'kube-prometheus-stack' }`. They are added to the recommended labels.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;
  /** URL of a folder with the pages of `docs/runbooks`. @default - the alerts have no links */
  readonly runbooks?: string;
  /** Deploys a Grafana dashboard about the operator. `{}` is enough. @default - none */
  readonly dashboard?: DashboardOptions;
}

export interface OperatorMonitoringProps extends MonitoringOptions {
  /** Namespace of the operator. */
  readonly namespace: string;
  /** Name of the installation. @default - the operator's name */
  readonly name?: string;
  /** The controllers that run: the value of `controllers` of the `Operator`. @default - all that are declared */
  readonly controllers?: readonly string[];
  /** Who may read the operator's metrics: the value of `metrics` of the `Operator`, with `secure` or `plain`. */
  readonly metrics: OperatorMetrics;
  /** @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
}

/**
 * Deploys a ServiceMonitor for an operator, a Grafana dashboard if `dashboard` is set, and the alerts for Memcached if
 * its controller runs.
 *
 * Assumes: the cluster has the CustomResourceDefinitions of the Prometheus Operator.
 * Throws if the metrics stay on loopback: then no Service exposes them.
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
      // An installation with the operator's own name keeps the generated uid and title.
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

/** The certificate can be verified only if its Secret is given: that has the `ca.crt`. */
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
