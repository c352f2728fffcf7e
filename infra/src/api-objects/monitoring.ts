import type { OperatorDeclaration } from '../declaration/index.ts';
import type { OperatorMetrics, OperatorMonitoringProps, SecureScrape } from '../options/index.ts';
import {
  areServed,
  chooseControllers,
  clusterMetadata,
  type Faults,
  type Marks,
  memcachedRules,
  metadataOf,
  operatorRules,
  OptionError,
  recommendedLabels,
  scrapedSeries,
  servesMemcached,
} from '../plan/index.ts';
import type { ApiObjects } from './api-object.ts';
import { installationLabel } from './operator.ts';
import { dashboardConfigMap, dashboardOf, prometheusRule, serviceMonitor } from './prometheus.ts';

/** What the objects of the monitoring of one installation have in common. */
interface Monitored extends Marks {
  readonly namespace: string;
  readonly declaration: OperatorDeclaration;
}

/** Pure, but for the faults: what `OperatorMonitoring` deploys. */
export function monitoringObjects(
  given: OperatorMonitoringProps,
  declaration: OperatorDeclaration,
  faults: Faults,
): ApiObjects {
  const { namespace, metrics, labels, commonLabels, annotations = {} } = given;
  const name = given.name ?? declaration.name;
  faults.attempt(() => checkReadable(name, metrics), undefined);
  const marksOf = (component: string): Monitored => {
    const recommended = recommendedLabels(declaration, { component, instance: name });
    return { ...{ name, namespace, declaration, annotations }, labels: { ...commonLabels, ...recommended } };
  };
  const own = marksOf('operator');
  return {
    ...(metrics.secure === true && given.tokenSecret === undefined && scraper(own)),
    'service-monitor': {
      metadata: metadataOf({ ...own, labels: { ...own.labels, ...labels } }),
      ...serviceMonitor({
        selector: installationLabel(name),
        port: 'metrics',
        ...given.scrape,
        ...(metrics.secure === true && { secure: secureScrape(own, given) }),
      }),
    },
    ...(given.dashboard && dashboard(marksOf('monitoring'), given.dashboard, faults)),
    ...(given.alerts !== false && alerts(marksOf('monitoring'), given, faults)),
  };
}

function checkReadable(name: string, metrics: OperatorMetrics): void {
  if (areServed(metrics)) return;
  throw new OptionError(
    `${name} cannot be monitored: its metrics stay on loopback. Set metrics to { secure: true }, and who scrapes them ` +
      `needs a right; or to { plain: true }, and every Pod of the cluster may read them`,
  );
}

/** The certificate can be verified only if its Secret is given: that has the `ca.crt`. */
function secureScrape(own: Monitored, { metrics, tokenSecret }: OperatorMonitoringProps): SecureScrape {
  const token = { tokenSecret: tokenSecret ?? scraperName(own) };
  const { certificateSecret: caSecret } = metrics;
  if (caSecret === undefined) return token;
  return { ...token, verify: { serverName: `${own.name}-metrics.${own.namespace}.svc`, caSecret } };
}

function scraperName({ name }: Marks): string {
  return `${name}-metrics-scraper`;
}

/**
 * A ServiceAccount that may read the secure metrics of an operator, and nothing else, with a token that does not expire:
 * a ServiceMonitor takes one from a Secret only.
 *
 * https://kubernetes.io/docs/concepts/configuration/secret/#serviceaccount-token-secrets
 */
function scraper(own: Monitored): ApiObjects {
  const name = scraperName(own);
  const metadata = metadataOf(own, name);
  const tokens = { ...metadata.annotations, 'kubernetes.io/service-account.name': name };
  return {
    scraper: { apiVersion: 'v1', kind: 'ServiceAccount', metadata, automountServiceAccountToken: false },
    'scraper-token': {
      ...{ apiVersion: 'v1', kind: 'Secret', type: 'kubernetes.io/service-account-token' },
      metadata: { ...metadata, annotations: tokens },
    },
    'scraper-binding': {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: clusterMetadata(own, name),
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: `${own.name}-metrics-reader` },
      subjects: [{ kind: 'ServiceAccount', name, namespace: own.namespace }],
    },
  };
}

/** An installation with the operator's own name keeps the generated uid and title. */
function dashboard(
  own: Monitored,
  options: NonNullable<OperatorMonitoringProps['dashboard']>,
  faults: Faults,
): ApiObjects {
  const { name, declaration } = own;
  const { name: configMap, ...metadata } = metadataOf(own, `${name}-dashboard`);
  return {
    dashboard: dashboardConfigMap({
      ...options,
      ...{ name: configMap, metadata },
      dashboard: faults.attempt(() => dashboardOf(declaration), {}),
      installation: name === declaration.name ? undefined : name,
    }),
  };
}

/** Those about Memcached only if its controller runs. */
function alerts(own: Monitored, given: OperatorMonitoringProps, faults: Faults): ApiObjects {
  const { name, namespace, declaration } = own;
  const marks = { ...own, labels: { ...own.labels, ...given.labels } };
  const running = faults.attempt(() => chooseControllers(declaration, given.controllers), []);
  const about = {
    series: scrapedSeries(name, namespace),
    ...(given.runbooks !== undefined && { runbooks: given.runbooks }),
  };
  const rules = operatorRules({ ...{ name, namespace, declaration }, ...about, alerts: given.alerts || {} });
  return {
    alerts: { metadata: metadataOf(marks, `${name}-alerts`), ...prometheusRule([rules]) },
    ...(servesMemcached(running) && {
      memcached: { metadata: metadataOf(marks, `${name}-memcached`), ...prometheusRule([memcachedRules(about)]) },
    }),
  };
}
