import { apiVersionOf, type Kind, type KubeObject, OperatorError, type ObjectKey } from '../runtime/base/index.ts';
import type { ChangeListener, ObjectCache } from '../runtime/cache/index.ts';
import { createTrim } from '../runtime/cache/own-fields.ts';
import { WatchedCache } from '../runtime/cache/watched-cache.ts';
import { type Client, createClient, pathOf } from '../runtime/client/index.ts';
import { type ReconcileEnvironment, type Run, type RunMemory, WriteGateway } from '../runtime/reconcile/index.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createObjectServer, type ObjectServer, type StoredObject } from './object-server.ts';
import { createRecordingLogger, type RecordingLogger } from './recording-logger.ts';

/** Everything around one reconcile, under the control of a test. */
export interface ScriptedRun {
  readonly server: ObjectServer;
  readonly clock: FakeClock;
  readonly logger: RecordingLogger;
  /** What the recorder was told, as text. */
  readonly events: string[];
  /** Whether this process leads. */
  leading: boolean;
  readonly client: Client;
  readonly environment: ReconcileEnvironment;
  /** The cache of a kind, for whoever plays the watch. */
  cacheOf<T extends KubeObject>(kind: Kind<T>): ObjectCache<T>;
  /** The controller's own listeners by kind. */
  readonly listeners: Map<Kind, ChangeListener<KubeObject>>;
  /** What the server was asked since it was last asked for, without fieldValidation. */
  requests(): string[];
  /** A run for the owner as the cache holds it, with the memory of the runs before. */
  run(overrides?: Partial<Run>): Run;
  /** The watch of `kind` tells what the server holds under `key` now. */
  watchTells(kind: Kind, key: ObjectKey): void;
  /** Forgets what earlier runs have found out, as a restart does. */
  forget(): void;
}

export interface ScriptedRunOptions {
  readonly ownerKind: Kind;
  readonly owner: object;
  readonly ownerKey: ObjectKey;
}

export const manager = 'kubewright/test';

/** The owner is stored, and its cache knows it; all other caches are empty. */
export function scriptRun({ ownerKind, owner, ownerKey }: ScriptedRunOptions): ScriptedRun {
  const server = createObjectServer();
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const events: string[] = [];
  const caches = new Map<string, WatchedCache<KubeObject>>();
  let memory: RunMemory = new Map();

  function cacheOf(kind: Kind): WatchedCache<KubeObject> {
    const known = caches.get(kind.plural);
    if (known !== undefined) return known;
    const cache = new WatchedCache<KubeObject>({ kind, clock, logger, trim: createTrim([manager]) });
    caches.set(kind.plural, cache);
    for (const feed of cache.feeds) void cache.take(feed, { type: 'replaced', items: [], resourceVersion: '1' });
    return cache;
  }

  const text = (object: KubeObject): string => `${object.kind} ${object.metadata.name}`;
  const client = createClient(server.transport);
  // A stand-in knows nothing of types; each kind has a cache of its own.
  const anyCacheOf = ((kind: Kind) => cacheOf(kind)) as unknown as ScriptedRun['cacheOf'];
  const environment: ReconcileEnvironment = {
    client,
    gateway: new WriteGateway({
      client,
      cacheOf: anyCacheOf,
      listenerOf: (kind) => scripted.listeners.get(kind),
      assertLeading: () => {
        if (!scripted.leading) throw new OperatorError('NOT_LEADER', 'write');
      },
    }),
    clock,
    operator: 'kubewright',
    fieldManager: manager,
    recorder: {
      created: (_, child) => events.push(`created ${text(child)}`),
      deleted: (_, child) => events.push(`deleted ${text(child)}`),
      normal: (_, reason, note) => events.push(`${reason}: ${note}`) > 0,
      warning: (_, reason, note) => events.push(`${reason}: ${note}`) > 0,
      flush: () => Promise.resolve(0),
    },
    cacheOf: anyCacheOf,
    viewOf: ({ kind }) => cacheOf(kind),
    dryRun: false,
    tools: {},
  };

  const scripted: ScriptedRun = {
    server,
    clock,
    logger,
    events,
    leading: true,
    client,
    environment,
    cacheOf: anyCacheOf,
    listeners: new Map(),
    requests: () =>
      server.transport.taken().map((each) => each.replace(/[?&]fieldValidation=Strict/, '').replaceAll('%2F', '/')),
    run: (overrides = {}) => ({
      environment,
      owner: cacheOf(ownerKind).get(ownerKey) ?? missing(),
      ownerKind,
      log: logger,
      signal: new AbortController().signal,
      memory,
      checked: new Set(),
      ...overrides,
    }),
    watchTells(kind, key) {
      const cache = cacheOf(kind);
      const held = cache.get(key);
      const object = server.get(pathOf(kind, key));
      for (const feed of cache.feeds) {
        if (object !== undefined)
          void cache.take(feed, { type: 'applied', object: cache.trim(structuredClone(object)) });
        else if (held !== undefined)
          void cache.take(feed, { type: 'deleted', object: ended(held, server.resourceVersion) });
      }
    },
    forget() {
      memory = new Map();
    },
  };
  server.put(pathOf(ownerKind, ownerKey), {
    apiVersion: apiVersionOf(ownerKind),
    kind: ownerKind.kind,
    ...owner,
    metadata: { generation: 1, ...ownerKey, ...(owner as Partial<StoredObject>).metadata },
  });
  scripted.watchTells(ownerKind, ownerKey);
  return scripted;
}

/** As the watch tells of its end: with the resource version of that. */
function ended(object: KubeObject, resourceVersion: string): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion } };
}

function missing(): never {
  throw new OperatorError('TEST_FAILED', 'run', { hint: 'the cache does not hold the owner' });
}
