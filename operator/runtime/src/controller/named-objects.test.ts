import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createInMemoryApiServer } from '../../../testing/src/in-memory-api-server/index.ts';
import { createScriptedCache } from '../../fixtures/scripted-cache.ts';
import { someObject } from '../../fixtures/some-object.ts';
import { isOperatorError, type Kind, type KubeObject, neverAborted, type ObjectKey } from '../base/index.ts';
import { WatchedCaches } from '../cache/index.ts';
import { Node, Secret } from '../kinds/index.ts';
import { named, type NamedKind, reads } from '../reconcile/index.ts';
import { NamedObjects } from './named-objects.ts';

const cafes: Kind = { group: 'example.com', version: 'v1', kind: 'Cafe', plural: 'cafes', namespaced: true };

type Naming = KubeObject & { readonly uses: readonly (string | ObjectKey)[] };
const usesOf = named(cafes as Kind<Naming>, ({ uses }) => uses);

const at = (name: string): ObjectKey => ({ namespace: 'default', name });

/** The objects that Cafes refer to, on an API server whose watches a test can hold. */
function setUp(read: NamedKind = reads(Secret, usesOf)) {
  const clock = createFakeClock();
  const server = createInMemoryApiServer({ clock });
  const held: (() => void)[] = [];
  let isHeld = false;
  server.intercept(async ({ verb }, next) => {
    if (isHeld && verb === 'watch') await new Promise<void>((resolve) => held.push(resolve));
    return next();
  });
  const resources = createScriptedCache();
  const stop = new AbortController();
  const caches = new WatchedCaches({
    ...{ client: server.client, clock, logger: resources.logger, fieldManagers: [], random: () => 0 },
  });
  const running = caches.run(stop.signal);
  const enqueued: string[] = [];
  const objects = new NamedObjects({
    ...{ read, caches, resources: resources.cache, logFields: { controller: 'cafe' } },
    enqueueEach: (keys, { initial, causes }) => {
      const texts = causes.map((cause) => cause.toJSON()).join();
      for (const key of keys) enqueued.push(`${key} ${initial ? 'initial' : 'changed'}: ${texts}`);
    },
  });
  let version = 10;
  const buildCafe = (name: string, uses: Naming['uses'], namespace?: string): Naming => ({
    ...someObject({ name, resourceVersion: String((version += 1)), ...(namespace !== undefined && { namespace }) }),
    uses,
  });
  return {
    ...{ clock, server, objects, buildCafe, logger: resources.logger },
    takeEnqueued: () => enqueued.splice(0),
    /** Creates or changes a Cafe that refers to these objects. */
    async emit(name: string, uses: Naming['uses'], namespace?: string): Promise<void> {
      resources.emitApplied(buildCafe(name, uses, namespace));
      await clock.settle();
    },
    async delete(name: string): Promise<void> {
      resources.emitDeleted(buildCafe(name, []));
      await clock.settle();
    },
    hold: () => void (isHeld = true),
    async release(): Promise<void> {
      isHeld = false;
      for (const pass of held.splice(0)) pass();
      await clock.settle();
    },
    createSecret: (name: string) =>
      server.client.resource(Secret).create({ metadata: at(name), data: { token: name } }),
    listWatched: () =>
      server
        .requests()
        .filter(({ verb }) => verb === 'watch')
        .map(({ namespace = '', query }) => `${namespace} ${query?.['fieldSelector'] ?? ''}`),
    async [Symbol.asyncDispose](): Promise<void> {
      stop.abort();
      await this.release();
      await running;
    },
  };
}

/** Returns what `get` throws for the object of `key`. */
function findFailure({ objects }: { objects: NamedObjects }, key: ObjectKey): Record<string, unknown> | undefined {
  try {
    objects.get(key);
    return undefined;
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    const { code, message, object, cause } = error;
    return { code, message, object, cause };
  }
}

