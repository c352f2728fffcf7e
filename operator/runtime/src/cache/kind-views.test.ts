import { afterEach, describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { formatVersioned, formatChange } from '../../fixtures/scripted-cache.ts';
import { type ScriptedResource, createScriptedResource } from '../../fixtures/scripted-resource.ts';
import { sent } from '../../fixtures/scripted-watch.ts';
import { someObject } from '../../fixtures/some-object.ts';
import { type Kind, type KubeObject, onlyMetadata, silentLogger } from '../base/index.ts';
import type { Client, FormsOf, Resource } from '../client/index.ts';
import type { CacheOptions } from './cache-options.ts';
import { WatchedCaches } from './caches.ts';
import type { Change, ObjectCache } from './object-cache.ts';
import { findOwnFields } from './own-fields.ts';

interface ConfigMap extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
}

const configMaps: Kind<ConfigMap> = {
  ...{ group: '', version: 'v1', kind: 'ConfigMap' },
  ...{ plural: 'configmaps', namespaced: true },
};
const secrets: Kind<ConfigMap> = { ...configMaps, kind: 'Secret', plural: 'secrets' };
const key = { namespace: 'default', name: 'a' };
const managedFields = [{ manager: 'ours', operation: 'Apply', fieldsV1: { 'f:data': {} } }];

