import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import {
  beginTerm,
  Cafe,
  buildCafe,
  type ControllerFixture,
  defineRecordingController,
  buildObject,
  createScriptedController,
} from '../../fixtures/scripted-controller.ts';
import type { ScriptedTransport } from '../../fixtures/scripted-transport.ts';
import type { KubeObject } from '../base/index.ts';
import type { ApiRequest, ApiResponse } from '../client/index.ts';
import { ConfigMap, Deployment, Secret } from '../kinds/index.ts';
import { awaitChange, type ControllerDefinition, defineController, owns, reads, watches } from '../reconcile/index.ts';

describe('the caches of a controller', () => {
  it('hold every resource, the labelled children, and other kinds by their declared selections', () => {
    const { selections } = createScriptedController(
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
  it('fills while the process does not lead, and is processed from the first term', async () => {
    const visits: string[] = [];
    const fixture = createScriptedController(defineRecordingController(visits));
    fixture.emitSynced('mocca');
    await fixture.clock.settle();
    expect(visits).toEqual([]);
    expect(fixture.controller.queue.length).toBe(1);
    beginTerm(fixture);
    await fixture.clock.settle();
    expect(visits).toEqual(['mocca']);
  });

  // id: fault-14
  it('receives all resources at the start of a term, before the first reconcile', async () => {
    const visits: string[] = [];
    const fixture = createScriptedController(defineRecordingController(visits));
    fixture.emitSynced('first', 'second', 'third');
    fixture.clock.yieldsForMs = 10;
    beginTerm(fixture);
    await fixture.clock.advance(35);
    expect(visits).toEqual([]);
    await fixture.clock.advance(100);
    expect(visits).toEqual(['first', 'second', 'third']);
  });

  it('puts a changed key before the initial ones', async () => {
    const visits: string[] = [];
    const fixture = createScriptedController(defineRecordingController(visits));
    fixture.emitSynced('first', 'second', 'third');
    fixture.emit(Cafe, { type: 'applied', object: buildCafe('third', '11') });
    beginTerm(fixture);
    await fixture.clock.settle();
    expect(visits).toEqual(['third', 'first', 'second']);
  });

  it('receives keys for changes of children and watched objects, but not of objects that are only read', async () => {
    const visits: string[] = [];
    const mapToMenu = ({ metadata }: KubeObject): { namespace: string; name: string }[] => [
      { namespace: 'default', name: metadata.labels?.['cafe'] ?? '' },
    ];
    const declared = {
      owns: { deployments: owns(Deployment) },
      reads: { secrets: reads(Secret) },
      watches: { menus: watches(ConfigMap, mapToMenu) },
    };
    const fixture = createScriptedController(defineRecordingController(visits, declared));
    fixture.emitSynced('mocca', 'latte', 'ristretto');
    beginTerm(fixture);
    await fixture.clock.settle();
    visits.length = 0;
    const controlledBy = (name: string): object => ({
      ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Cafe', name, uid: `uid-of-${name}`, controller: true }],
    });
    for (const kind of [Deployment, Secret, ConfigMap])
      fixture.emit(kind, { type: 'replaced', items: [], resourceVersion: '10' });
    fixture.emit(Secret, { type: 'applied', object: buildObject(Secret, 'child', controlledBy('ristretto')) });
    fixture.emit(Deployment, { type: 'applied', object: buildObject(Deployment, 'child', controlledBy('latte')) });
    fixture.emit(ConfigMap, { type: 'applied', object: buildObject(ConfigMap, 'menu', { labels: { cafe: 'mocca' } }) });
    await fixture.clock.settle();
    expect(visits).toEqual(['latte', 'mocca']);
  });
});

describe('a standby', () => {
  it('forgets a deleted resource', () => {
    const fixture = createScriptedController(defineRecordingController([]));
    fixture.emitSynced('mocca', 'latte');
    fixture.emit(Cafe, { type: 'deleted', object: buildCafe('mocca', '11') });
    expect(fixture.controller.queue.length).toBe(1);
  });

  it('retains no deleted child, although its owner waits for the next term', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const definition = defineController(Cafe, {
      owns: { deployments: owns(Deployment) },
      reconcile: () => Promise.resolve(awaitChange),
    });
    const fixture = createScriptedController(definition);
    fixture.emitSynced('mocca');
    const emitChild = (type: 'applied' | 'deleted', resourceVersion: string): WeakRef<KubeObject> => {
      const owner = {
        apiVersion: 'example.com/v1',
        kind: 'Cafe',
        name: 'mocca',
        uid: 'uid-of-mocca',
        controller: true,
      };
      const object = buildObject(Deployment, 'child', { ownerReferences: [owner], resourceVersion });
      fixture.emit(Deployment, { type, object });
      return new WeakRef(object);
    };
    fixture.emit(Deployment, { type: 'replaced', items: [], resourceVersion: '10' });
    const children = [emitChild('applied', '11'), emitChild('deleted', '12')];
    await fixture.clock.settle();
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    expect(children.map((child) => child.deref())).toEqual([undefined, undefined]);
    const { queue } = fixture.controller;
    const key = await queue.next();
    expect(queue.causesOf(key!).map((cause) => cause.toJSON())).toEqual([
      'start',
      'Deployment default/child: created',
      'Deployment default/child: deleted',
    ]);
  });

  it('lists no objects: only the leader does', async () => {
    const fixture = createScriptedController(defineRecordingController([]));
    fixture.emitSynced('mocca');
    expect(fixture.controller.objects()).toEqual([]);
    const term = beginTerm(fixture);
    await fixture.clock.settle();
    expect(fixture.controller.objects().map(({ metadata }) => metadata.name)).toEqual(['mocca']);
    term.lose();
    expect(fixture.controller.objects()).toEqual([]);
  });
});

describe('a term', () => {
  it('stops to enqueue resources when it ends', async () => {
    const fixture = createScriptedController(defineRecordingController([]), { workers: 1 });
    fixture.emitSynced('first', 'second', 'third');
    fixture.clock.yieldsForMs = 10;
    const visits = fixture.controller.queue.length;
    const { lose, over } = beginTerm(fixture);
    lose();
    await fixture.clock.advance(100);
    await over;
    expect(fixture.controller.queue.length).toBe(visits);
  });

  it('logs its start with the number of workers, and its end', async () => {
    const fixture = createScriptedController(defineRecordingController([]), { workers: 3 });
    fixture.emitSynced();
    const { stop, over } = beginTerm(fixture);
    await fixture.clock.settle();
    stop.abort();
    await over;
    expect(fixture.logger.lines.map(({ message }) => message)).toEqual(['controller started', 'controller stopped']);
    expect(fixture.logger.records[0]).toMatchObject({ fields: { controller: 'cafe', workers: 3 } });
  });

  it('reconciles every resource again: another process may have stopped half-way', async () => {
    const visits: string[] = [];
    const fixture = createScriptedController(defineRecordingController(visits));
    fixture.emitSynced('mocca', 'latte');
    const first = beginTerm(fixture);
    await fixture.clock.settle();
    first.lose();
    await first.over;
    beginTerm(fixture);
    await fixture.clock.settle();
    expect(visits).toEqual(['mocca', 'latte', 'mocca', 'latte']);
  });

  it('ends with a stop, after which nothing is reconciled', async () => {
    const visits: string[] = [];
    const fixture = createScriptedController(defineRecordingController(visits));
    fixture.emitSynced('mocca');
    const { stop, over } = beginTerm(fixture);
    await fixture.clock.settle();
    stop.abort();
    await over;
    fixture.emit(Cafe, { type: 'applied', object: buildCafe('mocca', '11') });
    await fixture.clock.settle();
    expect(visits).toEqual(['mocca']);
  });
});

/** Defines a controller that creates one Deployment for each resource. */
const defineMaker = (visits: string[], before: () => Promise<void> = () => Promise.resolve()): ControllerDefinition =>
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
  if (path.endsWith('/status')) return { status: 200, body: buildCafe('mocca', '15') };
  if (path.includes('/cafes/')) return { status: 200, body: buildCafe('mocca') };
  if (method === 'GET') return { status: 404, body: { kind: 'Status', code: 404, message: 'not found' } };
  const { metadata } = body as KubeObject;
  const made = { uid: 'made', resourceVersion: '20', creationTimestamp: '2026-01-01T00:00:00Z' };
  return { status: 201, body: { ...(body as object), metadata: { ...metadata, ...made } } };
}

/** Starts a term whose reconcile waits before its first write until `resume` is called. */
async function beginBeforeWrite() {
  const gate = Promise.withResolvers<undefined>();
  const fixture = createScriptedController(
    defineMaker([], () => gate.promise),
    { answer: serve },
  );
  fixture.emitSynced('mocca');
  const term = beginTerm(fixture);
  await fixture.clock.settle();
  return { fixture, term, resume: () => gate.resolve(undefined) };
}

const listWrites = ({ transport }: ControllerFixture): string[] =>
  listRequests(transport).filter((request) => !request.startsWith('GET'));

const listRequests = ({ requests }: ScriptedTransport): string[] =>
  requests.map(({ method, path }) => `${method} ${path}`);

/** Defines a controller that sets a status; `declared` may read or watch its own kind. */
const defineStating = (visits: string[], declared: object): ControllerDefinition =>
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
    const fixture = createScriptedController(defineStating(visits, declared), { answer: serve });
    fixture.emitSynced('mocca');
    beginTerm(fixture);
    await fixture.clock.settle();
    expect(listRequests(fixture.transport)).toEqual([
      'PATCH /apis/example.com/v1/namespaces/default/cafes/mocca/status',
    ]);
    expect(visits).toEqual(['mocca']);
  });
});