describe('the objects that resources name', () => {
  it('are watched while a resource names them, each once, and nothing else is', async () => {
    await using fixture = setUp();
    await fixture.createSecret('unnamed');
    await fixture.emit('mocca', ['a']);
    await fixture.emit('latte', ['a', { namespace: 'shared', name: 'b' }]);
    expect(fixture.listWatched()).toEqual(['default metadata.name=a', 'shared metadata.name=b']);
    expect(fixture.objects.cache.size).toBe(0);

    await fixture.emit('mocca', []);
    expect(fixture.server.openWatches).toBe(2);
    await fixture.delete('latte');
    expect(fixture.server.openWatches).toBe(0);
  });

  it('are read by key once they are loaded; a missing one does not exist', async () => {
    await using fixture = setUp();
    await fixture.createSecret('a');
    await fixture.emit('mocca', ['a', 'missing']);
    expect(fixture.objects.get(at('a'))).toMatchObject({ data: { token: 'a' } });
    expect(fixture.objects.get(at('missing'))).toBeUndefined();
    expect(fixture.objects.cache.list()).toHaveLength(1);
  });

  it('are trimmed by the function of the declaration', async () => {
    await using fixture = setUp(reads(Secret, usesOf, { trim: ({ data: _, ...rest }) => rest }));
    await fixture.createSecret('a');
    await fixture.emit('mocca', ['a']);
    expect(fixture.objects.get(at('a'))).not.toHaveProperty('data');
  });

  it('are known with the resources that name them', async () => {
    await using fixture = setUp();
    await fixture.emit('mocca', ['a']);
    await fixture.emit('latte', ['b', 'a']);
    expect([...fixture.objects.listUsers(at('a'))]).toEqual(['default/mocca', 'default/latte']);
    expect([...fixture.objects.listUsers(at('b'))]).toEqual(['default/latte']);
    expect([...fixture.objects.listUsers(at('c'))]).toEqual([]);
  });

  it('cannot have every name: no request is sent for one that no object can have', async () => {
    await using fixture = setUp();
    await fixture.emit('mocca', ['', 'x/a', 'a']);
    expect(fixture.objects.listKeys(fixture.buildCafe('mocca', ['', 'x/a', 'a']))).toEqual([at('a')]);
    expect(fixture.listWatched()).toEqual(['default metadata.name=a']);
  });

  it('need a namespace if the resource has none, unless their kind is cluster-scoped', async () => {
    const cluster = { ...cafes, namespaced: false } as Kind<Naming>;
    const usesOfCluster = named(cluster, ({ uses }) => uses);
    const { namespace: _, ...metadata } = someObject({ name: 'mocca' }).metadata;
    const cafe = (...uses: Naming['uses']): Naming => ({ ...someObject({ name: 'mocca' }), metadata, uses });
    await using secrets = setUp(reads(Secret, usesOfCluster));
    expect(() => secrets.objects.listKeys(cafe({ namespace: 'default', name: 'a' }, 'b'))).toThrow(
      new TypeError('the function of named(…) returned the name b without the namespace of the Secret'),
    );
    expect(secrets.objects.listKeys(cafe({ namespace: 'default', name: 'a' }))).toEqual([at('a')]);
    await using nodes = setUp(reads(Node, usesOfCluster));
    expect(nodes.objects.listKeys(cafe('b'))).toEqual([{ name: 'b' }]);
  });

  it('are not watched for a resource whose names cannot be computed, which is logged', async () => {
    await using fixture = setUp();
    await fixture.emit('mocca', undefined as unknown as []);
    expect(fixture.listWatched()).toEqual([]);
    expect(fixture.logger.records).toMatchObject([
      {
        message: 'failed to compute the index values of an object',
        fields: { controller: 'cafe', object: 'default/mocca' },
      },
    ]);
  });
});

