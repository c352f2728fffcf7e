import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { type Kind, type KubeObject, onlyMetadata, silentLogger, systemClock } from '../base/index.ts';
import { type ApiRequest, type Client, connect, createClient, type Transport } from '../client/index.ts';
import { ConfigMap, Namespace } from '../kinds/index.ts';
import type { CacheOptions } from './cache-options.ts';
import { type Caches, WatchedCaches } from './caches.ts';

const soon = { timeout: 20_000, interval: 20 };
const bulk = 'x'.repeat(20_000);

let client: Client;

beforeAll(async () => {
  ({ client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
});

afterAll(async () => {
  await client.transport.close();
});

async function makeNamespace(): Promise<string> {
  const name = `cache-${randomBytes(4).toString('hex')}`;
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  return name;
}

function apply(namespace: string, name: string, labels: Record<string, string> = {}) {
  const desired = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name, labels }, data: { bulk } };
  return client.resource(ConfigMap).apply(desired, { fieldManager: 'test', force: true });
}

function remove(namespace: string, name: string): Promise<unknown> {
  return client.resource(ConfigMap).delete({ namespace, name }, { propagation: 'Background' });
}

// The first check of a cache polls, because the API server may serve a list from a watch cache that lags behind.

/** Records the opened streams, and counts the received events. */
class CountingTransport implements Transport {
  /**
   * The requests that opened streams. There may be more than expected, because a busy API server may reject a watch.
   */
  readonly streams: ApiRequest[] = [];
  received = 0;

  async call(request: ApiRequest) {
    const answer = await client.transport.call(request);
    this.received += JSON.stringify(answer.body).length;
    return answer;
  }

  async stream(request: ApiRequest) {
    const answer = await client.transport.stream(request);
    if (answer.status === 200) this.streams.push(request);
    return { ...answer, lines: this.#count(answer.lines) };
  }

  close = () => Promise.resolve();

  async *#count(lines: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const line of lines) {
      this.received += line.length;
      yield line;
    }
  }
}

interface RunningCaches extends AsyncDisposable {
  readonly caches: Caches;
  readonly transport: CountingTransport;
}

