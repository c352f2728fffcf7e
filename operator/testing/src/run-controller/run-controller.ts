import type { Api } from '@kubewright/runtime/internal/api';
import { isOperatorError, OperatorError, runtimeSettings } from '@kubewright/runtime/internal/base';
import { type Caches, WatchedCaches } from '@kubewright/runtime/internal/cache';
import {
  createController,
  fieldManagerOf,
  type ReconcileResult as RunResult,
} from '@kubewright/runtime/internal/controller';
import { createMetrics, leadAlone, WriteFence } from '@kubewright/runtime/internal/manager';
import { registerObjectGauges } from '@kubewright/runtime/internal/manager/metrics';
import type { ControllerDefinition, ControllerParts } from '@kubewright/runtime/internal/reconcile';
import type { FakeClock } from '../fake-clock.ts';
import { createInMemoryApiServer, type InMemoryApiServer } from '../in-memory-api-server/index.ts';
import { createRecordingLogger, type RecordedLine } from '../recording-logger.ts';
import { Activity } from './activity.ts';
import type { LabelsFor, MetricName, SettingsFor, StandInsFor } from './given-parts.ts';
import { type Given, inject } from './inject.ts';
import { readMetric } from './read-metric.ts';
import { untilIdle } from './until-idle.ts';
import { untilOver } from './until-over.ts';

/** @typeParam TParts what the controller declares, as the compiler knows it */
export interface RunControllerOptions<TParts extends ControllerParts = ControllerParts> {
  /** The API server; it has to serve the controller's kinds. @default - a new one that serves what the controller declares */
  readonly server?: InMemoryApiServer;
  /** Values of the controller's settings, such as flags could give them. @default - the default of each */
  readonly settings?: SettingsFor<TParts['settings']>;
  /** Stand-ins for what the controller would create under `uses`. @default - nothing */
  readonly uses?: StandInsFor<TParts['uses']>;
  /** The operator's name: in labels and field managers. @default 'test' */
  readonly operator?: string;
  /**
   * The errors of the reconcile that the test is about: those whose message matches. Any other unexpected one
   * fails `settled`, `advance`, or the end of the run. @default - none
   */
  readonly expectedError?: RegExp;
  /** How long `settled` waits for reconciles that are under way, in milliseconds of real time. @default 10000 */
  readonly timeoutMs?: number;
}

export type { RunResult };

/**
 * A controller at work. Disposing it ends that, as SIGTERM would: no reconcile is begun, and what runs may go on to its end
 * within the grace period of 30 seconds, for which the server's fake clock is turned as far as needed; then its signal
 * aborts, and its handles refuse what it still asks for. `TIMED_OUT` with its key if it ignores even that, unless `settled`
 * has failed already: then that is what the test is to say. So does an error of the reconcile that `settled` has not thrown.
 */
export interface ControllerRun<TParts extends ControllerParts = ControllerParts> extends AsyncDisposable {
  readonly server: InMemoryApiServer;
  /**
   * Resolves once there is nothing left to do until something changes or time passes: what waits for its backoff, or to
   * reconcile again, still does.
   *
   * Throws: when the controller asked for something that the in-memory API server does not do; and when a reconcile has
   * failed by what leads to the reason `ReconcileError`, whose error is the cause, unless it is an `expectedError`. Errors:
   * `TIMED_OUT` with the keys of the reconciles that are still under way after ten seconds (`timeoutMs`).
   */
  settled(): Promise<void>;
  /** Lets so much time pass on the server's fake clock, then waits as `settled` does. */
  advance(ms: number): Promise<void>;
  /** How each run of the reconcile ended, in order. */
  readonly results: readonly RunResult[];
  /** What the controller logged, with the fields of each line. */
  readonly log: readonly RecordedLine[];
  /**
   * One sample of a metric that the controller declares: `undefined` if there is none with exactly these labels.
   *
   * @param name as `metrics` of the declaration has it
   */
  metric<K extends MetricName<TParts['metrics']>>(
    name: K,
    ...labels: LabelsFor<TParts['metrics'] extends Readonly<Record<K, infer D>> ? D : unknown>
  ): Promise<number | undefined>;
}

