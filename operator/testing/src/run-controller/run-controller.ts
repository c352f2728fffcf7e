import * as builtinKinds from '@kubewright/runtime/kinds';
import {
  formatApiVersion,
  isOperatorError,
  type Kind,
  OperatorError,
  runtimeSettings,
} from '@kubewright/runtime/internal/base';
import { type Caches, WatchedCaches } from '@kubewright/runtime/internal/cache';
import {
  createController,
  buildFieldManager,
  type ReconcileResult as RunResult,
} from '@kubewright/runtime/internal/controller';
import type { ConversionDefinition } from '@kubewright/runtime/internal/conversion';
import { createMetrics, leadAlone, type NamespacesOptions, WriteFence } from '@kubewright/runtime/internal/manager';
import { registerObjectGauges } from '@kubewright/runtime/internal/manager/metrics';
import type { ControllerDefinition, ControllerParts } from '@kubewright/runtime/internal/reconcile';
import type { FakeClock } from '../fake-clock.ts';
import {
  createInMemoryApiServer,
  type FailingKind,
  type InMemoryApiServer,
  type SimulatedKind,
} from '../in-memory-api-server/index.ts';
import { hasSchema } from '../in-memory-api-server/served/served-kind.ts';
import { createRecordingLogger, type RecordedLine } from '../recording-logger.ts';
import { Activity } from './activity.ts';
import type { LabelsFor, MetricName, SettingsFor, FakesFor } from './given-parts.ts';
import { type InjectOptions, inject } from './inject.ts';
import { readMetric, waitUntilIdle, untilOver } from './wait-until-idle.ts';

/**
 * Options of `runController`.
 * @typeParam TParts the typed parts of the controller's declaration
 */
export interface RunControllerOptions<TParts extends ControllerParts = ControllerParts> {
  /**
   * The API server; it must serve the controller's kinds. @default - a new one that serves the controller's declared
   * kinds
   */
  readonly server?: InMemoryApiServer;
  /**
   * Optional kinds whose CRDs are not installed on the new server. To install one later, call `server.serve(kind)` and
   * `advance(10_000)`; `server.stopServing(kind)` removes it again. @default - none: all declared kinds are installed
   */
  readonly notInstalled?: readonly Kind[];
  /**
   * Conversions of kinds with several versions, as the operator declares them. The new server serves all versions.
   * @default - each kind has one version
   */
  readonly conversions?: readonly ConversionDefinition[];
  /** The namespaces to serve, as the operator declares them. @default - all namespaces */
  readonly namespaces?: NamespacesOptions;
  /** Values of the controller's settings, as flags could set them. @default - the default of each */
  readonly settings?: SettingsFor<TParts['settings']>;
  /** Test doubles for the results of the factories in `uses`. @default - none: the controller's factories run */
  readonly uses?: FakesFor<TParts['uses']>;
  /**
   * Kinds whose objects become ready or complete as soon as they are applied, or fail (`failing`): `server.simulate`.
   * @default - none: the test writes the status of children
   */
  readonly simulate?: readonly (SimulatedKind | FailingKind)[];
  /** The name of the operator, used in labels and field managers. @default 'test' */
  readonly operator?: string;
  /**
   * Matches the messages of reconcile errors that the test expects. After any other error that leads to the reason
   * `ReconcileError`, `awaitIdle`, `advance` or the disposal rejects. @default - no error is expected
   */
  readonly expectedError?: RegExp;
  /** How long `awaitIdle` waits for running reconciles, in milliseconds of real time. @default 10000 */
  readonly timeoutMs?: number;
}

export type { RunResult };

/**
 * A running controller. Disposing it stops it like SIGTERM: it starts no reconcile, and a running one may finish within
 * the grace period of 30 seconds, for which the fake clock of the server is advanced as needed. After that, its signal
 * aborts, and its handles reject further calls. If a reconcile ignores its signal, the disposal rejects with
 * `TIMED_OUT` and the key, unless `awaitIdle` has rejected before. It also rejects with a reconcile error that
 * `awaitIdle` has not thrown.
 */
export interface ControllerRun<TParts extends ControllerParts = ControllerParts> extends AsyncDisposable {
  readonly server: InMemoryApiServer;
  /**
   * Resolves once the controller only waits for a change or for time. Keys in backoff or with a requeue stay pending.
   * Throws: if the controller sent a request that the in-memory API server does not support; if a reconcile has failed
   * with an error that leads to the reason `ReconcileError` (the error is the cause), unless it is an `expectedError`.
   * Errors: `TIMED_OUT` with the keys of the reconciles that still run after ten seconds (`timeoutMs`).
   */
  awaitIdle(): Promise<void>;
  /** Advances the fake clock of the server by `ms`, then waits like `awaitIdle`. */
  advance(ms: number): Promise<void>;
  /** The result of each reconcile, in order. */
  readonly results: readonly RunResult[];
  /** The controller's log lines, with their fields. */
  readonly log: readonly RecordedLine[];
  /**
   * Returns the sample of a declared metric with exactly these labels; `undefined` if the metric has no such sample.
   * @param name the key in `metrics` of the declaration
   */
  metric<K extends MetricName<TParts['metrics']>>(
    name: K,
    ...labels: LabelsFor<TParts['metrics'] extends Readonly<Record<K, infer D>> ? D : unknown>
  ): Promise<number | undefined>;
}