function run(options: Partial<CacheOptions>): RunningCaches {
  const transport = new CountingTransport();
  const stop = new AbortController();
  const caches = new WatchedCaches({
    client: createClient(transport),
    clock: systemClock,
    logger: silentLogger,
    fieldManagers: ['test'],
    ...options,
  });
  const running = caches.run(stop.signal);
  return {
    caches,
    transport,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

const listNames = (objects: readonly KubeObject[]): string[] => objects.map(({ metadata }) => metadata.name).sort();

describe.each([
  ['streams the initial objects', true],
  ['lists them', false],
])('a cache that %s', (_, watchList) => {
  it('holds only metadata if only metadata is requested, and still notifies of changes and deletions', async () => {
    const namespace = await makeNamespace();
    for (const name of ['a', 'b', 'c']) await apply(namespace, name, { app: name });
    await using whole = run({ watchList, namespaces: [namespace] });
    const all = whole.caches.of(ConfigMap);
    // The API server's watch cache may lag: once the watch has shown all objects, later lists contain them.
    await expect.poll(() => listNames(all.list()), soon).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    await using part = run({ watchList, namespaces: [namespace] });
    const cache = part.caches.of(onlyMetadata(ConfigMap));
    const notified: string[] = [];
    cache.onChange(({ key, before, after, initial }) => {
      const label = (object: KubeObject | undefined): string => object?.metadata.labels?.['app'] ?? '-';
      if (key.name !== 'kube-root-ca.crt')
        notified.push(`${label(before)} > ${label(after)}${initial ? ' initial' : ''}`);
    });
    await cache.waitForSync(AbortSignal.timeout(30_000));
    expect(notified.sort()).toEqual(['- > a initial', '- > b initial', '- > c initial']);
    expect(part.transport.received * 10).toBeLessThan(whole.transport.received);

    notified.length = 0;
    await apply(namespace, 'a', { app: 'changed' });
    await expect.poll(() => notified, soon).toEqual(['a > changed']);
    await remove(namespace, 'b');
    await expect.poll(() => notified, soon).toEqual(['a > changed', 'b > -']);

    const { metadata, ...rest } = cache.get({ namespace, name: 'a' })!;
    expect(rest).toStrictEqual({ apiVersion: 'v1', kind: 'ConfigMap' });
    expect(metadata).toMatchObject({ namespace, name: 'a', labels: { app: 'changed' } });
    expect(metadata).not.toHaveProperty('managedFields');
    const live = await client.resource(onlyMetadata(ConfigMap)).get({ namespace, name: 'a' });
    expect(cache.trim(live)).toEqual(cache.get({ namespace, name: 'a' }));
    await expect.poll(() => all.get({ namespace, name: 'a' })?.data, soon).toEqual({ bulk });
  });

  it('holds the objects of its label selector, and drops one that leaves the selection', async () => {
    const namespace = await makeNamespace();
    await apply(namespace, 'in', { app: 'shop' });
    await apply(namespace, 'out', { app: 'other' });
    await using running = run({ watchList, namespaces: [namespace] });
    const cache = running.caches.of(ConfigMap, { labelSelector: 'app in (shop)' });
    await expect.poll(() => listNames(cache.list()), soon).toEqual(['in']);

    await apply(namespace, 'out', { app: 'shop' });
    await expect.poll(() => listNames(cache.list()), soon).toEqual(['in', 'out']);
    await apply(namespace, 'in', { app: 'other' });
    await expect.poll(() => listNames(cache.list()), soon).toEqual(['out']);
  });

  it('holds the objects of its field selector', async () => {
    const namespace = await makeNamespace();
    for (const name of ['a', 'b']) await apply(namespace, name);
    await using running = run({ watchList, namespaces: [namespace] });
    const cache = running.caches.of(ConfigMap, { fieldSelector: 'metadata.name=a' });

    await expect.poll(() => listNames(cache.list()), soon).toEqual(['a']);
  });

  it('trims its objects', async () => {
    const namespace = await makeNamespace();
    await apply(namespace, 'a');
    await using running = run({ watchList, namespaces: [namespace] });
    const cache = running.caches.of(ConfigMap, { trim: ({ data: _, ...object }) => object });

    await expect
      .poll(() => cache.get({ namespace, name: 'a' }), soon)
      .toMatchObject({ kind: 'ConfigMap', metadata: { namespace } });
    expect(cache.get({ namespace, name: 'a' })).not.toHaveProperty('data');
  });

  it('finds by an index what a scan finds, while objects are created, changed and deleted', async () => {
    const namespace = await makeNamespace();
    await using running = run({ watchList, namespaces: [namespace] });
    const cache = running.caches.of(ConfigMap, { labelSelector: 'app' });
    await cache.waitForSync(AbortSignal.timeout(30_000));
    const values = ({ metadata }: KubeObject): string[] => [metadata.labels?.['app'] ?? ''];
    const index = cache.indexBy(values);
    for (let change = 0; change < 30; change += 1) {
      const name = `o${String((change * 7) % 5)}`;
      await apply(namespace, name, { app: `of-${String((change * 11) % 3)}` });
      if (change % 6 === 5) await remove(namespace, name);
    }
    await apply(namespace, 'last', { app: 'last' });
    await expect.poll(() => listNames(index.get('last')), soon).toEqual(['last']);

    for (const value of ['of-0', 'of-1', 'of-2']) {
      const scanned = cache.list().filter((object) => values(object).includes(value));
      expect(listNames(index.get(value))).toEqual(listNames(scanned));
      expect(index.get(value)).toEqual(expect.arrayContaining(scanned));
    }
    const { items } = await client.resource(ConfigMap).list({ namespace, labelSelector: 'app' });
    expect(listNames(cache.list())).toEqual(listNames(items));
  });

  it('shows a write through another cache of the kind at once, and notifies of it once', async () => {
    const namespace = await makeNamespace();
    await using running = run({ watchList, namespaces: [namespace] });
    const written = running.caches.of(ConfigMap, { labelSelector: 'app=shop' });
    const view = running.caches.of(ConfigMap, { trim: ({ data: _, ...object }) => object });
    await running.caches.waitForSync(AbortSignal.timeout(30_000));
    const notified: string[] = [];
    view.onChange(({ key, after }) => {
      if (key.name !== 'kube-root-ca.crt') notified.push(`${key.name} ${after?.metadata.resourceVersion ?? '-'}`);
    });

    const versions: string[] = [];
    for (const size of ['s', 'm', 'l']) {
      const { object } = await apply(namespace, 'a', { app: 'shop', size });
      written.recordWrite(object);
      versions.push(object.metadata.resourceVersion);
      expect(view.get({ namespace, name: 'a' })?.metadata.resourceVersion).toBe(versions.at(-1));
    }
    expect(view.get({ namespace, name: 'a' })).not.toHaveProperty('data');
    await apply(namespace, 'last', { app: 'shop' });
    await expect.poll(() => notified.at(-1), soon).toMatch(/^last /);

    expect(notified.slice(0, -1)).toEqual(versions.map((version) => `a ${version}`));
  });

  it('watches each listed namespace once for several callers, and no other namespace', async () => {
    const [one, two, other] = [await makeNamespace(), await makeNamespace(), await makeNamespace()];
    for (const namespace of [one, two, other]) await apply(namespace, `in-${namespace}`, { app: 'shop' });
    await using running = run({ watchList, namespaces: [one, two] });
    const selection = { labelSelector: 'app=shop' };
    const ask = (): Kind[] => {
      const asked = [ConfigMap, onlyMetadata(ConfigMap)] as const;
      for (const kind of asked) running.caches.of<KubeObject>(kind, selection);
      return [...asked];
    };
    for (let controller = 0; controller < 3; controller += 1) ask();
    await running.caches.waitForSync(AbortSignal.timeout(30_000));
    ask();
    await running.caches.waitForSync(AbortSignal.timeout(30_000));
    const paths = (): string[] => {
      const watched = running.transport.streams.filter(({ query }) => query?.['watch'] === true);
      return watched.map(({ path, accept }) => `${path}${accept === undefined ? '' : ' metadata'}`).sort();
    };

    const expected = [one, two].flatMap((namespace) => {
      const path = `/api/v1/namespaces/${namespace}/configmaps`;
      return [path, `${path} metadata`];
    });
    await expect.poll(paths, soon).toEqual(expected.sort());
    for (const cache of ask().map((kind) => running.caches.of(kind, selection))) {
      await expect.poll(() => listNames(cache.list()), soon).toEqual([`in-${one}`, `in-${two}`].sort());
      expect(listNames(cache.list(one))).toEqual([`in-${one}`]);
    }
  });
});
