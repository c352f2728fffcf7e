import type { OperatorDeclaration } from '../declaration/index.ts';
import type { OperatorMetrics, OperatorMonitoringProps, SecureScrape } from '../options/index.ts';
import {
  areMetricsServed,
  chooseControllers,
  buildClusterMetadata,
  type OptionErrors,
  type CommonMetadata,
  buildMemcachedRules,
  buildMetadata,
  buildOperatorRules,
  OptionError,
  buildRecommendedLabels,
  buildScrapedSeries,
  hasMemcached,
} from '../plan/index.ts';
import type { ApiObjects } from './api-object.ts';
import { buildInstallationLabel } from './operator.ts';
import { buildDashboardConfigMap, getDashboard, buildPrometheusRule, buildServiceMonitor } from './prometheus.ts';

/** The inputs that all monitoring objects of one installation share. */
interface MonitoringContext extends CommonMetadata {
  readonly namespace: string;
  readonly declaration: OperatorDeclaration;
}

/** Pure, except that it adds to `errors`: the objects of `OperatorMonitoring`. */
export function buildMonitoring(
  given: OperatorMonitoringProps,
  declaration: OperatorDeclaration,
  errors: OptionErrors,
): ApiObjects {
  const { namespace, metrics, labels, commonLabels, annotations = {} } = given;
  const name = given.name ?? declaration.name;
  errors.attempt(() => checkMetricsServed(name, metrics), undefined);
  const buildContext = (component: string): MonitoringContext => {
    const recommended = buildRecommendedLabels(declaration, { component, instance: name });
    return { ...{ name, namespace, declaration, annotations }, labels: { ...commonLabels, ...recommended } };
  };
  const own = buildContext('operator');
  return {
    ...(metrics.secure === true && given.tokenSecret === undefined && buildScraper(own)),
    'service-monitor': {
      metadata: buildMetadata({ ...own, labels: { ...own.labels, ...labels } }),
      ...buildServiceMonitor({
        selector: buildInstallationLabel(name),
        port: 'metrics',
        ...given.scrape,
        ...(metrics.secure === true && { secure: buildSecureScrape(own, given) }),
      }),
    },
    ...(given.dashboard && buildDashboard(buildContext('monitoring'), given.dashboard, errors)),
    ...(given.alerts !== false && buildAlerts(buildContext('monitoring'), given, errors)),
  };
}

function checkMetricsServed(name: string, metrics: OperatorMetrics): void {
  if (areMetricsServed(metrics)) return;
  throw new OptionError(
    `${name} cannot be monitored: it serves metrics on loopback only. Set metrics to { secure: true }, which requires ` +
      `scrapers to have a permission, or to { plain: true }, which lets every Pod of the cluster read them`,
  );
}

/** Prometheus verifies the certificate only if its Secret is given, because the Secret contains `ca.crt`. */
function buildSecureScrape(own: MonitoringContext, { metrics, tokenSecret }: OperatorMonitoringProps): SecureScrape {
  const token = { tokenSecret: tokenSecret ?? getScraperName(own) };
  const { certificateSecret: caSecret } = metrics;
  if (caSecret === undefined) return token;
  return { ...token, verify: { serverName: `${own.name}-metrics.${own.namespace}.svc`, caSecret } };
}

function getScraperName({ name }: CommonMetadata): string {
  return `${name}-metrics-scraper`;
}

/**
 * A ServiceAccount that may only read the secure metrics, with a token that does not expire: a ServiceMonitor reads
 * tokens from Secrets only.
 *
 * https://kubernetes.io/docs/concepts/configuration/secret/#serviceaccount-token-secrets
 */
function buildScraper(own: MonitoringContext): ApiObjects {
  const name = getScraperName(own);
  const metadata = buildMetadata(own, name);
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
      metadata: buildClusterMetadata(own, name),
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: `${own.name}-metrics-reader` },
      subjects: [{ kind: 'ServiceAccount', name, namespace: own.namespace }],
    },
  };
}

/** An installation with the operator's own name retains the generated uid and title. */
function buildDashboard(
  own: MonitoringContext,
  options: NonNullable<OperatorMonitoringProps['dashboard']>,
  errors: OptionErrors,
): ApiObjects {
  const { name, declaration } = own;
  const { name: configMap, ...metadata } = buildMetadata(own, `${name}-dashboard`);
  return {
    dashboard: buildDashboardConfigMap({
      ...options,
      ...{ name: configMap, metadata },
      dashboard: errors.attempt(() => getDashboard(declaration), {}),
      installation: name === declaration.name ? undefined : name,
    }),
  };
}

/** Adds the alerts about Memcached only if its controller runs. */
function buildAlerts(own: MonitoringContext, given: OperatorMonitoringProps, errors: OptionErrors): ApiObjects {
  const { name, namespace, declaration } = own;
  const marks = { ...own, labels: { ...own.labels, ...given.labels } };
  const running = errors.attempt(() => chooseControllers(declaration, given.controllers), []);
  const about = {
    series: buildScrapedSeries(name, namespace),
    ...(given.runbooks !== undefined && { runbooks: given.runbooks }),
  };
  const rules = buildOperatorRules({ ...{ name, namespace, declaration }, ...about, alerts: given.alerts || {} });
  return {
    alerts: { metadata: buildMetadata(marks, `${name}-alerts`), ...buildPrometheusRule([rules]) },
    ...(hasMemcached(running) && {
      memcached: {
        metadata: buildMetadata(marks, `${name}-memcached`),
        ...buildPrometheusRule([buildMemcachedRules(about)]),
      },
    }),
  };
}
