import type { Clock, Failed, Kind, KubeObject } from '../base/index.ts';
import type { Caches, CacheSelection, ChangeListener, ObjectCache } from '../cache/index.ts';
import { type ControllerDefinition, managedByLabel, type Predicate, type ReadKind } from '../reconcile/index.ts';
import {
  childListener,
  type Enqueue,
  enqueueInTurns,
  filtered,
  resourceListener,
  usedByListener,
  watchedListener,
} from './sources.ts';

/** A cache, and the listener to its changes. */
interface Source {
  readonly cache: ObjectCache<KubeObject>;
  readonly listener: ChangeListener<KubeObject> | undefined;
}

/** The sources of the changes that make keys of a controller due. */
export interface Sources {
  /** The cache of the controller's resources. */
  readonly primary: ObjectCache<KubeObject>;
  /** The source of a kind that the controller writes: its own kind, or one that it owns. */
  written(kind: Kind): Source | undefined;
  /** The cache of a kind that the controller reads or watches. */
  reading(read: ReadKind): ObjectCache<KubeObject> | undefined;
}

/** A kind, a selection of its objects, the listener, and the changes of which to notify it. */
interface SourceOptions extends CacheSelection {
  readonly kind: Kind;
  readonly listener?: ChangeListener<KubeObject>;
  readonly when?: Predicate;
}

/** What is connected. */
interface SourcesOptions {
  readonly definition: ControllerDefinition;
  readonly caches: Caches;
  readonly clock: Pick<Clock, 'yieldIfDue'>;
  readonly operator: string;
  /** Called with an unexpected failure while keys are enqueued. */
  readonly failed: Failed;
}

/** Requests the cache of each declared kind, and enqueues from now on the keys that its changes concern. */
export function connectSources(
  { definition, caches, clock, operator, failed }: SourcesOptions,
  enqueue: Enqueue,
): Sources {
  const { api, owns, reads, watches } = definition;
  const enqueueEach = enqueueInTurns(enqueue, clock, failed);
  const connect = ({ kind, listener: all, when, ...selection }: SourceOptions): Source => {
    const cache = caches.of(kind, selection);
    const listener = all && filtered(all, when);
    if (listener) cache.onChange(listener);
    return { cache, listener };
  };
  const ours = { labelSelector: `${managedByLabel}=${operator}` };
  const primary = connect({ kind: api, listener: resourceListener(enqueue), ...whenOf(definition) });
  const written = new Map([[idOf(api), primary]]);
  for (const { delete: _deletes, ...owned } of Object.values(owns)) {
    written.set(idOf(owned.kind), connect({ ...owned, ...ours, listener: childListener(api, enqueue) }));
  }
  const reading = new Map<ReadKind, ObjectCache<KubeObject>>();
  for (const read of Object.values(reads)) reading.set(read, connect(selectionOf(read)).cache);
  for (const [name, watch] of Object.entries(watches)) {
    const whose = { controller: definition.name, watches: name };
    const { kind, mapTo, when } = watch;
    const listener =
      typeof mapTo === 'function'
        ? watchedListener(mapTo, enqueueEach)
        : usedByListener({ ...mapTo, kind, whose }, primary.cache, enqueueEach);
    reading.set(watch, connect({ ...selectionOf(watch), listener, ...(when && { when }) }).cache);
  }
  return {
    primary: primary.cache,
    written: (kind) => written.get(idOf(kind)),
    reading: (read) => reading.get(read),
  };
}

function selectionOf({ kind, labelSelector, fieldSelector, trim }: ReadKind): SourceOptions {
  return {
    kind,
    ...(labelSelector !== undefined && { labelSelector }),
    ...(fieldSelector !== undefined && { fieldSelector }),
    ...(trim && { trim }),
  };
}

function whenOf({ when }: ControllerDefinition): Pick<SourceOptions, 'when'> {
  return when === undefined ? {} : { when };
}

function idOf(kind: Kind): string {
  return `${kind.plural}.${kind.group}`;
}