/** Starts a term in which requests of one method are answered only once `answer` is called. */
function beginAndHold(method: ApiRequest['method']) {
  const answered = Promise.withResolvers<undefined>();
  const fixture = createScriptedController(defineMaker([]), {
    async answer(request) {
      if (request.method === method) await answered.promise;
      return serve(request);
    },
  });
  fixture.emitSynced('mocca');
  return { fixture, term: beginTerm(fixture), answer: () => answered.resolve(undefined) };
}

describe('a write', () => {
  it('is made as the field manager of the operator and the controller', async () => {
    const fixture = createScriptedController(defineMaker([]), { answer: serve });
    fixture.emitSynced('mocca');
    beginTerm(fixture);
    await fixture.clock.settle();
    const { query, body } = fixture.transport.requests.find(({ method }) => method === 'PATCH') ?? {};
    expect(query).toMatchObject({ fieldManager: 'coffee/cafe' });
    expect(body).toMatchObject({ metadata: { labels: { 'app.kubernetes.io/managed-by': 'coffee' } } });
  });

  // id: case-30
  it('of ours wakes the controller neither by its response nor by its watch event', async () => {
    const visits: string[] = [];
    const fixture = createScriptedController(defineMaker(visits), { answer: serve });
    fixture.emitSynced('mocca');
    fixture.emit(Deployment, { type: 'replaced', items: [], resourceVersion: '10' });
    beginTerm(fixture);
    await fixture.clock.settle();
    const sent = fixture.transport.requests.find(({ method }) => method === 'PATCH')?.body as KubeObject;
    const { metadata } = serve({ method: 'PATCH', path: '', body: sent }).body as KubeObject;
    fixture.emit(Deployment, { type: 'applied', object: { ...sent, metadata } });
    await fixture.clock.settle();
    expect(visits).toEqual(['mocca']);
    fixture.emit(Deployment, {
      type: 'applied',
      object: { ...sent, metadata: { ...metadata, resourceVersion: '21' } },
    });
    await fixture.clock.settle();
    expect(visits).toEqual(['mocca', 'mocca']);
  });

  it('does not start after the renew deadline, though no timer has fired', async () => {
    const { fixture, term, resume } = await beginBeforeWrite();
    term.pass();
    resume();
    await fixture.clock.settle();
    expect(listWrites(fixture)).toEqual([]);
  });

  it('is not sent in a dry run, except to check it', async () => {
    const fixture = createScriptedController(defineMaker([]), { answer: serve, dryRun: true });
    fixture.emitSynced('mocca');
    beginTerm(fixture);
    await fixture.clock.settle();
    const writes = fixture.transport.requests.filter(({ method }) => method !== 'GET');
    expect(writes.map(({ method, query }) => [method, query?.['dryRun']])).toEqual([['PATCH', 'All']]);
  });

  it('that adds the finalizer waits for `beforeFinalizer`, and counts as finalized meanwhile', async () => {
    const gate = Promise.withResolvers<undefined>();
    const asked: string[] = [];
    const definition = defineController(Cafe, {
      finalizer: { name: 'example.com/tables', cleanUp: () => Promise.resolve() },
      reconcile: () => Promise.resolve(awaitChange),
    });
    const fixture = createScriptedController(definition, {
      answer: serve,
      async beforeFinalizer({ kind }) {
        asked.push(kind);
        await gate.promise;
      },
    });
    fixture.emitSynced('mocca');
    beginTerm(fixture);
    await fixture.clock.settle();
    expect(asked).toEqual(['Cafe']);
    expect(fixture.controller.finalized?.findExample()?.metadata.name).toBe('mocca');
    expect(fixture.transport.requests).toEqual([]);
    gate.resolve(undefined);
    await fixture.clock.settle();
    expect(listRequests(fixture.transport)).toEqual(['PATCH /apis/example.com/v1/namespaces/default/cafes/mocca']);
  });

  it('does not start once another process may lead', async () => {
    const { fixture, term, resume } = await beginBeforeWrite();
    term.lose();
    resume();
    await term.over;
    expect(listWrites(fixture)).toEqual([]);
    expect(fixture.controller.queue.length).toBe(1);
  });

  it('emits an event, and the term ends only after its response', async () => {
    const { fixture, term, answer } = beginAndHold('POST');
    let over = false;
    void term.over.then(() => (over = true));
    await fixture.clock.settle();
    term.stop.abort();
    await fixture.clock.settle();
    expect(over).toBe(false);
    answer();
    await fixture.clock.settle();
    expect(over).toBe(true);
    const event = fixture.transport.requests.at(-1);
    expect(event?.path).toBe('/apis/events.k8s.io/v1/namespaces/default/events');
    expect(event?.body).toMatchObject({
      reason: 'Created',
      note: 'Created Deployment default/mocca',
      reportingController: 'coffee/cafe',
      reportingInstance: 'coffee-0',
    });
  });

  it('emits an event, which delays the end of a term by at most 2 s', async () => {
    const fixture = createScriptedController(defineMaker([]), {
      answer: (request) => (request.method === 'POST' ? new Promise(() => undefined) : serve(request)),
    });
    fixture.emitSynced('mocca');
    const term = beginTerm(fixture);
    let over = false;
    void term.over.then(() => (over = true));
    await fixture.clock.settle();
    term.stop.abort();
    await fixture.clock.advance(1999);
    expect(over).toBe(false);
    await fixture.clock.advance(1);
    expect(over).toBe(true);
    expect(fixture.logger.lines.map(({ message }) => message)).toContain('the last events were not sent');
  });

  it('whose response arrives after the term emits no event', async () => {
    const { fixture, term, answer } = beginAndHold('PATCH');
    await fixture.clock.settle();
    expect(listRequests(fixture.transport)).toContain('PATCH /apis/apps/v1/namespaces/default/deployments/mocca');
    term.lose();
    answer();
    await term.over;
    expect(listRequests(fixture.transport).filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  it('whose response arrives after the renew deadline emits no event, though no timer has fired', async () => {
    const { fixture, term, answer } = beginAndHold('PATCH');
    await fixture.clock.settle();
    term.pass();
    answer();
    await fixture.clock.settle();
    expect(listRequests(fixture.transport).filter((request) => request.startsWith('POST'))).toEqual([]);
  });
});
