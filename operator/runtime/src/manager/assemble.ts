import {
  type Clock,
  type OnFailure,
  type Logger,
  parsePeriodMs,
  systemClock,
  type SettingsTable,
} from '../base/index.ts';
import { type Caches, WatchedCaches } from '../cache/index.ts';
import { type Client, connect, type Connection, type SendRecord } from '../client/index.ts';
import { type Controller, createController, buildFieldManager, type FinalizedResources } from '../controller/index.ts';
import type { ControllerDefinition } from '../reconcile/index.ts';
import { WriteFence } from './election/index.ts';
import { createElectionHealth, type ElectionHealth } from './health/election-health.ts';
import { InUse, getInUseSettings } from './in-use.ts';
import { createMetrics, type Metrics, registerObjectGauges } from './metrics/index.ts';
import type { OperatorDefinition } from './operator-definition.ts';
import { getNamespaceSelector } from './selected-namespaces.ts';
import type { SettingsWith } from './settings/parse-settings.ts';
import { Injected } from './injected.ts';

/** The parts of an operator in one process. */
export interface OperatorParts {
  readonly operated: OperatorDefinition;
  readonly settings: SettingsWith<SettingsTable>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly client: Client;
  /** Whether the API server accepts the credentials of this process, for `/readyz`. */
  readonly credentialsHealth: Connection['check'];
  readonly caches: Caches;
  readonly controllers: readonly Controller[];
  /** Work of the leader in addition to the controllers. */
  readonly jobs: readonly ((signal: AbortSignal) => Promise<void>)[];
  /** Dependencies that are injected into controllers, disposed when the process ends. */
  readonly injected: Injected;
  /** Throws before each write while this process does not lead. */
  readonly fence: WriteFence;
  /** Whether the Lease can be reached. Always healthy without leader election. */
  readonly electionHealth: ElectionHealth;
  /** Aborts at the first SIGTERM, SIGINT or unexpected failure: then no new work starts. */
  readonly stop: AbortSignal;
  /** Receives an unexpected failure, and stops the process in order. */
  readonly failed: OnFailure;
}

/** The controllers that the settings select. */
export function selectControllers(
  { controllers }: OperatorDefinition,
  settings: OperatorParts['settings'],
): readonly ControllerDefinition[] {
  return controllers.filter(({ name }) => settings.controllers.length === 0 || settings.controllers.includes(name));
}

/** Creates all parts and reads the credentials; sends no request yet. Errors: `CREDENTIALS_INVALID`. */
export async function assemble(
  given: Pick<OperatorParts, 'operated' | 'settings' | 'logger' | 'stop' | 'failed'>,
): Promise<OperatorParts> {
  const { operated, settings, logger, failed } = given;
  const clock = systemClock;
  const metrics = createMetrics(clock);
  const userAgent = `${operated.name}/${operated.version}`;
  const fence = new WriteFence();
  const { client, credentials, check } = await connect({
    ...settings.credentials,
    clock,
    logger,
    onReplaced: () => {
      logger.info('new connections to the API server use the new certificates');
    },
    userAgent,
    ...metrics.client,
    beforeSend: fence.check,
    ...(settings.logLevel === 'debug' && { onSend: logCalls(logger) }),
  });
  const { server, proxy } = credentials;
  logger.info('connecting', { server: server.origin, ...(proxy && { proxy: proxy.origin }) });
  const definitions = selectControllers(operated, settings);
  const namespaceSelector = getNamespaceSelector(settings);
  const caches = new WatchedCaches({
    client,
    clock,
    logger,
    watchList: settings.watchList,
    failed,
    fieldManagers: definitions.map(({ name }) => buildFieldManager(operated.name, name)),
    ...(settings.watchNamespaces.length > 0 && { namespaces: settings.watchNamespaces }),
    ...(namespaceSelector !== undefined && { namespaceSelector }),
  });
  const shared = { client, caches, clock, logger, failed, operator: operated.name, instance: settings.podName };
  const injected = new Injected(definitions, {
    ...{ settings, clock, logger, registry: metrics.registry },
    ...{ transport: client.transport, beginWrite: fence.beginWrite },
  });
  const inUse = createInUse({ settings, client, clock, logger }, () =>
    controllers.flatMap(({ finalized }) => finalized ?? []),
  );
  const controllers: readonly Controller[] = definitions.map((definition) => {
    const { workers = settings.workers } = definition;
    const resyncPeriodMs = parsePeriodMs(settings.resyncPeriod);
    const { queue, reconcile } = metrics.forController(definition.name, { workers });
    const controller = createController({
      ...shared,
      definition,
      workers,
      ...(resyncPeriodMs !== undefined && { resyncPeriodMs }),
      injected: injected.getInjected(definition),
      dryRun: settings.dryRun,
      ...(inUse && { beforeFinalizer: (kind, signal) => inUse.mark(kind, signal) }),
      queueObserver: queue,
      observer: reconcile,
    });
    registerObjectGauges(metrics.registry, definition, { objects: () => controller.objects(), clock });
    return controller;
  });
  const electionHealth = createElectionHealth(clock, settings.leaseDurationSeconds * 1000);
  const jobs = await createJobs({ ...given, client, clock, metrics }, inUse);
  const health = { electionHealth, credentialsHealth: check };
  return { ...given, ...health, clock, metrics, client, caches, controllers, jobs, injected, fence };
}

/**
 * Creates the leader's work besides its controllers: migrates stored objects if kinds have several versions, and
 * maintains the annotation that protects CRDs in use.
 */
async function createJobs(
  parts: Pick<OperatorParts, 'operated' | 'settings' | 'client' | 'clock' | 'logger' | 'metrics'>,
  inUse: InUse | undefined,
): Promise<OperatorParts['jobs']> {
  const said: OperatorParts['jobs'] = inUse === undefined ? [] : [(signal) => inUse.keep(signal)];
  if ((parts.operated.conversions ?? []).length === 0) return said;
  // Lazy: most operators have no conversions.
  const { createMigrations } = await import('./migrations.ts');
  return [...said, ...createMigrations(parts)];
}

/** Returns `undefined` without deletion protection. */
function createInUse(
  { settings, ...parts }: Pick<OperatorParts, 'settings' | 'client' | 'clock' | 'logger'>,
  finalized: () => readonly FinalizedResources[],
): InUse | undefined {
  const { inUseName: name } = getInUseSettings(settings);
  const namespace = settings.leaseNamespace;
  if (name === undefined || namespace === undefined || settings.dryRun) return undefined;
  return new InUse({ ...parts, finalized, key: { namespace, name } });
}

function logCalls(logger: Logger): (record: SendRecord) => void {
  return ({ begunAtMs, ...call }) => {
    logger.debug('sending a call to the API server', { ...call, begunAt: new Date(begunAtMs).toISOString() });
  };
}
