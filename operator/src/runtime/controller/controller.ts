import type { Clock, Kind, KubeObject, Logger } from '../base/index.ts';
import type { Caches, CacheSelection, ChangeListener, ObjectCache } from '../cache/index.ts';
import type { Client } from '../client/index.ts';
import { createWorkQueue, type QueueObserver, type WorkQueue } from '../queue/index.ts';
import {
  type ControllerDefinition,
  createEventRecorder,
  managedByLabel,
  type Predicate,
  type ReconcileEnvironment,
} from '../reconcile/index.ts';
import type { Leadership } from './leadership.ts';
import type { ReconcileObserver } from './reconcile-observer.ts';
import { childListener, type Enqueue, filtered, resourceListener, usedByListener, watchedListener } from './sources.ts';
import { runTriggers } from './triggers.ts';
import { type OwnerMemory, runWorkers } from './workers.ts';

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
  /** What every reconcile finds in its context beside its handles: settings, counters, what the controller uses. @default - nothing */
  readonly tools?: Readonly<Record<string, unknown>>;
  readonly queueObserver?: QueueObserver;
  readonly observer?: ReconcileObserver;
}

/** A controller in a process: its queue fills from the caches all the time; it works only while it leads. */
export interface Controller {
  readonly name: string;
  readonly queue: WorkQueue;
  /** Its resources, as far as this process is to speak for them: none while another one leads. */
  objects(): readonly KubeObject[];
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
  const memories = new Map<string, OwnerMemory>();
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
    objects: () => (leadership?.signal.aborted === false ? sources.primary.list() : []),
    async run(given, stop) {
      leadership = given;
      enqueueAll(sources.primary, enqueue);
      log.info('controller started', { workers: options.workers ?? 10 });
      const term = { log, leadership: given, stop };
      const resources = (): readonly KubeObject[] => sources.primary.list();
      await Promise.all([
        runWorkers({ ...options, ...term, queue, environment, memories, primary: sources.primary }),
        runTriggers({ ...options, ...term, resources, enqueue: (key) => queue.add(key) }),
      ]);
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

interface Source {
  readonly cache: ObjectCache<KubeObject>;
  readonly listener: ChangeListener<KubeObject> | undefined;
}

interface Sources {
  readonly primary: ObjectCache<KubeObject>;
  readonly byKind: ReadonlyMap<string, Source>;
}

/** A kind, which of its objects, and whom to tell of which changes. */
interface SourceOptions extends CacheSelection {
  readonly kind: Kind;
  readonly listener?: ChangeListener<KubeObject>;
  readonly when?: Predicate;
}

function connectSources({ definition, caches, operator }: ControllerOptions, enqueue: Enqueue): Sources {
  const { api, owns, reads, watches } = definition;
  const connect = ({ kind, listener: all, when, ...selection }: SourceOptions): [string, Source] => {
    const cache = caches.of(kind, selection);
    const listener = all && filtered(all, when);
    if (listener) cache.onChange(listener);
    return [idOf(kind), { cache, listener }];
  };
  const ours = { labelSelector: `${managedByLabel}=${operator}` };
  const [, primary] = connect({ kind: api, listener: resourceListener(enqueue), ...whenOf(definition) });
  const owned = Object.values(owns).map(({ delete: _deletes, ...owned }) =>
    connect({ ...owned, ...ours, listener: childListener(api, enqueue) }),
  );
  const read = Object.values(reads).map(({ indexes: _indexes, ...read }) => connect(read));
  const watched = Object.values(watches).map(({ mapTo, indexes: _indexes, ...watch }) => {
    const { kind } = watch;
    const listener =
      typeof mapTo === 'function'
        ? watchedListener(mapTo, enqueue)
        : usedByListener({ ...mapTo, kind }, primary.cache, enqueue);
    return connect({ ...watch, listener });
  });
  // The last of a kind wins: where a kind is written and also read, its writes have to be known as our own.
  return { primary: primary.cache, byKind: new Map([...read, ...watched, ...owned, [idOf(api), primary]]) };
}

function whenOf({ when }: ControllerDefinition): Pick<SourceOptions, 'when'> {
  return when === undefined ? {} : { when };
}

/** What of a process an environment needs besides the options. */
interface ProcessView {
  readonly log: Logger;
  readonly assertLeading: () => void;
  readonly mayWrite: () => boolean;
}

function createEnvironment(options: ControllerOptions, sources: Sources, view: ProcessView): ReconcileEnvironment {
  const { client, clock, operator, definition, instance } = options;
  const { log: logger, mayWrite, assertLeading } = view;
  const controller = fieldManagerOf(operator, definition.name);
  return {
    client,
    clock,
    operator,
    fieldManager: controller,
    recorder: createEventRecorder({ client, clock, logger, controller, instance, mayWrite }),
    cacheOf: <T extends KubeObject>(kind: Kind<T>) => {
      const source = sources.byKind.get(idOf(kind));
      if (source === undefined) throw new Error(`${kind.kind} is not declared by ${definition.name}`);
      return source.cache as unknown as ObjectCache<T>;
    },
    listenerOf: (kind) => sources.byKind.get(idOf(kind))?.listener,
    assertLeading,
    tools: options.tools ?? {},
  };
}

/** Who owns the fields that a controller writes. */
export function fieldManagerOf(operator: string, controller: string): string {
  return `${operator}/${controller}`;
}

function idOf(kind: Kind): string {
  return `${kind.plural}.${kind.group}`;
}
