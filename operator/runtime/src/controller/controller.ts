import { isApi } from '../api/index.ts';
import {
  waitForAll,
  combineSignals,
  type Clock,
  type OnFailure,
  getKey,
  formatKey,
  formatKind,
  type Kind,
  type KubeObject,
  type Logger,
  OperatorError,
  parseKey,
} from '../base/index.ts';
import type { Caches, ChangeListener, ObjectCache } from '../cache/index.ts';
import { type Client, findOtherVersion } from '../client/index.ts';
import { type Causes, createCause, type QueueObserver, WorkQueue } from '../queue/index.ts';
import {
  type ControllerDefinition,
  createEventRecorder,
  toDryRun,
  type OwnerMemory,
  type ReconcileEnvironment,
  type StatusUse,
  WriteGateway,
} from '../reconcile/index.ts';
import { buildFieldManager, connectSources, type Sources } from './connect-sources.ts';
import { atStart } from './explain-change.ts';
import type { Enqueue } from './sources.ts';
import { FinalizedResources } from './finalized-resources.ts';
import { findLeadingSignal, type Leadership } from './leadership.ts';
import type { ReconcileObserver } from './reconcile-observer.ts';
import { runResync } from './resync.ts';
import { runTriggers } from './triggers.ts';
import { runWorkers } from './workers.ts';

/** Options of one controller in a process. */
export interface ControllerOptions {
  readonly definition: ControllerDefinition;
  readonly client: Client;
  readonly caches: Caches;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The name of the operator: the value of its label, and the prefix of field managers. */
  readonly operator: string;
  /** The name of the process: that of its Pod. */
  readonly instance: string;
  /** The number of reconciles at a time. @default 10 */
  readonly workers?: number;
  /**
   * The approximate interval in milliseconds at which all resources are reconciled without a change. @default - never
   */
  readonly resyncPeriodMs?: number;
  /**
   * Returns random numbers in [0, 1), for the jitter of retries and resyncs and for unique event names. @default
   * Math.random
   */
  readonly random?: () => number;
  /** Added to the context of every reconcile: settings, metrics, injected dependencies. @default - none */
  readonly injected?: Readonly<Record<string, unknown>>;
  /** Whether writes are only logged, and sent with `dryRun=All`. @default false */
  readonly dryRun?: boolean;
  /**
   * Called before an object of the kind gets the controller's first finalizer, which waits for the promise. `finalized`
   * counts the object by then. @default - none
   */
  readonly beforeFinalizer?: (kind: Kind, signal: AbortSignal) => Promise<void>;
  /** Receives an unexpected error of the controller at once. @default - `run` rejects with the error when it ends */
  readonly failed?: OnFailure;
  readonly queueObserver?: QueueObserver;
  readonly observer?: ReconcileObserver;
}

/** A controller in a process. The caches fill its queue at all times; its workers run only while the process leads. */
export interface Controller {
  readonly name: string;
  readonly queue: WorkQueue;
  /** The resources of the controller, for metrics; an empty list while another process leads. */
  objects(): readonly KubeObject[];
  /**
   * The resources with the controller's finalizer, on a standby as well. @default - `undefined` if the controller has
   * no finalizer
   */
  readonly finalized?: FinalizedResources;
  /**
   * Reconciles until `stop` aborts; then takes no new key, and finishes running reconciles. Aborts these if the
   * leadership ends.
   */
  run(leadership: Leadership, stop: AbortSignal): Promise<void>;
}

/**
 * The priority of keys that are reconciled without a known change, at the start of a term and in a resync:
 * controller-runtime's LowPriority.
 */
const lowPriority = -100;

/** Limit of queued keys up to which causes keep changed objects in memory, for the details of a log line. */
const retainingAtMost = 1_000;

const leadershipBegan = [createCause('leadership')];
const resynced = [createCause('resync')];

/** Creates a controller: connects caches to a queue, and the queue to workers. Sends nothing before `run`. */
export function createController(options: ControllerOptions): Controller {
  const { definition, clock, logger } = options;
  const log = logger.child({ controller: definition.name });
  const { qps, burst, ...backoff } = definition.rateLimit ?? {};
  const queue = new WorkQueue({
    clock,
    backoff,
    ...(qps !== undefined && { bucket: { qps, burst } }),
    ...(options.queueObserver && { observer: options.queueObserver }),
    ...(options.random && { random: options.random }),
  });
  const memories = new Map<string, OwnerMemory>();
  let leadership: Leadership | undefined;
  const isLeading = (): boolean => leadership?.signal.aborted === false;
  const enqueue: Enqueue = (key, { initial, causes }) => {
    // While this process does not lead, the queue would otherwise collect the keys of all deleted resources.
    if (isLeading() || sources.primary.get(parseKey(key)) !== undefined) {
      // For the same reason, the causes of keys that wait for long, or of many keys, must not keep changed objects in
      // memory.
      if (!isLeading() || queue.length >= retainingAtMost) for (const cause of causes) cause.settle?.();
      queue.add(key, initial ? { priority: lowPriority, causes } : { causes });
      return;
    }
    queue.remove(key);
    memories.delete(key);
  };
  const sources = connectSources(
    {
      ...options,
      failed:
        options.failed ?? ((error) => log.error(error, 'failed to enqueue some of the objects affected by a change')),
    },
    enqueue,
  );
  const assertLeading = (): void => {
    leadership?.assertLeading();
  };
  const finalized =
    definition.finalizer === undefined ? undefined : new FinalizedResources(definition, sources.primary);
  const environment = createEnvironment(options, sources, {
    log,
    assertLeading,
    term: () => findLeadingSignal(leadership),
    finalized,
  });

  return {
    name: definition.name,
    queue,
    objects: () => (isLeading() ? sources.primary.list() : []),
    ...(finalized && { finalized }),
    async run(given, stop) {
      leadership = given;
      // Another process may have edited objects since an earlier term.
      for (const memory of memories.values()) memory.knowsEdits = false;
      const resources = (): readonly KubeObject[] => sources.primary.list();
      const over = combineSignals(stop, given.signal);
      const sweep = (causes: Causes): Promise<number> => enqueueAll(resources(), { clock, enqueue, over, causes });
      // The previous leader may have stopped in the middle of a reconcile.
      await sweep(given.isElected === false ? atStart.causes : leadershipBegan);
      log.info('controller started', { workers: options.workers ?? 10 });
      const term = { ...options, log, leadership: given, stop };
      const works = [
        runWorkers({ ...term, queue, environment, memories, primary: sources.primary }),
        runTriggers({ ...term, resources, enqueue: (key, causes) => queue.add(key, { causes }) }),
        runResync({ ...term, enqueueAll: () => sweep(resynced) }, over),
      ];
      await waitForAll(works, options.failed);
      const dropped = await environment.recorder.flush();
      if (dropped > 0) log.warn('the last events were not sent', { dropped });
      log.info('controller stopped');
    },
  };
}

