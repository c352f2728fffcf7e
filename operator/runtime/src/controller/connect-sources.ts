import type { Clock, OnFailure, Kind, KubeObject } from '../base/index.ts';
import type { Caches, CacheSelection, ChangeListener, ObjectCache } from '../cache/index.ts';
import { type ControllerDefinition, managedByLabel, type Predicate, type ReadKind } from '../reconcile/index.ts';
import { createAllOfListener } from './all-of-listener.ts';
import {
  createChildListener,
  type Enqueue,
  enqueueInTurns,
  filterChanges,
  createResourceListener,
  createUsedByListener,
  createWatchedListener,
} from './sources.ts';

/** A cache, and the listener to its changes. */
interface Source {
  readonly cache: ObjectCache<KubeObject>;
  readonly listener: ChangeListener<KubeObject> | undefined;
}

/** The sources that enqueue keys of a controller. */
export interface Sources {
  /** The cache of the controller's resources. */
  readonly primary: ObjectCache<KubeObject>;
  /** The source of a kind that the controller writes: its own kind, or an owned one. */
  findWritten(kind: Kind): Source | undefined;
  /** The cache of a kind that the controller reads or watches. */
  findRead(read: ReadKind): ObjectCache<KubeObject> | undefined;
}

/** A kind, a selection of its objects, the listener, and its filter. */
interface SourceOptions extends CacheSelection {
  readonly kind: Kind;
  readonly listener?: ChangeListener<KubeObject>;
  readonly predicate?: Predicate;
}

interface SourcesOptions {
  readonly definition: ControllerDefinition;
  readonly caches: Caches;
  readonly clock: Pick<Clock, 'yieldIfDue'>;
  readonly operator: string;
  /** Receives an unexpected failure while keys are enqueued. */
  readonly failed: OnFailure;
}

/** Requests the cache of each declared kind, and enqueues the keys that its changes affect. */
export function connectSources(
  { definition, caches, clock, operator, failed }: SourcesOptions,
  enqueue: Enqueue,
): Sources {
  const { api, owns, reads, watches, predicate: own } = definition;
  const enqueueEach = enqueueInTurns(enqueue, clock, failed);
  const connect = ({ kind, listener: all, predicate, ...selection }: SourceOptions): Source => {
    const cache = caches.of(kind, selection);
    const listener = all && filterChanges(all, predicate);
    if (listener) cache.onChange(listener);
    return { cache, listener };
  };
  const ours = { labelSelector: `${managedByLabel}=${operator}` };
  const primary = connect({ kind: api, listener: createResourceListener(enqueue), ...(own && { predicate: own }) });
  const written = new Map([[getKindId(api), primary]]);
  for (const { delete: _deletes, ...owned } of Object.values(owns)) {
    written.set(getKindId(owned.kind), connect({ ...owned, ...ours, listener: createChildListener(api, enqueue) }));
  }
  const reading = new Map<ReadKind, ObjectCache<KubeObject>>();
  for (const read of Object.values(reads)) {
    if (!('live' in read)) reading.set(read, connect(buildSelection(read)).cache);
  }
  for (const [name, watch] of Object.entries(watches)) {
    const logFields = { controller: definition.name, watches: name };
    const { kind, mapTo, predicate } = watch;
    const createListener = (): ChangeListener<KubeObject> => {
      if (typeof mapTo === 'function') return createWatchedListener(mapTo, enqueueEach);
      if ('allOf' in mapTo) return createAllOfListener(primary.cache, enqueueEach);
      return createUsedByListener({ ...mapTo, kind, logFields }, primary.cache, enqueueEach);
    };
    const listener = createListener();
    reading.set(watch, connect({ ...buildSelection(watch), listener, ...(predicate && { predicate }) }).cache);
  }
  return {
    primary: primary.cache,
    findWritten: (kind) => written.get(getKindId(kind)),
    findRead: (read) => reading.get(read),
  };
}

function buildSelection({ kind, labelSelector, fieldSelector, trim }: ReadKind): SourceOptions {
  return {
    kind,
    ...(labelSelector !== undefined && { labelSelector }),
    ...(fieldSelector !== undefined && { fieldSelector }),
    ...(trim && { trim }),
  };
}

function getKindId(kind: Kind): string {
  return `${kind.plural}.${kind.group}`;
}
