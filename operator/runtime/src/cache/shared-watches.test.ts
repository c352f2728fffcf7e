import { afterEach, describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import { createScriptedTransport } from '../../fixtures/scripted-transport.ts';
import { someObject } from '../../fixtures/some-object.ts';
import { type Kind, type KubeObject, onlyMetadata, type ObjectKey } from '../base/index.ts';
import { createClient } from '../client/index.ts';
import type { CacheOptions } from './cache-options.ts';
import { WatchedCaches } from './caches.ts';

const configMaps: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true };
const secrets: Kind = { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', namespaced: true };
const nodes: Kind = { group: '', version: 'v1', kind: 'Node', plural: 'nodes', namespaced: false };

const stops: AbortController[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

interface Heavy extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
}

const heavy: Heavy = { ...someObject({ name: 'a', resourceVersion: '5', labels: { a: 'b' } }), data: { key: 'value' } };

/** A server with one object of every kind in every namespace, without further events. */
async function* streamInitial(signal: AbortSignal | undefined): AsyncGenerator<string> {
  const metadata = { resourceVersion: '10', annotations: { 'k8s.io/initial-events-end': 'true' } };
  yield JSON.stringify({ type: 'ADDED', object: heavy });
  yield JSON.stringify({ type: 'BOOKMARK', object: { metadata } });
  await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
}

function setUp(options: Partial<CacheOptions> = {}) {
  const transport = createScriptedTransport({
    stream: ({ signal }) => ({ status: 200, lines: streamInitial(signal) }),
  });
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const stop = new AbortController();
  stops.push(stop);
  const caches = new WatchedCaches({
    client: createClient(transport),
    clock,
    logger,
    fieldManagers: [],
    random: () => 0,
    ...options,
  });
  return { caches, transport, clock, logger, stop };
}

const key: ObjectKey = { namespace: 'default', name: 'a' };

describe('the watches of a process', () => {
  it('are one per kind, selection and namespace, for any number of callers, before and after the start', async () => {
    const { caches, transport, clock, stop } = setUp({ namespaces: ['one', 'two'] });
    const ask = (): void => {
      caches.of(configMaps);
      caches.of(configMaps, { labelSelector: 'a=b' });
      caches.of(configMaps, { fieldSelector: 'metadata.name=a' });
      caches.of(secrets);
      caches.of(onlyMetadata(secrets));
      caches.of(nodes);
    };
    for (let controller = 0; controller < 3; controller += 1) ask();
    void caches.run(stop.signal);
    await clock.settle();
    ask();
    await clock.settle();

    const asked = transport.requests.map(({ path, query = {}, accept }) =>
      [path.replace('/api/v1/', ''), query['labelSelector'], query['fieldSelector'], accept && 'metadata']
        .filter((part) => part !== undefined)
        .join(' '),
    );
    expect(asked.sort()).toEqual(
      [
        ...['namespaces/one', 'namespaces/two'].flatMap((namespace) => [
          `${namespace}/configmaps`,
          `${namespace}/configmaps a=b`,
          `${namespace}/configmaps metadata.name=a`,
          `${namespace}/secrets`,
          `${namespace}/secrets metadata`,
        ]),
        'nodes',
      ].sort(),
    );
  });

  it('request a random timeout of 40 to 50 seconds', async () => {
    const { caches, transport, clock, stop } = setUp({ random: () => 0.5 });
    caches.of(nodes);
    void caches.run(stop.signal);
    await clock.settle();

    expect(transport.requests[0]?.query).toMatchObject({ timeoutSeconds: 45 });
  });
});

describe('a trim', () => {
  const withoutData = ({ data: _, ...rest }: Heavy): Heavy => rest;
  const kind: Kind<Heavy> = { ...configMaps };

  async function runTrimmed(trim: (object: Heavy) => Heavy) {
    const { caches, clock, logger, stop } = setUp();
    const cache = caches.of(kind, { trim });
    void caches.run(stop.signal);
    await clock.settle();
    return { cache, logger };
  }

  it('applies to watch events, to responses to writes, and to live reads', async () => {
    const { cache } = await runTrimmed(withoutData);
    const { data: _, ...light } = heavy;
    expect(cache.get(key)).toStrictEqual(light);

    const metadata = { ...heavy.metadata, resourceVersion: '11' };
    expect(cache.recordWrite({ ...heavy, metadata })).toStrictEqual({ ...light, metadata });
    expect(cache.get(key)).toStrictEqual({ ...light, metadata });
    expect(cache.trim(heavy)).toStrictEqual(light);
  });

  it('never removes apiVersion, kind or metadata', async () => {
    const { cache } = await runTrimmed(() => ({ metadata: { name: 'other' }, data: {} }) as unknown as Heavy);

    const { apiVersion, kind: name, metadata } = heavy;
    expect(cache.get(key)).toStrictEqual({ apiVersion, kind: name, metadata, data: {} });
  });

  it('that returns nothing leaves apiVersion, kind and metadata', async () => {
    const { cache } = await runTrimmed((() => undefined) as never);

    const { apiVersion, kind: name, metadata } = heavy;
    expect(cache.get(key)).toStrictEqual({ apiVersion, kind: name, metadata });
  });

  it('that throws is logged, leaves the object whole, and blocks nothing', async () => {
    const { cache, logger } = await runTrimmed(() => {
      throw new Error('oops');
    });

    expect(cache.get(key)).toStrictEqual(heavy);
    expect(cache.synced).toBe(true);
    expect(logger.lines).toEqual([{ level: 'error', message: 'failed to trim an object', error: 'oops' }]);
  });

  it('creates its own cache, shared by callers with the identical function', () => {
    const { caches } = setUp();
    const other = (object: Heavy): Heavy => withoutData(object);

    expect(caches.of(kind, { trim: withoutData })).toBe(caches.of(kind, { trim: withoutData }));
    expect(caches.of(kind, { trim: withoutData })).not.toBe(caches.of(kind, { trim: other }));
    expect(caches.of(kind, { trim: withoutData })).not.toBe(caches.of(kind));
  });
});