/**
 * Runs one controller with an in-memory API server and its complete environment: watches, caches, queue, workers,
 * status, finalizers, events. It leads from the start. Guarantees: nothing waits for real time, unless the reconcile
 * itself does. Errors: `SETTINGS_INVALID` for a value that a flag could not set.
 */
export async function runController<TParts extends ControllerParts>(
  declared: ControllerDefinition<TParts>,
  options: RunControllerOptions<TParts> = {},
): Promise<ControllerRun<TParts>> {
  const {
    operator = 'test',
    server = createServerFor(declared, options),
    timeoutMs = 10_000,
    settings,
    uses,
    namespaces,
  } = options;
  const { clock, client } = server;
  const { name } = declared;
  if (options.simulate !== undefined) server.simulate(options.simulate);
  const activity = new Activity(options.expectedError);
  const definition = activity.wrapDefinition(declared);
  const logger = createRecordingLogger();
  const { registry } = createMetrics(clock);
  const caches = new WatchedCaches({
    ...{ client, clock, logger, fieldManagers: [buildFieldManager(operator, name)] },
    ...(namespaces && { namespaceSelector: namespaces.labelSelector }),
  });
  const given = { ...(settings && { settings }), ...(uses && { uses }) } as Pick<InjectOptions, 'settings' | 'uses'>;
  const fence = new WriteFence();
  const injected = await inject(definition, {
    ...{ ...given, clock, logger, registry, transport: client.transport, beginWrite: fence.beginWrite },
  });
  const controller = createController({
    ...{ definition, client, caches, clock, logger, operator },
    instance: operator,
    injected: injected.all,
    observer: activity.observer,
  });
  registerObjectGauges(registry, definition, { objects: () => controller.objects(), clock });
  const stop = new AbortController();
  const watching = new AbortController();
  const watches = caches.run(watching.signal);
  const alone = { controllers: [controller], clock, settings: standard, fence, stop: stop.signal };
  const work = hasSynced(caches, stop.signal).then((synced) => (synced ? leadAlone(alone) : undefined));
  let hasFailed = false;
  const awaitIdle = async (): Promise<void> => {
    try {
      await waitUntilIdle({ name, activity, queue: controller.queue, server, timeoutMs });
      const hint = server.unsupported.join('\n');
      if (hint !== '') throw new OperatorError('TEST_FAILED', `run the controller ${name}`, { hint });
      if (activity.unexpected !== undefined) throw activity.unexpected;
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  return {
    server,
    awaitIdle,
    results: activity.results,
    log: logger.records,
    metric: (metric, ...[labels = {}]) => readMetric(registry, definition, { name: metric, labels }),
    async advance(ms) {
      if (!('advance' in clock))
        throw new OperatorError('TEST_FAILED', 'advance the clock', { hint: 'the server uses a real clock' });
      await (clock as FakeClock).advance(ms);
      await awaitIdle();
    },
    async [Symbol.asyncDispose]() {
      const reason = new OperatorError('STOPPED', 'run the controller');
      stop.abort(reason);
      try {
        await untilOver(work, clock);
        if (!hasFailed && activity.unexpected !== undefined) throw activity.unexpected;
      } catch (error) {
        if (!isOperatorError(error, 'TIMED_OUT')) throw error;
        // Not if `awaitIdle` has rejected: a test runner would show neither of the two messages.
        if (!hasFailed) throw buildAbandonedError(name, activity, error);
      } finally {
        watching.abort(reason);
        await watches;
        await injected[Symbol.asyncDispose]();
      }
    },
  };
}

function buildAbandonedError(name: string, { keys }: Activity, cause: unknown): OperatorError {
  const hint = `the controller is still reconciling ${keys.join(', ')} and ignores its signal: pass the signal to every call that waits`;
  return new OperatorError('TIMED_OUT', `end the controller ${name}`, { hint, cause });
}

/** The default of the process setting that the controller needs. */
const standard = { gracePeriodSeconds: runtimeSettings.gracePeriodSeconds.default };

/** Resolves to `true` when the caches have synced, `false` when `stop` aborts first. */
async function hasSynced(caches: Caches, stop: AbortSignal): Promise<boolean> {
  try {
    await caches.waitForSync(stop);
    return true;
  } catch (error) {
    if (stop.aborted) return false;
    throw error;
  }
}

/** Creates a server with the declared kinds, in addition to the built-in ones. */
function createServerFor(
  { api, owns, reads, watches, edits }: ControllerDefinition,
  { notInstalled = [], conversions = [] }: Pick<RunControllerOptions, 'notInstalled' | 'conversions'>,
): InMemoryApiServer {
  const declared = [owns, reads, watches, edits].flatMap((kinds) =>
    Object.values<{ readonly kind: Kind }>(kinds).map(({ kind }) => kind),
  );
  const others = new Set([...Object.values<Kind>(builtinKinds), ...notInstalled].map(formatVersioned));
  const kinds = new Map<string, Kind>();
  for (const kind of [api, ...declared]) {
    const id = formatVersioned(kind);
    // A kind may also be declared with its metadata only, without a schema.
    if (!others.has(id) && (hasSchema(kind) || !kinds.has(id))) kinds.set(id, kind);
  }
  return createInMemoryApiServer({ kinds: [...kinds.values()], conversions });
}

function formatVersioned(kind: Kind): string {
  return `${formatApiVersion(kind)} ${kind.kind}`;
}
