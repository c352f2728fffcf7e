import type {
  OperatorDisruptions,
  OperatorMetrics,
  OperatorOptions,
  OperatorRollingUpdate,
  OperatorServiceAccount,
  OperatorSettings,
  PodCount,
} from '../options/index.ts';
import type { OperatorDeclaration } from '../declaration/index.ts';
import { type OptionErrors, OptionError } from './option-errors.ts';
import { type NumberSetting, findNumberSetting } from './settings.ts';

/** The settings of the Pods of one installation, with all defaults. */
export interface Workload {
  readonly replicas: number;
  readonly serviceAccount: Required<OperatorServiceAccount>;
  /** The limits of the PodDisruptionBudget; `undefined` without one. */
  readonly disruptions: OperatorDisruptions | undefined;
  readonly rollingUpdate: Required<OperatorRollingUpdate>;
}

export function planWorkload(
  options: OperatorOptions,
  { name, errors }: { name: string; errors: OptionErrors },
): Workload {
  return {
    replicas: options.replicas ?? 2,
    serviceAccount: errors.attempt(() => planServiceAccount(options, name), { name, create: true, annotations: {} }),
    disruptions: errors.attempt(() => validateDisruptions(options), undefined),
    rollingUpdate: errors.attempt(() => planRollingUpdate(options), usualUpdate),
  };
}

function planServiceAccount({ serviceAccount: given = {} }: OperatorOptions, name: string): Workload['serviceAccount'] {
  const { create = true, annotations = {} } = given;
  if (create) return { name: given.name ?? name, create, annotations };
  if (given.name === undefined)
    throw new OptionError('serviceAccount.name is missing: name the existing ServiceAccount');
  if (given.annotations === undefined) return { name: given.name, create, annotations };
  throw new OptionError(
    'serviceAccount.annotations needs serviceAccount.create: annotate the existing ServiceAccount yourself',
  );
}

function planDisruptions({ podDisruptionBudget: given = {} }: OperatorOptions): Workload['disruptions'] {
  if (given === false) return undefined;
  const { maxUnavailable, minAvailable } = given;
  if (minAvailable === undefined) return { maxUnavailable: maxUnavailable ?? 1 };
  if (maxUnavailable === undefined) return { minAvailable };
  throw new OptionError('podDisruptionBudget cannot have both maxUnavailable and minAvailable: remove one of them');
}

/** Throws if no Pod could ever be evicted, because a drain of its node would never end. */
function validateDisruptions(options: OperatorOptions): Workload['disruptions'] {
  const given = planDisruptions(options);
  const { maxUnavailable, minAvailable } = given ?? {};
  const { replicas = 2 } = options;
  const keepsAll = minAvailable === '100%' || (typeof minAvailable === 'number' && minAvailable >= replicas);
  if (replicas > 0 && (isNone(maxUnavailable) || keepsAll)) {
    throw new OptionError(
      `podDisruptionBudget would block every eviction of the ${replicas} Pods, so their nodes could not be drained: ` +
        'allow one unavailable Pod, or set it to false',
    );
  }
  return given;
}

const isNone = (count: PodCount | undefined): boolean => count === 0 || count === '0%';

/**
 * A new Pod is ready, with synced caches, before an old one is deleted. A version that never becomes ready replaces no
 * Pod.
 */
const usualUpdate = { maxSurge: 1, maxUnavailable: 0 };

function planRollingUpdate({ rollingUpdate: given = {} }: OperatorOptions): Workload['rollingUpdate'] {
  const { maxSurge, maxUnavailable } = { ...usualUpdate, ...given };
  if (!isNone(maxSurge) || !isNone(maxUnavailable)) return { maxSurge, maxUnavailable };
  throw new OptionError('rollingUpdate could not replace any Pod: maxSurge or maxUnavailable must be more than 0');
}

export interface Ports {
  readonly metrics: number;
  readonly health: number;
  /** The port of the webhooks; `undefined` if the operator does not serve webhooks. */
  readonly webhooks: number | undefined;
}

/**
 * Pure: the ports of the settings, by default those of the declaration.
 *
 * Throws if a port is 0, or if two ports are equal: only plain metrics can share the health port.
 */
