import { type Clock, type Kind, type KubeObject, type Logger } from '../base/index.ts';
import type { Caches, ChangeListener, ObjectCache } from '../cache/index.ts';
import type { Client } from '../client/index.ts';
import { createWorkQueue, type QueueObserver, type WorkQueue } from '../queue/index.ts';
import {
  type ControllerDefinition,
  createEventRecorder,
  type EventRecorder,
  managedByLabel,
  type ReconcileEnvironment,
  type RunMemory,
} from '../reconcile/index.ts';
import { childListener, type Enqueue, resourceListener, watchedListener } from './sources.ts';
import { runWorkers } from './workers.ts';

/** What the runtime's metrics want to know of a controller. */
export interface ReconcileObserver {
  started(): void;
  finished(result: 'success' | 'error' | 'requeue' | 'requeue_after', durationMs: number): void;
  terminalError(): void;
  timedOut(): void;
}

/** The right to write, while it lasts. */
export interface Leadership {
  /** Aborts when leading ends. */
  readonly signal: AbortSignal;
  /** Throws `NOT_LEADER` once the right may have passed to another process. */
  assertLeading(): void;
}

/** What a controller needs from its process. */
export interface ControllerOptions {
  readonly definition: ControllerDefinition;
  readonly client: Client;
  readonly caches: Caches;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The operator's name: label value and prefix of field managers. */
  readonly operator: string;
  /** The process: the Pod's name. */
  readonly instance: string;
  /** Objects worked on at the same time. @default 10 */
  readonly workers?: number;
  /** How long one reconcile may take before its signal aborts. @default 60000 */
  readonly reconcileTimeoutMs?: number;
  readonly queueObserver?: QueueObserver;
  readonly observer?: ReconcileObserver;
}

/** A controller in a process: its queue fills from the caches all the time; it works only while it leads. */
export interface Controller {
  readonly name: string;
  readonly queue: WorkQueue;
  /**
   * Works until `stop` aborts: then no new key is taken, and running reconciles go on to their end. If leadership ends,
   * they are aborted.
   */
  run(leadership: Leadership, stop: AbortSignal): Promise<void>;
}

/** Wires sources to a queue, and the queue to workers. Nothing is sent before `run`. */
export function createController(options: ControllerOptions): Controller {
  const { definition, clock, logger } = options;
  const log = logger.child({ controller: definition.name });
  const queue = createWorkQueue({ clock, ...(options.queueObserver && { observer: options.queueObserver }) });
  const enqueue: Enqueue = (key, initial) => {
    queue.add(key, { priority: initial ? -100 : 0 });
  };
  const sources = connectSources(options, enqueue);
  const memories = new Map<string, RunMemory>();
  let leadership: Leadership | undefined;
  const assertLeading = (): void => {
    leadership?.assertLeading();
  };
  const environment = createEnvironment(options, sources, {
    log,
    assertLeading,
    mayWrite: () => leadership?.signal.aborted === false,
  });

  return {
    name: definition.name,
    queue,
    async run(given, stop) {
      leadership = given;
      enqueueAll(sources.primary, enqueue);
      log.info('controller started', { workers: options.workers ?? 10 });
      await runWorkers({
        ...options,
        log,
        queue,
        environment,
        memories,
        primary: sources.primary,
        leadership: given,
        stop,
      });
      await environment.recorder.flush();
      log.info('controller stopped');
    },
  };
}

/** What changed while another process led may have been left half done by it: looking again sends nothing where all is well. */
function enqueueAll(primary: ObjectCache<KubeObject>, enqueue: Enqueue): void {
  for (const { metadata } of primary.list()) {
    enqueue(metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`, true);
  }
}

interface Sources {
  readonly primary: ObjectCache<KubeObject>;
  readonly byKind: ReadonlyMap<
    string,
    { cache: ObjectCache<KubeObject>; listener: ChangeListener<KubeObject> | undefined }
  >;
}

function connectSources({ definition, caches, operator }: ControllerOptions, enqueue: Enqueue): Sources {
  const byKind = new Map<
    string,
    { cache: ObjectCache<KubeObject>; listener: ChangeListener<KubeObject> | undefined }
  >();
  const connect = (
    kind: Kind,
    listener: ChangeListener<KubeObject> | undefined,
    labelSelector?: string,
    fieldSelector?: string,
  ): ObjectCache<KubeObject> => {
    const cache = caches.of(kind, {
      ...(labelSelector !== undefined && { labelSelector }),
      ...(fieldSelector !== undefined && { fieldSelector }),
    });
    if (listener) cache.onChange(listener);
    byKind.set(idOf(kind), { cache, listener });
    return cache;
  };
  const primary = connect(definition.api, resourceListener(enqueue));
  for (const { kind } of Object.values(definition.owns)) {
    connect(kind, childListener(definition.api, enqueue), `${managedByLabel}=${operator}`);
  }
  for (const read of Object.values(definition.reads))
    connect(read.kind, undefined, read.labelSelector, read.fieldSelector);
  for (const watched of Object.values(definition.watches)) {
    connect(watched.kind, watchedListener(watched, enqueue), watched.labelSelector, watched.fieldSelector);
  }
  return { primary, byKind };
}

function createEnvironment(
  options: ControllerOptions,
  sources: Sources,
  process: { log: Logger; assertLeading(): void; mayWrite(): boolean },
): ReconcileEnvironment & { readonly recorder: EventRecorder } {
  const { client, clock, operator, definition, instance } = options;
  const controller = fieldManagerOf(operator, definition.name);
  return {
    client,
    clock,
    operator,
    fieldManager: controller,
    recorder: createEventRecorder({
      client,
      clock,
      logger: process.log,
      controller,
      instance,
      mayWrite: process.mayWrite,
    }),
    cacheOf: <T extends KubeObject>(kind: Kind<T>) => {
      const source = sources.byKind.get(idOf(kind));
      if (source === undefined) throw new Error(`${kind.kind} is not declared by ${definition.name}`);
      return source.cache as unknown as ObjectCache<T>;
    },
    listenerOf: (kind) => sources.byKind.get(idOf(kind))?.listener,
    assertLeading: process.assertLeading,
  };
}

/** Who owns the fields that a controller writes. */
export function fieldManagerOf(operator: string, controller: string): string {
  return `${operator}/${controller}`;
}

function idOf(kind: Kind): string {
  return `${kind.plural}.${kind.group}`;
}
