import {
  type Clock,
  formatKey,
  getKey,
  type Kind,
  type KubeObject,
  type LogFields,
  type OnFailure,
} from '../base/index.ts';
import type { Caches, CacheSelection, ChangeListener, ObjectCache } from '../cache/index.ts';
import {
  anyOf,
  type ControllerDefinition,
  type EditedObject,
  managedByLabel,
  type NamedKind,
  type Predicate,
  type ReadKind,
} from '../reconcile/index.ts';
import { createCause } from '../queue/index.ts';
import { Editors } from './editors.ts';
import { explainChange } from './explain-change.ts';
import { createAllOfListener, createSweep } from './all-of-listener.ts';
import { NamedObjects } from './named-objects.ts';
import {
  createChildListener,
  type Enqueue,
  type EnqueueEach,
  enqueueInTurns,
  filterChanges,
  createResourceListener,
  createUsedByListener,
  createWatchedListener,
  type SourceListener,
} from './sources.ts';

/** A cache, and the listener that the controller has added to it. */
interface Source {
  readonly cache: ObjectCache<KubeObject>;
  readonly listener: ChangeListener<KubeObject> | undefined;
}

/** The caches that a controller uses, with listeners that enqueue keys. */
export interface Sources {
  /** The cache of the controller's resources. */
  readonly primary: ObjectCache<KubeObject>;
  /** The cache and listener of a kind that the controller writes: its own kind, an owned or an edited one. */
  findWritten(kind: Kind): Source | undefined;
  /** Enqueues the resources that an edit by `owner` affects, except `owner`. */
  notifyOfEdit(owner: KubeObject, kind: Kind, edit: EditedObject): void;
  /** The cache of a kind that the controller reads or watches. */
  findRead(read: ReadKind): ObjectCache<KubeObject> | undefined;
  /**
   * Resolves once every cache shows the objects of a namespace that has just got the label to watch. Errors: those of
   * the watches.
   */
  waitUntilShown(namespace: string, signal: AbortSignal): Promise<void>;
  /** The objects of a kind that the controller's resources refer to by name. */
  findNamed(read: NamedKind): NamedObjects | undefined;
}

/** A kind, the selection of its objects, the listener to add, and the filter of its changes. */
interface SourceOptions extends CacheSelection, Pick<ReadKind, 'kind' | 'indexes'> {
  readonly listener?: SourceListener;
  readonly predicate?: Predicate;
}

interface SourcesOptions {
  readonly definition: ControllerDefinition;
  readonly caches: Caches;
  readonly clock: Pick<Clock, 'yieldIfDue'>;
  readonly operator: string;
  /** Receives an unexpected error of a listener that enqueues keys. */
  readonly failed: OnFailure;
}

