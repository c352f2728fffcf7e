import {
  getKey,
  type Kind,
  type KubeObject,
  type ObjectKey,
  silentLogger,
  systemClock,
} from '../../../operator/runtime/src/base/index.ts';
import { type Caches, WatchedCaches, type ObjectCache } from '../../../operator/runtime/src/cache/index.ts';
import { type Client, createClient, type Transport } from '../../../operator/runtime/src/client/index.ts';
import { ConfigMap } from '../../../operator/runtime/src/kinds/index.ts';
import { applyChild } from '../../../operator/runtime/src/reconcile/child/apply-child.ts';
import type { Desired } from '../../../operator/runtime/src/reconcile/declare/handle-types.ts';
import {
  type ReconcileEnvironment,
  OwnerMemory,
  Run,
  WriteGateway,
} from '../../../operator/runtime/src/reconcile/index.ts';

/** The field manager of `ApplyFixture`. */
export const manager = 'laws/apply';

/** Runs `applyChild` of the runtime with the memory and the caches of a controller, and records its requests. */
export class ApplyFixture {
  /** The HTTP methods of the requests since the list was last cleared, such as `PATCH`. */
  readonly asked: string[] = [];
  readonly #owner: KubeObject;
  readonly #client: Client;
  #caches: Caches;
  #environment: ReconcileEnvironment;
  #memory: OwnerMemory;

  /** @param owner a ConfigMap that owns the children */
  constructor(client: Client, owner: KubeObject) {
    this.#owner = owner;
    this.#memory = new OwnerMemory(owner.metadata.uid);
    this.#client = createClient(countCalls(client.transport, (method) => this.asked.push(method)));
    this.#caches = this.#newCaches();
    this.#environment = this.#newEnvironment();
  }

  /** Applies a child like a reconcile. @param desired the generated desired state */
  apply(kind: Kind, desired: object): Promise<KubeObject> {
    const run = new Run({
      environment: this.#environment,
      owner: this.#owner,
      ownerKind: ConfigMap,
      log: silentLogger,
      signal: AbortSignal.timeout(30_000),
      memory: this.#memory,
    });
    return applyChild(run, kind, desired as Desired<KubeObject>);
  }

  /** Adds the stored object to the cache, as a watch would, and clears `asked`. */
  async showToCache(kind: Kind, key: ObjectKey): Promise<KubeObject> {
    const live = await this.#client.resource(kind).get(key);
    this.#caches.of(kind).recordWrite(live);
    this.asked.length = 0;
    return live;
  }

  /** Simulates a restart of the process: clears its memory, and fills its cache with only this object. */
  async restart(kind: Kind, object: KubeObject): Promise<void> {
    this.#memory = new OwnerMemory(this.#owner.metadata.uid);
    this.#caches = this.#newCaches();
    this.#environment = this.#newEnvironment();
    await this.showToCache(kind, getKey(object));
  }

  #newCaches(): Caches {
    const client = this.#client;
    return new WatchedCaches({ client, clock: systemClock, logger: silentLogger, fieldManagers: [manager] });
  }

  #newEnvironment(): ReconcileEnvironment {
    const client = this.#client;
    const caches = this.#caches;
    const getCache = <T extends KubeObject>(kind: Kind<T>): ObjectCache<T> => caches.of(kind);
    const nothing = (): void => undefined;
    return {
      client,
      gateway: new WriteGateway({ client, assertLeading: nothing, getCache, getListener: () => undefined }),
      clock: systemClock,
      operator: 'laws',
      fieldManager: manager,
      recorder: {
        recordCreated: nothing,
        recordDeleted: nothing,
        normal: () => true,
        warning: () => true,
        flush: () => Promise.resolve(0),
      },
      getCache,
      getView: ({ kind }) => caches.of(kind),
      getNamed: ({ kind }) => ({
        listKeys: () => [],
        waitUntilLoaded: () => Promise.resolve(),
        get: (key) => caches.of(kind).get(key),
      }),
      dryRun: false,
      injected: {},
    };
  }
}

function countCalls(transport: Transport, count: (method: string) => void): Transport {
  return {
    call(request) {
      count(request.method);
      return transport.call(request);
    },
    stream: (request) => transport.stream(request),
    close: () => Promise.resolve(),
  };
}
