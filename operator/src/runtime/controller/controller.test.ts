import { describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { createRecordingLogger } from '../../testing/recording-logger.ts';
import { scriptTransport, type ScriptedTransport } from '../../testing/scripted-transport.ts';
import { someObject } from '../../testing/some-object.ts';
import { defineApi, t } from '../api/index.ts';
import { type Kind, type KubeObject, OperatorError } from '../base/index.ts';
import type { Caches } from '../cache/index.ts';
import type { ApiRequest, ApiResponse } from '../client/index.ts';
import { createClient } from '../client/index.ts';
import { WatchedCache } from '../cache/watched-cache.ts';
import { ConfigMap, Deployment, Secret } from '../kinds/index.ts';
import { awaitChange, type ControllerDefinition, defineController, owns, reads, watches } from '../reconcile/index.ts';
import { type Controller, createController } from './controller.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });

const cafe = (name: string, resourceVersion = '5'): KubeObject => of(Cafe, name, { resourceVersion });

function of(kind: Kind, name: string, metadata: Partial<KubeObject['metadata']> = {}): KubeObject {
  const { group, version } = kind;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const object = { ...someObject({ name, resourceVersion: '5', ...metadata }), apiVersion, kind: kind.kind };
  return { ...object, spec: {} } as KubeObject;
}

/** A controller between caches that a test fills and an API server that a test plays. */
interface Bench {
  readonly controller: Controller;
  readonly clock: FakeClock;
  readonly transport: ScriptedTransport;
  /** The kinds and selections that were asked for, as text. */
  readonly selections: readonly string[];
  /** Tells the cache of a kind what its watch would. */
  tell(kind: Kind, event: Parameters<WatchedCache<KubeObject>['take']>[1]): void;
  /** The first sync of Cafes. */
  synced(...names: readonly string[]): void;
}

function setUp(
  definition: ControllerDefinition,
  answer?: (request: ApiRequest) => ApiResponse | Promise<ApiResponse>,
): Bench {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const made = new Map<string, WatchedCache<KubeObject>>();
  const selections: string[] = [];
  const caches: Caches = {
    of: (kind, selection = {}) => {
      selections.push([kind.kind, selection.labelSelector, selection.fieldSelector].filter(Boolean).join(' '));
      const untyped: Kind = { ...kind };
      const cache = made.get(kind.kind) ?? new WatchedCache({ kind: untyped, clock, logger, trim: (object) => object });
      made.set(kind.kind, cache);
      return cache as never;
    },
    run: () => Promise.resolve(),
    whenSynced: () => Promise.resolve(),
    states: [],
  };
  const transport = scriptTransport(answer === undefined ? {} : { call: answer });
  const tell: Bench['tell'] = ({ kind }, event) => {
    const cache = made.get(kind);
    const [feed] = cache?.feeds ?? [];
    if (cache === undefined || feed === undefined) throw new Error(`nobody asked for a cache of ${kind}`);
    cache.take(feed, event);
  };
  return {
    controller: createController({
      definition,
      client: createClient(transport),
      caches,
      clock,
      logger,
      operator: 'coffee',
      instance: 'coffee-0',
      workers: 1,
    }),
    clock,
    transport,
    selections,
    tell,
    synced: (...names) => {
      tell(Cafe, { type: 'replaced', items: names.map((name) => cafe(name)), resourceVersion: '10' });
    },
  };
}

/** One term of leadership. */
function beginTerm({ controller }: Bench): {
  readonly over: Promise<void>;
  readonly stop: AbortController;
  /** The right to write goes to another process. */
  lose(): void;
} {
  const [stop, term] = [new AbortController(), new AbortController()];
  const assertLeading = (): void => {
    if (term.signal.aborted) throw new OperatorError('NOT_LEADER', 'write');
  };
  const over = controller.run({ signal: term.signal, assertLeading }, stop.signal);
  return { over, stop, lose: () => term.abort(new OperatorError('NOT_LEADER', 'lead')) };
}

/** A controller that notes whom it reconciles. */
function noting(visits: string[], declaration: object = {}): ControllerDefinition {
  return defineController(Cafe, {
    ...declaration,
    reconcile({ metadata }) {
      visits.push(metadata.name);
      return Promise.resolve(awaitChange);
    },
  });
}

describe('the caches of a controller', () => {
  it('hold every resource, children by the label of the operator, and the rest by its own selection', () => {
    const { selections } = setUp(
      defineController(Cafe, {
        owns: { deployments: owns(Deployment) },
        reads: { secrets: reads(Secret, { labelSelector: 'app=cafe', fieldSelector: 'type=Opaque' }) },
        watches: { menus: watches(ConfigMap, () => [], { labelSelector: 'menu' }) },
        reconcile: () => Promise.resolve(awaitChange),
      }),
    );
    expect(selections).toEqual([
      'Cafe',
      'Deployment app.kubernetes.io/managed-by=coffee',
      'Secret app=cafe type=Opaque',
      'ConfigMap menu',
    ]);
  });
});

describe('the queue of a controller', () => {
  it('fills while the process does not lead, and is worked on from the first term', async () => {
    const visits: string[] = [];
    const bench = setUp(noting(visits));
    bench.synced('mocca');
    await bench.clock.settle();
    expect(visits).toEqual([]);
    expect(bench.controller.queue.length).toBe(1);
    beginTerm(bench);
    await bench.clock.settle();
    expect(visits).toEqual(['mocca']);
  });

  it('gives what changes now precedence over what was there at the start', async () => {
    const visits: string[] = [];
    const bench = setUp(noting(visits));
    bench.synced('first', 'second', 'third');
    bench.tell(Cafe, { type: 'applied', object: cafe('third', '11') });
    beginTerm(bench);
    await bench.clock.settle();
    expect(visits).toEqual(['third', 'first', 'second']);
  });

  it('takes changes of children and of what is watched, but not of what is only read', async () => {
    const visits: string[] = [];
    const menuOf = ({ metadata }: KubeObject): { namespace: string; name: string }[] => [
      { namespace: 'default', name: metadata.labels?.['cafe'] ?? '' },
    ];
    const declared = {
      owns: { deployments: owns(Deployment) },
      reads: { secrets: reads(Secret) },
      watches: { menus: watches(ConfigMap, menuOf) },
    };
    const bench = setUp(noting(visits, declared));
    bench.synced('mocca', 'latte', 'ristretto');
    beginTerm(bench);
    await bench.clock.settle();
    visits.length = 0;
    const controlledBy = (name: string): object => ({
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Cafe', name, uid: `uid-of-${name}`, controller: true }],
    });
    for (const kind of [Deployment, Secret, ConfigMap])
      bench.tell(kind, { type: 'replaced', items: [], resourceVersion: '10' });
    bench.tell(Secret, { type: 'applied', object: of(Secret, 'child', controlledBy('ristretto')) });
    bench.tell(Deployment, { type: 'applied', object: of(Deployment, 'child', controlledBy('latte')) });
    bench.tell(ConfigMap, { type: 'applied', object: of(ConfigMap, 'menu', { labels: { cafe: 'mocca' } }) });
    await bench.clock.settle();
    expect(visits).toEqual(['latte', 'mocca']);
  });
});

describe('a term', () => {
  it('looks at every resource anew: another process may have left one half done', async () => {
    const visits: string[] = [];
    const bench = setUp(noting(visits));
    bench.synced('mocca', 'latte');
    const first = beginTerm(bench);
    await bench.clock.settle();
    first.lose();
    await first.over;
    beginTerm(bench);
    await bench.clock.settle();
    expect(visits).toEqual(['mocca', 'latte', 'mocca', 'latte']);
  });

  it('ends with a stop, after which nothing is reconciled', async () => {
    const visits: string[] = [];
    const bench = setUp(noting(visits));
    bench.synced('mocca');
    const { stop, over } = beginTerm(bench);
    await bench.clock.settle();
    stop.abort();
    await over;
    bench.tell(Cafe, { type: 'applied', object: cafe('mocca', '11') });
    await bench.clock.settle();
    expect(visits).toEqual(['mocca']);
  });
});

/** A controller that makes one Deployment, and the API server that it talks to. */
const maker = (visits: string[], before: () => Promise<void> = () => Promise.resolve()): ControllerDefinition =>
  defineController(Cafe, {
    owns: { deployments: owns(Deployment) },
    async reconcile({ metadata }, { deployments }) {
      visits.push(metadata.name);
      await before();
      await deployments.apply({ metadata: { name: metadata.name } });
      return awaitChange;
    },
  });

function serve({ method, path, body }: ApiRequest): ApiResponse {
  if (path.endsWith('/status')) return { status: 200, body: cafe('mocca', '15') };
  if (path.includes('/cafes/')) return { status: 200, body: cafe('mocca') };
  if (method === 'GET') return { status: 404, body: { kind: 'Status', code: 404, message: 'not found' } };
  const { metadata } = body as KubeObject;
  const made = { uid: 'made', resourceVersion: '20', creationTimestamp: '2026-01-01T00:00:00Z' };
  return { status: 201, body: { ...(body as object), metadata: { ...made, ...metadata } } };
}

const asked = ({ requests }: ScriptedTransport): string[] => requests.map(({ method, path }) => `${method} ${path}`);

/** A controller that states a status; it may read or watch its own kind, too. */
const teller = (visits: string[], declared: object): ControllerDefinition =>
  defineController(Cafe, {
    ...declared,
    reconcile({ metadata }, { status }) {
      visits.push(metadata.name);
      status.set({ conditions: [] });
      return Promise.resolve(awaitChange);
    },
  });

describe('a status', () => {
  it.each([
    ['does nothing else', {}],
    ['reads its own kind', { reads: { others: reads(Cafe) } }],
    ['watches its own kind', { watches: { others: watches(Cafe, () => []) } }],
  ])('of ours does not wake a controller that %s', async (_title, declared) => {
    const visits: string[] = [];
    const bench = setUp(teller(visits, declared), serve);
    bench.synced('mocca');
    beginTerm(bench);
    await bench.clock.settle();
    expect(asked(bench.transport)).toEqual(['PATCH /apis/example.com/v1/namespaces/default/cafes/mocca/status']);
    expect(visits).toEqual(['mocca']);
  });
});

describe('a write', () => {
  it('is made under the name of the operator and the controller', async () => {
    const bench = setUp(maker([]), serve);
    bench.synced('mocca');
    beginTerm(bench);
    await bench.clock.settle();
    const { query, body } = bench.transport.requests.find(({ method }) => method === 'PATCH') ?? {};
    expect(query).toMatchObject({ fieldManager: 'coffee/cafe' });
    expect(body).toMatchObject({ metadata: { labels: { 'app.kubernetes.io/managed-by': 'coffee' } } });
  });

  it('of ours wakes us neither when it is answered nor when the watch tells of it', async () => {
    const visits: string[] = [];
    const bench = setUp(maker(visits), serve);
    bench.synced('mocca');
    bench.tell(Deployment, { type: 'replaced', items: [], resourceVersion: '10' });
    beginTerm(bench);
    await bench.clock.settle();
    const sent = bench.transport.requests.find(({ method }) => method === 'PATCH')?.body as KubeObject;
    const { metadata } = serve({ method: 'PATCH', path: '', body: sent }).body as KubeObject;
    bench.tell(Deployment, { type: 'applied', object: { ...sent, metadata } });
    await bench.clock.settle();
    expect(visits).toEqual(['mocca']);
    bench.tell(Deployment, { type: 'applied', object: { ...sent, metadata: { ...metadata, resourceVersion: '21' } } });
    await bench.clock.settle();
    expect(visits).toEqual(['mocca', 'mocca']);
  });

  it('does not begin once another process may lead', async () => {
    const gate = Promise.withResolvers<undefined>();
    const bench = setUp(
      maker([], () => gate.promise),
      serve,
    );
    bench.synced('mocca');
    const term = beginTerm(bench);
    await bench.clock.settle();
    term.lose();
    gate.resolve(undefined);
    await term.over;
    expect(asked(bench.transport).filter((request) => !request.startsWith('GET'))).toEqual([]);
    expect(bench.controller.queue.length).toBe(1);
  });

  it('is told in an event, and the term is not over before that is answered', async () => {
    const answered = Promise.withResolvers<undefined>();
    const bench = setUp(maker([]), async (request) => {
      if (request.method === 'POST') await answered.promise;
      return serve(request);
    });
    bench.synced('mocca');
    const term = beginTerm(bench);
    let over = false;
    void term.over.then(() => (over = true));
    await bench.clock.settle();
    term.stop.abort();
    await bench.clock.settle();
    expect(over).toBe(false);
    answered.resolve(undefined);
    await bench.clock.settle();
    expect(over).toBe(true);
    const event = bench.transport.requests.at(-1);
    expect(event?.path).toBe('/apis/events.k8s.io/v1/namespaces/default/events');
    expect(event?.body).toMatchObject({
      reason: 'Created',
      note: 'Created Deployment mocca',
      reportingController: 'coffee/cafe',
      reportingInstance: 'coffee-0',
    });
  });

  it('that is answered after the term is told in no event', async () => {
    const answered = Promise.withResolvers<undefined>();
    const bench = setUp(maker([]), async (request) => {
      if (request.method === 'PATCH') await answered.promise;
      return serve(request);
    });
    bench.synced('mocca');
    const term = beginTerm(bench);
    await bench.clock.settle();
    expect(asked(bench.transport)).toContain('PATCH /apis/apps/v1/namespaces/default/deployments/mocca');
    term.lose();
    answered.resolve(undefined);
    await term.over;
    expect(asked(bench.transport).filter((request) => request.startsWith('POST'))).toEqual([]);
  });
});