/** Requests the cache of each declared kind, and enqueues the keys that its changes affect. */
export function connectSources(
  { definition, caches, clock, operator, failed }: SourcesOptions,
  enqueue: Enqueue,
): Sources {
  const { api, owns, reads, watches, edits } = definition;
  const enqueueEach = enqueueInTurns(enqueue, clock, failed);
  const following: ObjectCache<KubeObject>[] = [];
  const connect = ({ kind, listener: all, predicate, indexes: _indexes, ...selection }: SourceOptions): Source => {
    const cache = caches.of(kind, selection);
    if (cache.followsNamespaces === true) following.push(cache);
    const listener = all && filterChanges(explainTo(all, { kind, whose: 'other' }), predicate);
    if (listener) cache.onChange(listener);
    if (selection.optional === true)
      cache.onPresence(() => {
        reconcileAll([createCause(`${kind.kind} ${cache.isPresent ? 'installed' : 'removed'}`)]);
      });
    return { cache, listener };
  };
  const ours = { labelSelector: `${managedByLabel}=${operator}` };
  const editors = new Editors(
    { controller: buildFieldManager(operator, definition.name), enqueue },
    () => primary.cache,
  );
  const primary = connect({ kind: api, listener: createPrimaryListener(definition, editors, enqueue) });
  const reconcileAll = createSweep(primary.cache, { enqueueEach, initial: true });
  const written = new Map([[getKindId(api), primary]]);
  for (const { edits: _edits, ...edited } of Object.values(edits)) {
    if (!isSame(edited.kind, api))
      written.set(getKindId(edited.kind), connect({ ...edited, listener: editors.listener }));
  }
  for (const { delete: _deletes, anyNamespace: _anyNamespace, ...owned } of Object.values(owns)) {
    written.set(getKindId(owned.kind), connect({ ...owned, ...ours, listener: createChildListener(api, enqueue) }));
  }
  const reading = new Map<ReadKind, ObjectCache<KubeObject>>();
  const named = new Map<NamedKind, NamedObjects>();
  const connectNamed = (read: NamedKind, property: LogFields): NamedObjects => {
    const logFields = { controller: definition.name, ...property };
    const objects = new NamedObjects({ read, caches, resources: primary.cache, enqueueEach, logFields });
    named.set(read, objects);
    return objects;
  };
  for (const [name, read] of Object.entries(reads)) {
    if ('live' in read) continue;
    if ('named' in read) connectNamed(read, { reads: name });
    else reading.set(read, connect(read).cache);
  }
  for (const [name, watch] of Object.entries(watches)) {
    if ('named' in watch) {
      const objects = connectNamed(watch, { watches: name });
      const explained = explainTo(createNamedListener(objects, enqueueEach), { kind: watch.kind, whose: 'other' });
      objects.cache.onChange(filterChanges(explained, watch.predicate));
      continue;
    }
    const logFields = { controller: definition.name, watches: name };
    const { kind, mapTo, ...selection } = watch;
    const createListener = (): SourceListener => {
      if (typeof mapTo === 'function') return createWatchedListener(mapTo, enqueueEach);
      if ('allOf' in mapTo) return createAllOfListener(primary.cache, enqueueEach);
      return createUsedByListener({ ...mapTo, kind, logFields }, primary.cache, enqueueEach);
    };
    const listener = createListener();
    reading.set(watch, connect({ ...selection, kind, listener }).cache);
  }
  return {
    primary: primary.cache,
    findWritten: (kind) => written.get(getKindId(kind)),
    findRead: (read) => reading.get(read),
    findNamed: (read) => named.get(read),
    async waitUntilShown(namespace, signal) {
      for (const cache of following) await cache.waitUntilShown?.(namespace, signal);
    },
    notifyOfEdit(owner, kind, edit) {
      const change = { ...edit, key: getKey(edit.after), initial: false };
      editors.notify(edit, explainChange(kind.kind, change, 'other'), owner.metadata.uid);
      if (isSame(kind, api) && edit.after.metadata.uid !== owner.metadata.uid)
        enqueue(formatKey(change.key), explainChange(kind.kind, change, 'own'));
    },
  };
}

/** Enqueues the resources that name a changed object. Ignores initial objects, because reconciles wait for them. */
function createNamedListener(objects: NamedObjects, enqueueEach: EnqueueEach): SourceListener {
  return ({ key }, why) => {
    if (!why.initial) enqueueEach(objects.listUsers(key), why);
  };
}

interface Explained {
  readonly kind: Kind;
  readonly whose: 'own' | 'other';
}

function explainTo(listener: SourceListener, { kind, whose }: Explained): ChangeListener<KubeObject> {
  return (change) => {
    listener(change, explainChange(kind.kind, change, whose));
  };
}

/**
 * Enqueues a changed resource. Edits of the kind itself also count: a change of a field that a resource edits in
 * itself, or in another one.
 */
function createPrimaryListener(
  { api, edits, predicate }: Pick<ControllerDefinition, 'api' | 'edits' | 'predicate'>,
  editors: Editors,
  enqueue: Enqueue,
): ChangeListener<KubeObject> {
  const listener = explainTo(createResourceListener(enqueue), { kind: api, whose: 'own' });
  if (!Object.values(edits).some(({ kind }) => isSame(kind, api))) return filterChanges(listener, predicate);
  const own = filterChanges(listener, predicate && anyOf(predicate, editors.isOwnEdit));
  const siblings = explainTo(editors.listener, { kind: api, whose: 'other' });
  return (change) => {
    own(change);
    siblings(change);
  };
}

function isSame(one: Kind, other: Kind): boolean {
  return getKindId(one) === getKindId(other);
}

function getKindId(kind: Kind): string {
  return `${kind.plural}.${kind.group}`;
}

/** The field manager of a controller's writes. */
export function buildFieldManager(operator: string, controller: string): string {
  return `${operator}/${controller}`;
}