export function planPorts(
  declaration: OperatorDeclaration,
  { settings = {}, metrics }: OperatorOptions,
  servesWebhooks: boolean,
): Ports {
  const getSetting = (env: string): number | undefined => findNumberSetting(declaration, settings, env)?.value;
  const ports = {
    metrics: validatePort('metrics', getSetting('METRICS_PORT') ?? declaration.ports.metrics),
    health: validatePort('health', getSetting('HEALTH_PORT') ?? declaration.ports.health),
  };
  checkShared(ports, metrics);
  if (!servesWebhooks) return { ...ports, webhooks: undefined };
  const webhooks = validatePort('webhooks', getSetting('WEBHOOK_PORT') ?? declaration.ports.webhooks ?? 0);
  if (webhooks !== ports.metrics && webhooks !== ports.health) return { ...ports, webhooks };
  throw new OptionError(
    `webhooks need their own port, because only they need a certificate that API servers trust: set webhookPort ` +
      `to a port other than ${webhooks}`,
  );
}

/** Throws for 0, which means any free port to the operator, but which a Service or a probe cannot name. */
function validatePort(name: string, port: number): number {
  if (port > 0) return port;
  throw new OptionError(`the ${name} port must be at least 1 in a cluster, but is ${port}`);
}

/** Throws if metrics share the health port without being plain: health is served as plain HTTP beyond loopback. */
function checkShared(ports: Omit<Ports, 'webhooks'>, metrics: OperatorMetrics = {}): void {
  if (ports.metrics !== ports.health || metrics.plain === true) return;
  const reason =
    metrics.secure === true
      ? 'secure metrics need their own port, because health is served without TLS'
      : 'metrics need their own port, because they are on loopback, where the kubelet cannot probe health';
  throw new OptionError(`${reason}: set metricsPort or healthPort to a port other than ${ports.health}`);
}

/** Pure: whether the metrics are reachable from outside of the Pod. */
export function areMetricsServed({ secure, plain }: OperatorMetrics = {}): boolean {
  return secure === true || plain === true;
}

/**
 * Pure: validates the options. Throws if they contradict each other, or if the metrics should stay on loopback and the
 * operator has no setting for that.
 */
export function validateMetrics(declaration: OperatorDeclaration, metrics: OperatorMetrics = {}): OperatorMetrics {
  if (metrics.secure === true && metrics.plain === true) {
    throw new OptionError('metrics cannot be both secure and plain: remove metrics.plain or metrics.secure');
  }
  if (metrics.secure !== true && metrics.certificateSecret !== undefined) {
    throw new OptionError(
      'metrics.certificateSecret needs metrics.secure: set metrics.secure, or remove metrics.certificateSecret',
    );
  }
  if (
    !areMetricsServed(metrics) &&
    hasSetting(declaration, 'BIND_ADDRESS') &&
    !hasSetting(declaration, 'METRICS_BIND_ADDRESS')
  ) {
    throw new OptionError(
      `${declaration.name} cannot serve metrics on loopback only: it does not declare METRICS_BIND_ADDRESS. Regenerate its ` +
        `declaration with a newer runtime, or set metrics.plain, which lets every Pod of the cluster read them`,
    );
  }
  return metrics;
}

function hasSetting({ settings }: OperatorDeclaration, variable: string): boolean {
  return settings.some(({ env }) => env === variable);
}

/** A retry may be late by this factor: the operator requires that it still precedes the renew deadline. */
const latenessFactor = 1.2;

/**
 * Throws if the leader election settings, given or by default, contradict each other, because the operator would not
 * start. Skips undeclared settings.
 */
export function checkLeaseTiming(declaration: OperatorDeclaration, settings: OperatorSettings): void {
  const lease = findNumberSetting(declaration, settings, 'LEASE_DURATION_SECONDS');
  const deadline = findNumberSetting(declaration, settings, 'RENEW_DEADLINE_SECONDS');
  const retry = findNumberSetting(declaration, settings, 'RETRY_PERIOD_SECONDS');
  if (lease && deadline && lease.value <= deadline.value) {
    throw new OptionError(
      `the setting ${formatNumberSetting(lease)} must be more than ${formatNumberSetting(deadline)}: change one of them`,
    );
  }
  if (deadline && retry && deadline.value <= retry.value * latenessFactor) {
    throw new OptionError(
      `the setting ${formatNumberSetting(deadline)} must be more than ${latenessFactor} times ${formatNumberSetting(retry)}: change one of them`,
    );
  }
}

function formatNumberSetting({ name, value }: NumberSetting): string {
  return `${name} (${value})`;
}
