import { defineApi, t } from '../runtime/api/index.ts';
import type { KubeObject } from '../runtime/base/index.ts';
import { createClient } from '../runtime/client/index.ts';
import type { OwnerMemory } from '../runtime/controller/reconcile-key.ts';
import { runWorkers, type WorkersOptions } from '../runtime/controller/workers.ts';
import { createWorkQueue, type WorkQueue } from '../runtime/queue/index.ts';
import {
  type Action,
  awaitChange,
  type ControllerDefinition,
  createEventRecorder,
  defineController,
  WriteGateway,
} from '../runtime/reconcile/index.ts';
import { createScriptedCache, type ScriptedCache } from './scripted-cache.ts';
import { scriptTransport } from './scripted-transport.ts';
import { someObject } from './some-object.ts';

const Cafe = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({}),
  status: t.object({ guests: t.integer() }),
});

/** What a test's reconcile gets. */
export interface Visit {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly status: { set(status: object): void };
}

export type Reconcile = (visit: Visit) => Promise<Action>;

/** Workers of one controller, under the control of a test. */
export interface Shop extends Omit<ScriptedCache, 'cache'> {
  readonly queue: WorkQueue;
  readonly memories: Map<string, OwnerMemory>;
  readonly stop: AbortController;
  readonly term: AbortController;
  /** `name@monotonic` of each reconcile, in the order of their beginnings. */
  readonly visits: string[];
  /** What the metrics were told. */
  readonly observed: string[];
  /** Warnings in the log, with their fields. */
  readonly warnings: readonly object[];
  /** The bodies of the statuses that were written. */
  readonly statuses: object[];
  /** Whether all work has ended. */
  over: boolean;
  /** A Cafe that is there and due. */
  opens(name: string, metadata?: Partial<KubeObject['metadata']>): void;
}

export interface ShopOptions extends Pick<WorkersOptions, 'workers'>, Pick<ControllerDefinition, 'timeoutMs'> {
  /** The generation that the server answers status writes with. @default 1 */
  readonly generation?: () => number;
  /** What the server waits for before it answers the write of a status. @default - nothing */
  readonly whenToldOf?: () => Promise<unknown>;
}

/** Opens a shop whose server takes every status. */
export function openShop(
  reconcile: Reconcile,
  { generation = () => 1, whenToldOf, timeoutMs, ...options }: ShopOptions = {},
): Shop {
  const { cache, ...scripted } = createScriptedCache();
  const { clock, logger } = scripted;
  const [visits, observed, statuses]: [string[], string[], object[]] = [[], [], []];
  let version = 100;
  const transport = scriptTransport({
    async call({ method, body }) {
      if (method !== 'PATCH') return { status: 201, body: body as object };
      const { metadata, status } = body as KubeObject & { status: object };
      statuses.push(status);
      await whenToldOf?.();
      const stored = { ...cafe(metadata.name), metadata: { ...cafe(metadata.name).metadata, ...metadata } };
      const answer = { resourceVersion: String(version++), generation: generation() };
      return { status: 200, body: { ...stored, metadata: { ...stored.metadata, ...answer }, status } };
    },
  });
  const client = createClient(transport);
  const definition = defineController(Cafe, {
    ...(timeoutMs !== undefined && { timeoutMs }),
    reconcile: () => Promise.resolve(awaitChange),
  });
  const shop: Shop = {
    ...scripted,
    visits,
    observed,
    get warnings() {
      const told = logger.records.filter(({ level }) => level === 'warn');
      return told.map(({ message, fields }) => ({ message, ...fields }));
    },
    statuses,
    queue: createWorkQueue({ clock, random: () => 0 }),
    memories: new Map(),
    stop: new AbortController(),
    term: new AbortController(),
    over: false,
    opens(name, metadata = {}) {
      scripted.applied(cafe(name, metadata));
      shop.queue.add(`default/${name}`);
    },
  };
  const given = {
    client,
    clock,
    logger,
    controller: 'test/cafe',
    instance: 'pod',
    random: () => 0,
    term: () => shop.term.signal,
  };
  const visit: ControllerDefinition['reconcile'] = ({ metadata }, context) => {
    visits.push(`${metadata.name}@${String(clock.monotonic())}`);
    return reconcile({ ...(context as unknown as Visit), name: metadata.name });
  };
  const running = runWorkers({
    ...options,
    definition: { ...definition, reconcile: visit },
    clock,
    log: logger,
    queue: shop.queue,
    memories: shop.memories,
    primary: cache,
    stop: shop.stop.signal,
    leadership: { signal: shop.term.signal, assertLeading: () => undefined },
    environment: {
      client,
      gateway: new WriteGateway({
        client,
        assertLeading: () => undefined,
        cacheOf: () => cache as never,
        listenerOf: () => undefined,
      }),
      clock,
      operator: 'test',
      fieldManager: 'test/cafe',
      recorder: createEventRecorder(given),
      cacheOf: () => cache as never,
      viewOf: () => cache,
      dryRun: false,
      tools: {},
    },
    observer: {
      started: () => observed.push('started'),
      finished: (result) => observed.push(result),
      terminalError: () => observed.push('terminal'),
      panic: () => observed.push('panic'),
      timedOut: () => observed.push('timed out'),
    },
  });
  void running.then(() => (shop.over = true));
  return shop;
}

/** A Cafe as the cache holds it. */
export function cafe(name: string, metadata: Partial<KubeObject['metadata']> = {}): KubeObject {
  const object = someObject({ name, generation: 1, resourceVersion: '5', ...metadata });
  return { ...object, apiVersion: 'example.com/v1', kind: 'Cafe', spec: {} } as KubeObject;
}

/** A reconcile that goes on until the test ends it, whatever its signal says. */
export function held(): { readonly reconcile: Reconcile; readonly signals: AbortSignal[]; end(): void } {
  const gate = Promise.withResolvers<Action>();
  const signals: AbortSignal[] = [];
  return {
    signals,
    reconcile({ signal }) {
      signals.push(signal);
      return gate.promise;
    },
    end: () => {
      gate.resolve(awaitChange);
    },
  };
}
