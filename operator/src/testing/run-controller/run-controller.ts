import type { Api } from '../../runtime/api/index.ts';
import { OperatorError, runtimeSettings } from '../../runtime/base/index.ts';
import { type Caches, createCaches } from '../../runtime/cache/index.ts';
import { createController, fieldManagerOf, type ReconcileObserver } from '../../runtime/controller/index.ts';
import type { ReconcileResult as RunResult } from '../../runtime/controller/reconcile-observer.ts';
import { leadAlone } from '../../runtime/manager/lead.ts';
import { WriteFence } from '../../runtime/manager/write-fence.ts';
import type { ControllerDefinition } from '../../runtime/reconcile/index.ts';
import type { FakeClock } from '../fake-clock.ts';
import { createInMemoryApiServer, type InMemoryApiServer } from '../in-memory-api-server/index.ts';
import { createRecordingLogger, type RecordedLine } from '../recording-logger.ts';
import { makeTools } from './make-tools.ts';
import { type Activity, untilIdle } from './until-idle.ts';
import { untilOver } from './until-over.ts';

export interface RunControllerOptions {
  /** Where the objects are; it has to serve the controller's API. @default - a new one that serves what the controller declares */
  readonly server?: InMemoryApiServer;
  /** Values of the controller's settings. @default - the default of each */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the controller uses, instead of what it would make for itself: stand-ins for what is outside. @default - nothing */
  readonly uses?: Readonly<Record<string, unknown>>;
  /** The operator's name: in labels and field managers. @default 'test' */
  readonly operator?: string;
}

export type { RunResult };

/**
 * A controller at work. Disposing it ends that, as SIGTERM would: no reconcile is begun, and what runs may go on to its end
 * within the grace period of 30 seconds, for which the server's fake clock is turned as far as needed; then its signal
 * aborts, and its handles refuse what it still asks for. `TIMED_OUT` if it ignores even that.
 */
export interface ControllerRun extends AsyncDisposable {
  readonly server: InMemoryApiServer;
  /**
   * Resolves once there is nothing left to do until something changes or time passes: what waits for its backoff, or to
   * look again, still does.
   *
   * Throws: when the controller asked for something that the in-memory API server does not do, and when reconciles are
   * still under way after ten seconds.
   */
  settled(): Promise<void>;
  /** Lets so much time pass on the server's fake clock, then waits as `settled` does. */
  advance(ms: number): Promise<void>;
  /** How each run of the reconcile ended, in order. */
  readonly results: readonly RunResult[];
  /** What the controller logged. */
  readonly log: readonly RecordedLine[];
}

/**
 * Runs one controller against an API server in memory, with everything that surrounds it in a cluster: watches, caches,
 * queue, workers, status, finalizers, events. It leads from the beginning.
 *
 * Guarantees: nothing waits for real time, unless the reconcile itself does.
 */
export async function runController(
  definition: ControllerDefinition,
  options: RunControllerOptions = {},
): Promise<ControllerRun> {
  const { operator = 'test', server = serverFor(definition) } = options;
  const { clock, client } = server;
  const logger = createRecordingLogger();
  const caches = createCaches({ client, clock, logger, fieldManagers: [fieldManagerOf(operator, definition.name)] });
  const results: RunResult[] = [];
  const activity: Activity = { underWay: 0, finished: (result) => void results.push(result) };
  const tools = await makeTools(definition, { ...options, clock, logger });
  const controller = createController({
    ...{ definition, client, caches, clock, logger, operator },
    instance: operator,
    tools: tools.all,
    observer: observerOf(activity),
  });
  const stop = new AbortController();
  const watching = new AbortController();
  const watches = caches.run(watching.signal);
  const alone = { controllers: [controller], clock, settings: standard, fence: new WriteFence(), stop: stop.signal };
  const work = whenSynced(caches, stop.signal).then((synced) => (synced ? leadAlone(alone) : undefined));
  const settled = async (): Promise<void> => {
    await untilIdle({ activity, queue: controller.queue, server });
    if (server.unsupported.length > 0) throw new Error(server.unsupported.join('\n'));
  };
  return {
    server,
    settled,
    results,
    log: logger.lines,
    async advance(ms) {
      if (!('advance' in clock)) throw new Error('failed to advance the clock: the server was made with a real one');
      await (clock as FakeClock).advance(ms);
      await settled();
    },
    async [Symbol.asyncDispose]() {
      const reason = new OperatorError('STOPPED', 'run the controller');
      stop.abort(reason);
      try {
        await untilOver(work, clock);
      } finally {
        watching.abort(reason);
        await watches;
        await tools[Symbol.asyncDispose]();
      }
    },
  };
}

/** Of a process that nobody has told anything else. */
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

function observerOf(activity: Activity): ReconcileObserver {
  return {
    started: () => void (activity.underWay += 1),
    finished(result) {
      activity.underWay -= 1;
      activity.finished(result);
    },
    terminalError: () => undefined,
    timedOut: () => undefined,
    panic: () => undefined,
  };
}