describe('an object that is not loaded yet', () => {
  it('is waited for', async () => {
    await using fixture = setUp();
    await fixture.createSecret('a');
    await fixture.emit('mocca', ['b']);
    fixture.hold();
    await fixture.emit('mocca', ['b', 'a']);
    let isLoaded = false;
    const waiting = fixture.objects.waitUntilLoaded(fixture.buildCafe('mocca', ['b', 'a']), neverAborted).then(() => {
      isLoaded = true;
    });
    await fixture.clock.settle();
    expect(isLoaded).toBe(false);
    await fixture.release();
    await waiting;
    expect(fixture.objects.get(at('a'))).toBeDefined();
  });

  it('is waited for until the signal aborts', async () => {
    await using fixture = setUp();
    fixture.hold();
    await fixture.emit('mocca', ['a']);
    const stop = new AbortController();
    const waiting = fixture.objects.waitUntilLoaded(fixture.buildCafe('mocca', ['a']), stop.signal);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  it('fails a read, and the resources that name it are due as soon as it is loaded', async () => {
    await using fixture = setUp();
    await fixture.createSecret('a');
    fixture.hold();
    await fixture.emit('mocca', ['a']);
    await fixture.emit('latte', ['a']);
    await fixture.emit('ristretto', ['b']);
    expect(findFailure(fixture, at('a'))).toEqual({
      ...{ code: 'API_UNAVAILABLE', object: at('a'), cause: undefined },
      message:
        'failed to read Secret default/a: the watch of this object has not answered yet; the reconcile is retried',
    });
    expect(fixture.takeEnqueued()).toEqual([]);
    await fixture.release();
    expect(findFailure(fixture, at('a'))).toBeUndefined();
    expect(fixture.takeEnqueued()).toEqual([
      'default/mocca changed: Secret default/a: loaded',
      'default/latte changed: Secret default/a: loaded',
    ]);
  });

  it('enqueues nothing when it is loaded unless a read has failed', async () => {
    await using fixture = setUp();
    await fixture.createSecret('a');
    await fixture.emit('mocca', ['a', 'b']);
    expect(findFailure(fixture, at('a'))).toBeUndefined();
    expect(fixture.takeEnqueued()).toEqual([]);
  });

  it('fails a read with the error of its watch, and is still loaded later', async () => {
    await using fixture = setUp();
    await fixture.createSecret('a');
    const failing = fixture.server.fail({ kind: 'Secret' }, 403, { times: 1_000 });
    await fixture.emit('mocca', ['a']);
    const failure = findFailure(fixture, at('a'));
    expect(failure).toMatchObject({ code: 'API_FORBIDDEN', object: at('a') });
    expect(failure?.['message']).toMatch(/^failed to read Secret default\/a: .* rejects this request$/);
    expect(failure?.['cause']).toMatchObject({ code: 'API_FORBIDDEN' });
    await fixture.clock.advance(1_000);
    expect(fixture.takeEnqueued()).toEqual([]);

    failing[Symbol.dispose]();
    await fixture.clock.advance(60_000);
    expect(findFailure(fixture, at('a'))).toBeUndefined();
    expect(fixture.takeEnqueued()).toEqual(['default/mocca changed: Secret default/a: loaded']);
  });

  it('enqueues nothing once no resource has named it in between', async () => {
    await using fixture = setUp();
    fixture.hold();
    await fixture.emit('mocca', ['a']);
    expect(findFailure(fixture, at('a'))).toMatchObject({ code: 'API_UNAVAILABLE' });
    await fixture.emit('mocca', []);
    await fixture.emit('mocca', ['a']);
    await fixture.release();
    expect(findFailure(fixture, at('a'))).toBeUndefined();
    expect(fixture.takeEnqueued()).toEqual([]);
  });
});

it('an object that no resource names any more is not read: the resource has changed', async () => {
  await using fixture = setUp();
  await fixture.createSecret('a');
  await fixture.emit('mocca', ['a']);
  await fixture.emit('mocca', ['b']);
  expect(findFailure(fixture, at('a'))).toMatchObject({ code: 'STALE', object: at('a'), cause: undefined });
});