const stops: AbortController[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

/** The server's response to our own write. */
function answer(resourceVersion: string, labels: Record<string, string> = { app: 'shop' }): ConfigMap {
  return { ...someObject({ name: 'a', resourceVersion, labels, managedFields }), data: { key: resourceVersion } };
}

function setUp(options: Partial<CacheOptions> = {}) {
  const clock = createFakeClock();
  const servers: ScriptedResource<KubeObject>[] = [];
  const client: Pick<Client, 'resource'> = {
    resource<T extends KubeObject, W>() {
      const server = createScriptedResource<KubeObject>({ watch: (stream) => stream.send(sent.endOfInitial('10')) });
      servers.push(server);
      return server.resource as unknown as Resource<T, FormsOf<T, W>>;
    },
  };
  const caches = new WatchedCaches({
    ...{ client: client as Client, clock, logger: silentLogger, fieldManagers: ['ours'] },
    ...options,
  });
  const stop = new AbortController();
  stops.push(stop);
  const written = caches.of(configMaps, { labelSelector: 'app=shop' });
  const writerNotified: string[] = [];
  const writer = (change: Change<ConfigMap>): void => void writerNotified.push(formatChange(change));
  written.onChange(writer);
  /** Runs all caches; writes use the first one. */
  const run = async (): Promise<void> => {
    void caches.run(stop.signal);
    await caches.waitForSync(stop.signal);
  };
  return { caches, clock, written, writer, writerNotified, servers, run };
}

function collectNotified(cache: ObjectCache<ConfigMap>): string[] {
  const notified: string[] = [];
  cache.onChange((change) => notified.push(formatChange(change)));
  return notified;
}

describe('a write through one cache', () => {
  it('is shown at once by every selecting cache of the kind, which notifies of it once', async () => {
    const { caches, clock, written, writer, writerNotified, servers, run } = setUp();
    const all = caches.of(configMaps);
    const labelled = caches.of(configMaps, { labelSelector: 'app in (shop, bar)' });
    const notified = [collectNotified(written), collectNotified(all), collectNotified(labelled)];
    await run();

    written.recordWrite(answer('20'), writer);
    for (const cache of [written, all, labelled]) expect(formatVersioned(cache.get(key))).toBe('a@20');
    for (const each of notified) expect(each.splice(0)).toEqual(['- > a@20']);

    for (const { streams } of servers) streams[0]!.send({ type: 'ADDED', object: answer('20') });
    await clock.settle();
    expect([...notified, writerNotified]).toEqual([[], [], [], []]);
    for (const { streams } of servers) streams[0]!.send({ type: 'MODIFIED', object: answer('21') });
    await clock.settle();
    expect([...notified, writerNotified]).toEqual(Array(4).fill(['a@20 > a@21']));
  });

  it('does not notify the writer’s own listener in any cache', async () => {
    const { caches, written, writer, writerNotified, run } = setUp();
    caches.of(configMaps).onChange(writer);
    await run();

    written.recordWrite(answer('20'), writer);

    expect(writerNotified).toEqual([]);
  });

  it('is trimmed by each cache separately, though the writer’s cache trims more', async () => {
    const { caches, run } = setUp();
    const light = caches.of(configMaps, { trim: ({ data: _, ...rest }) => rest });
    const all = caches.of(configMaps);
    const metadata = caches.of(onlyMetadata(configMaps));
    await run();

    light.trim(answer('19'));
    light.recordWrite(answer('20'));

    expect(light.get(key)).not.toHaveProperty('data');
    expect(all.get(key)).toMatchObject({ data: { key: '20' } });
    expect(findOwnFields(all.get(key)!, 'ours')?.text).toBe('{"f:data":{}}');
    expect(Object.keys(metadata.get(key)!)).toEqual(['apiVersion', 'kind', 'metadata']);
    for (const cache of [light, all, metadata]) expect(cache.get(key)!.metadata).not.toHaveProperty('managedFields');
  });

  it('with metadata only does not reach caches of whole objects', async () => {
    const { caches, run } = setUp();
    const all = caches.of(configMaps);
    const metadata = caches.of(onlyMetadata(configMaps));
    const labelled = caches.of(onlyMetadata(configMaps), { labelSelector: 'app' });
    await run();

    metadata.recordWrite(answer('20'));

    expect([all.size, labelled.size]).toEqual([0, 1]);
  });

  it('is left to the watch if only the API server can decide, and in other kinds and namespaces', async () => {
    const { caches, written, run } = setUp({ namespaces: ['default'] });
    const others = [
      caches.of(configMaps, { labelSelector: 'app!=shop' }),
      caches.of(configMaps, { labelSelector: 'app=shop', fieldSelector: 'metadata.name=a' }),
      caches.of(secrets),
      caches.of({ ...configMaps, version: 'v2' }),
    ];
    const all = caches.of(configMaps);
    await run();

    written.recordWrite(answer('20'));
    written.recordWrite({ ...answer('21'), metadata: { ...answer('21').metadata, namespace: 'other' } });

    expect([...others, all].map(({ size }) => size)).toEqual([0, 0, 0, 0, 1]);
  });

  it('that takes an object out of a selection leaves its removal there to the watch', async () => {
    const { caches, clock, written, servers, run } = setUp();
    const all = caches.of(configMaps);
    await run();
    all.recordWrite(answer('20'));
    const notified = collectNotified(written);

    all.recordWrite(answer('21', { app: 'other' }));
    expect([formatVersioned(all.get(key)), formatVersioned(written.get(key)), notified]).toEqual(['a@21', 'a@20', []]);
    servers[0]!.streams[0]!.send({ type: 'DELETED', object: answer('21', { app: 'other' }) });
    await clock.settle();

    expect([notified, written.size]).toEqual([['a@20 > -'], 0]);
  });

  it('never replaces a newer state that a watch has shown since', async () => {
    const { caches, clock, written, servers, run } = setUp();
    const all = caches.of(configMaps);
    await run();
    const notified = collectNotified(all);
    servers[1]!.streams[0]!.send({ type: 'ADDED', object: answer('21') });
    await clock.settle();

    written.recordWrite(answer('20'));

    expect([formatVersioned(written.get(key)), formatVersioned(all.get(key)), notified]).toEqual([
      'a@20',
      'a@21',
      ['- > a@21'],
    ]);
  });
});

describe('a delete through one cache', () => {
  it('is shown at once by every cache of the kind, and not reverted by earlier events of their watches', async () => {
    const { caches, clock, written, writer, writerNotified, servers, run } = setUp();
    const all = caches.of(configMaps);
    await run();
    all.recordWrite(answer('20'));
    writerNotified.length = 0;
    const notified = collectNotified(all);

    written.recordRemoval(key, answer('20').metadata.uid, writer);
    expect([written.size, all.size, notified, writerNotified]).toEqual([0, 0, ['a@20 > -'], []]);
    servers[1]!.streams[0]!.send({ type: 'MODIFIED', object: answer('21') }, { type: 'DELETED', object: answer('22') });
    await clock.settle();

    expect([all.size, notified]).toEqual([0, ['a@20 > -']]);
  });
});
