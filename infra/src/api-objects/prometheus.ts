import { createHash } from 'node:crypto';

import type { OperatorDeclaration } from '../declaration/index.ts';
import type { DashboardOptions, RuleGroup, SecureScrape, ServiceMonitorProps } from '../options/index.ts';
import { OptionError } from '../plan/index.ts';

const api = { apiVersion: 'monitoring.coreos.com/v1' };

/** Pure: a PrometheusRule without metadata. */
export function buildPrometheusRule(groups: readonly RuleGroup[]) {
  return { ...api, kind: 'PrometheusRule', spec: { groups } };
}

/** Pure: a ServiceMonitor without metadata. */
export function buildServiceMonitor({ selector, port, secure, ...scrape }: Omit<ServiceMonitorProps, 'metadata'>) {
  const endpoint = { port, path: '/metrics', ...scrape, ...(secure && buildSecureEndpoint(secure)) };
  return { ...api, kind: 'ServiceMonitor', spec: { selector: { matchLabels: selector }, endpoints: [endpoint] } };
}

/** Reads the token from a Secret, because the field for a token file in the Prometheus Pod is deprecated. */
function buildSecureEndpoint({ tokenSecret, verify }: SecureScrape): object {
  return {
    scheme: 'https',
    authorization: { credentials: { name: tokenSecret, key: 'token' } },
    tlsConfig:
      verify === undefined
        ? { insecureSkipVerify: true }
        : { serverName: verify.serverName, ca: { secret: { name: verify.caSecret, key: 'ca.crt' } } },
  };
}

/** A dashboard and the name of its ConfigMap. */
export interface DashboardPlan extends Pick<DashboardOptions, 'labels' | 'folder'> {
  /** Name of the ConfigMap. */
  readonly name: string;
  /** The dashboard in Grafana's JSON model. */
  readonly dashboard: object;
  /** Name of the installation for `uid` and title; `undefined`: both stay unchanged. */
  readonly installation: string | undefined;
  readonly metadata: {
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

export function buildDashboardConfigMap({ name, installation, folder, labels, ...plan }: DashboardPlan) {
  const { metadata } = plan;
  const dashboard = { ...plan.dashboard, ...buildDashboardIdentity(installation) };
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      ...metadata,
      name,
      labels: { ...metadata.labels, ...(labels ?? { grafana_dashboard: '1' }) },
      ...(folder !== undefined && { annotations: { ...metadata.annotations, grafana_folder: folder } }),
    },
    // The sidecar writes the files of all ConfigMaps into one folder, so file names must be unique.
    data: { [`${name}.json`]: `${JSON.stringify(dashboard, undefined, 2)}\n` },
  };
}

/**
 * The `uid` and title for an installation. Grafana limits a uid to 40 characters: a longer one ends with a hash of the
 * installation's name.
 */
function buildDashboardIdentity(installation: string | undefined): object {
  if (installation === undefined) return {};
  const whole = `operator-${installation}`;
  const hash = createHash('sha256').update(installation).digest('hex').slice(0, 8);
  return { uid: whole.length <= 40 ? whole : `${whole.slice(0, 31)}-${hash}`, title: `Operator ${installation}` };
}

/** Pure: the dashboard of a declaration. Throws an `OptionError` if the declaration has none, or only a file path. */
export function getDashboard({ name, dashboard }: OperatorDeclaration): object {
  if (dashboard === undefined) {
    throw new OptionError(`the declaration of ${name} has no dashboard: regenerate it, or pass a dashboard`);
  }
  if (typeof dashboard === 'string') {
    throw new OptionError(
      `the dashboard in the declaration is a file path, ${dashboard}: read the declaration with loadDeclaration()`,
    );
  }
  return dashboard;
}
