import { OperatorError, type runtimeSettings, type ValuesOf } from '../../base/index.ts';
import type { CredentialsOptions } from '../../client/index.ts';
import { findTimingProblem } from '../election/index.ts';
import type { Host } from './host.ts';

/** The settings of every operator as the user gave them, with defaults that do not depend on the environment. */
export type RuntimeSettings = ValuesOf<typeof runtimeSettings>;

/** The settings of every operator, with all defaults. */
export type Settings = RuntimeSettings & {
  readonly leaderElect: boolean;
  readonly leaseName: string;
  readonly logFormat: 'json' | 'text';
  readonly metricsBindAddress: string;
  readonly podName: string;
  /** Whether the process runs in a Pod. */
  readonly inCluster: boolean;
  /** How to find the API server; passed to `connect`. */
  readonly credentials: Omit<CredentialsOptions, 'clock'>;
};

/** The environment of the process that defaults depend on. */
interface ProcessEnvironment {
  /** The name of the operator. */
  readonly name: string;
  readonly host: Host;
  readonly inCluster: boolean;
  /** Whether the kubeconfig comes from the variable KUBECONFIG, which may name several files. */
  readonly kubeconfigVariable: boolean;
}

/** Adds the defaults that depend on the environment. */
export function completeSettings(given: RuntimeSettings, surroundings: ProcessEnvironment): Settings {
  const { name, host, inCluster } = surroundings;
  const podNamespace = given.podNamespace ?? (inCluster ? findServiceAccountNamespace(host) : undefined);
  return {
    ...given,
    leaderElect: resolveLeaderElect(given, inCluster),
    leaseName: given.leaseName ?? name,
    leaseNamespace: given.leaseNamespace ?? podNamespace,
    logFormat: given.logFormat ?? (!inCluster && host.terminal ? 'text' : 'json'),
    metricsBindAddress: resolveMetricsBindAddress(given),
    podName: given.podName ?? host.hostName,
    podNamespace,
    inCluster,
    credentials: pickCredentials(given, surroundings),
  };
}

/** No leader election in a dry run: it writes nothing, and must not take the Lease from a process that writes. */
function resolveLeaderElect({ dryRun, leaderElect }: RuntimeSettings, inCluster: boolean): boolean {
  return !dryRun && (leaderElect ?? inCluster);
}

/** Metrics without access control are reachable from outside of the Pod or machine only if the user sets an address. */
function resolveMetricsBindAddress({ metricsBindAddress = '', metricsSecure, bindAddress }: RuntimeSettings): string {
  if (metricsBindAddress !== '') return metricsBindAddress;
  return metricsSecure ? bindAddress : '127.0.0.1';
}

function findServiceAccountNamespace(host: Host): string | undefined {
  const text = host.readFile('/var/run/secrets/kubernetes.io/serviceaccount/namespace')?.trim();
  return text === '' ? undefined : text;
}

function pickCredentials(
  given: RuntimeSettings,
  { inCluster, kubeconfigVariable }: ProcessEnvironment,
): Settings['credentials'] {
  const { kubeconfig, context } = given;
  return {
    inCluster,
    kubeconfigVariable,
    ...(kubeconfig !== undefined && !kubeconfigVariable && { kubeconfig }),
    ...(context !== undefined && { context }),
  };
}

/** Validates settings. Errors: `SETTINGS_INVALID` for contradictory ones. */
export function checkSettings(settings: Settings, controllers: readonly string[]): void {
  const unknown = settings.controllers.filter((name) => !controllers.includes(name));
  if (unknown.length > 0) {
    throw buildInvalidError(
      '--controllers (CONTROLLERS)',
      `unknown controller ${unknown.join(', ')}; available: ${controllers.join(', ')}`,
    );
  }
  checkMetrics(settings);
  if (settings.leaderElect) checkElection(settings);
}

function checkMetrics(settings: Settings): void {
  const { metricsEnabled, metricsSecure, metricsCertDir, metricsPort, healthPort } = settings;
  if (!metricsEnabled) {
    if (!metricsSecure) return;
    throw buildInvalidError(
      '--metrics-secure (METRICS_SECURE)',
      'metrics are disabled; remove --no-metrics-enabled or this setting',
    );
  }
  if (!metricsSecure && metricsCertDir !== undefined) {
    throw buildInvalidError(
      '--metrics-cert-dir (METRICS_CERT_DIR)',
      'only secure metrics use a certificate; add --metrics-secure or remove this setting',
    );
  }
  if (metricsPort === healthPort && metricsPort !== 0) checkOnePort(settings);
}

/** Rejects settings for endpoints on one port that do not have the same access control. */
function checkOnePort({ metricsSecure, metricsBindAddress, metricsPath, bindAddress }: Settings): void {
  const ports = '--metrics-port (METRICS_PORT) and --health-port (HEALTH_PORT)';
  if (/^\/(healthz|readyz)(\/|$)/.test(metricsPath)) {
    throw buildInvalidError(
      '--metrics-path (METRICS_PATH)',
      `${metricsPath} is a path of the health checks on the same port; choose another one`,
    );
  }
  if (metricsSecure) {
    throw buildInvalidError(ports, 'health checks are served without TLS, so secure metrics need a separate port');
  }
  if (metricsBindAddress === bindAddress) return;
  throw buildInvalidError(
    ports,
    `a port has one bind address, but metrics have ${metricsBindAddress}, and health checks ${bindAddress}; choose another ` +
      `metrics port, or set --metrics-bind-address ${bindAddress}, where each client of the health checks can read them`,
  );
}

function checkElection(settings: Settings): void {
  if (settings.leaseNamespace === undefined) {
    throw buildInvalidError(
      '--lease-namespace (LEASE_NAMESPACE)',
      'leader election needs a namespace for its Lease; set it, or use --no-leader-elect',
    );
  }
  const problem = findTimingProblem({
    leaseDurationMs: settings.leaseDurationSeconds * 1000,
    renewDeadlineMs: settings.renewDeadlineSeconds * 1000,
    retryPeriodMs: settings.retryPeriodSeconds * 1000,
  });
  if (problem !== undefined)
    throw buildInvalidError('--lease-duration-seconds, --renew-deadline-seconds and --retry-period-seconds', problem);
}

function buildInvalidError(what: string, hint: string): OperatorError {
  return new OperatorError('SETTINGS_INVALID', `read ${what}`, { hint });
}