/**
 * Runs one controller against an API server in memory, with everything that surrounds it in a cluster: watches, caches,
 * queue, workers, status, finalizers, events. It leads from the beginning.
 *
 * Guarantees: nothing waits for real time, unless the reconcile itself does.
 * Errors: `SETTINGS_INVALID` for a value that no flag could give.
 */
export async function runController<TParts extends ControllerParts>(
  declared: ControllerDefinition<TParts>,
  options: RunControllerOptions<TParts> = {},
): Promise<ControllerRun<TParts>> {
  const { operator = 'test', server = serverFor(declared), timeoutMs = 10_000, settings, uses } = options;
  const { clock, client } = server;
  const { name } = declared;
  const activity = new Activity(options.expectedError);
  const definition = activity.noting(declared);
  const logger = createRecordingLogger();
  const { registry } = createMetrics(clock);
  const caches = new WatchedCaches({ client, clock, logger, fieldManagers: [fieldManagerOf(operator, name)] });
  const given = { ...(settings && { settings }), ...(uses && { uses }) } as Pick<Given, 'settings' | 'uses'>;
  const injected = await inject(definition, { ...given, clock, logger, registry });
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
  const alone = { controllers: [controller], clock, settings: standard, fence: new WriteFence(), stop: stop.signal };
  const work = whenSynced(caches, stop.signal).then((synced) => (synced ? leadAlone(alone) : undefined));
  let hasFailed = false;
  const settle = async (): Promise<void> => {
    await untilIdle({ name, activity, queue: controller.queue, server, timeoutMs });
    const hint = server.unsupported.join('\n');
    if (hint !== '') throw new OperatorError('TEST_FAILED', `run the controller ${name}`, { hint });
    if (activity.unexpected !== undefined) throw activity.unexpected;
  };
  const settled = async (): Promise<void> => {
    try {
      await settle();
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  return {
    server,
    settled,
    results: activity.results,
    log: logger.records,
    metric: (metric, ...[labels = {}]) => readMetric(registry, definition, { name: metric, labels }),
    async advance(ms) {
      if (!('advance' in clock))
        throw new OperatorError('TEST_FAILED', 'advance the clock', { hint: 'the server was made with a real one' });
      await (clock as FakeClock).advance(ms);
      await settled();
    },
    async [Symbol.asyncDispose]() {
      const reason = new OperatorError('STOPPED', 'run the controller');
      stop.abort(reason);
      try {
        await untilOver(work, clock);
        if (!hasFailed && activity.unexpected !== undefined) throw activity.unexpected;
      } catch (error) {
        if (!isOperatorError(error, 'TIMED_OUT')) throw error;
        // Two errors hide each other: of a suppressed one, test runners show neither text.
        if (!hasFailed) throw abandoned(name, activity, error);
      } finally {
        watching.abort(reason);
        await watches;
        await injected[Symbol.asyncDispose]();
      }
    },
  };
}

function abandoned(name: string, { keys }: Activity, cause: unknown): OperatorError {
  const hint = `it is still reconciling ${keys.join(', ')} and ignores its signal: let what it waits for end, or pass the signal on`;
  return new OperatorError('TIMED_OUT', `end the controller ${name}`, { hint, cause });
}

/** Of a process without other settings. */
const standard = { gracePeriodSeconds: runtimeSettings.gracePeriodSeconds.default };

/** Whether the caches were filled before the stop. */
async function whenSynced(caches: Caches, stop: AbortSignal): Promise<boolean> {
  try {
    await caches.whenSynced(stop);
    return true;
  } catch (error) {
    if (stop.aborted) return false;
    throw error;
  }
}

function serverFor({ api, owns, reads, watches }: ControllerDefinition): InMemoryApiServer {
  const declared = [owns, reads, watches].flatMap((kinds) => Object.values<{ kind: object }>(kinds));
  const apis = declared.map(({ kind }) => kind).filter((kind): kind is Api => 'crd' in kind);
  return createInMemoryApiServer({ kinds: [...new Set([api, ...apis])] });
}