interface Sweep {
  readonly clock: Pick<Clock, 'yieldIfDue'>;
  readonly enqueue: Enqueue;
  readonly over: AbortSignal;
  readonly causes: Causes;
}

/** Enqueues all resources; returns their number. A reconcile of a resource that is up to date sends nothing. */
async function enqueueAll(resources: readonly KubeObject[], { clock, enqueue, over, causes }: Sweep): Promise<number> {
  const why = { initial: true, causes };
  for (const resource of resources) {
    const due = clock.yieldIfDue();
    if (due !== undefined) await due;
    if (over.aborted) break;
    enqueue(formatKey(getKey(resource)), why);
  }
  return resources.length;
}

/** The current term of leadership, for reconciles. */
interface TermView {
  readonly log: Logger;
  readonly assertLeading: () => void;
  readonly term: () => AbortSignal | undefined;
  readonly finalized: FinalizedResources | undefined;
}

function createEnvironment(options: ControllerOptions, sources: Sources, view: TermView): ReconcileEnvironment {
  const { client, clock, operator, definition, instance, beforeFinalizer, random = Math.random } = options;
  const { log: logger, term, assertLeading } = view;
  const controller = buildFieldManager(operator, definition.name);
  const getCache = <T extends KubeObject>(kind: Kind<T>): ObjectCache<T> => {
    const source = sources.findWritten(kind);
    if (source === undefined) throw buildUndeclaredError(definition, kind);
    return source.cache as unknown as ObjectCache<T>;
  };
  const getListener = (kind: Kind): ChangeListener<KubeObject> | undefined => sources.findWritten(kind)?.listener;
  const gateway = new WriteGateway({ client, assertLeading, getCache, getListener });
  const owned = Object.values(definition.owns).filter(({ anyNamespace }) => anyNamespace);
  const inAnyNamespace = new Set(owned.map(({ kind }) => formatKind(kind)));
  const reporting = { client, clock, logger, controller, instance, term, random };
  const environment: ReconcileEnvironment = {
    statusUse: getStatusUse(definition),
    client,
    gateway,
    clock,
    operator,
    dryRun: false,
    fieldManager: controller,
    recorder: createEventRecorder({ ...reporting, isWriting: () => gateway.isWriting }),
    getCache,
    getView: (read) => {
      const view = sources.findRead(read);
      if (view === undefined) throw buildUndeclaredError(definition, read.kind);
      return view;
    },
    notifyOfEdit: (owner, kind, edit) => sources.notifyOfEdit(owner, kind, edit),
    getNamed: (read) => {
      const objects = sources.findNamed(read);
      if (objects === undefined) throw buildUndeclaredError(definition, read.kind);
      return objects;
    },
    waitUntilShown: (namespace, signal) => sources.waitUntilShown(namespace, signal),
    findOtherVersion: (kind, signal) => findOtherVersion(kind, { transport: client.transport, signal }),
    isInAnyNamespace: (kind) => inAnyNamespace.has(formatKind(kind)),
    injected: options.injected ?? {},
    ...(beforeFinalizer && {
      async beforeFinalizer(owner, signal) {
        view.finalized?.expect(owner);
        await beforeFinalizer(definition.api, signal);
      },
    }),
  };
  return options.dryRun === true ? toDryRun(environment) : environment;
}

function getStatusUse({ api, ownsStatus }: Pick<ControllerDefinition, 'api' | 'ownsStatus'>): StatusUse {
  if (isApi(api)) return 'report';
  return ownsStatus === true ? 'stated' : 'none';
}

function buildUndeclaredError(
  { name }: Pick<ControllerDefinition, 'name'>,
  { kind }: Pick<Kind, 'kind'>,
): OperatorError {
  return new OperatorError('DECLARATION_INVALID', `find ${kind} in memory`, {
    hint: `the controller ${name} does not declare it`,
  });
}
