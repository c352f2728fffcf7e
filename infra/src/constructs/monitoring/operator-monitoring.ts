import { Construct } from 'constructs';
import {
  annotations,
  anyDeclaration,
  installationName,
  list,
  monitoringGroup,
  type MonitoringOptions,
  namespaceName,
  object,
  type OperatorMetrics,
  operatorMetricsGroup,
  optional,
  text,
} from '../../options/index.ts';

import type { OperatorDeclaration } from '../../declaration/index.ts';
import { Faults, OptionError } from '../checks/index.ts';
import { givenDeclaration } from '../given-declaration.ts';
import { recommendedLabels } from '../labels.ts';
import type { InstallationMarks } from '../metadata.ts';
import { areServed, installationLabel } from '../operator/index.ts';
import { chooseControllers } from '../rbac/index.ts';
import { addAlerts } from './add-alerts.ts';
import { GrafanaDashboard } from './grafana-dashboard.ts';
import { metricsScraper } from './metrics-scraper.ts';
import { type SecureScrape, ServiceMonitor } from './service-monitor.ts';

export interface OperatorMonitoringProps extends MonitoringOptions {
  /** Namespace of the operator. */
  readonly namespace: string;
  /** Name of the installation. @default - the operator's name */
  readonly name?: string;
  /** The controllers that run: the value of `controllers` of the `Operator`. @default - all that are declared */
  readonly controllers?: readonly string[];
  /** Who may read the operator's metrics: the value of `metrics` of the `Operator`, with `secure` or `plain`. */
  readonly metrics: OperatorMetrics;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
}

const shape = object({
  namespace: namespaceName,
  metrics: operatorMetricsGroup,
  ...optional({
    ...monitoringGroup.shape,
    name: installationName,
    controllers: list(text(), { minimum: 1 }),
    annotations,
    declaration: anyDeclaration,
  }),
});

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
    const faults = new Faults(this);
    const given = faults.checked(props, shape, { namespace: 'unknown', metrics: { plain: true } });
    const { namespace, labels, metrics, annotations = {} } = given;
    const declaration = givenDeclaration(given.declaration, faults);
    const name = given.name ?? declaration.name;
    faults.attempt(() => checkReadable(name, metrics), undefined);
    const recommended = recommendedLabels(declaration, { component: 'operator', instance: name });
    const own = { name, namespace, labels: { ...recommended, ...labels }, annotations };
    new ServiceMonitor(this, 'service-monitor', {
      metadata: own,
      selector: installationLabel(name),
      port: 'metrics',
      ...given.scrape,
      ...(metrics.secure === true && { secure: secureScrape(this, given, { ...own, labels: recommended }) }),
    });
    if (given.dashboard !== undefined) {
      const metadata = { name: `${name}-dashboard`, namespace, annotations };
      // An installation with the operator's own name keeps the generated uid and title.
      const installation = name === declaration.name ? {} : { installation: name };
      new GrafanaDashboard(this, 'dashboard', { ...given.dashboard, ...installation, metadata, declaration });
    }
    const controllers = faults.attempt(() => chooseControllers(declaration, given.controllers), []);
    addAlerts(this, { ...given, name, annotations, declaration, controllers });
  }
}

function checkReadable(name: string, metrics: OperatorMetrics): void {
  if (areServed(metrics)) return;
  throw new OptionError(
    `${name} cannot be monitored: its metrics stay on loopback. Set metrics to { secure: true }, and who scrapes them ` +
      `needs a right; or to { plain: true }, and every Pod of the cluster may read them`,
  );
}

/** The certificate can be verified only if its Secret is given: that has the `ca.crt`. */
function secureScrape(
  scope: Construct,
  { metrics, tokenSecret }: OperatorMonitoringProps,
  own: InstallationMarks,
): SecureScrape {
  const token = { tokenSecret: tokenSecret ?? metricsScraper(scope, own) };
  const { certificateSecret: caSecret } = metrics;
  if (caSecret === undefined) return token;
  return { ...token, verify: { serverName: `${own.name}-metrics.${own.namespace}.svc`, caSecret } };
}
