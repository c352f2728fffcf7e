import { afterEach, describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { type Script, createScriptedResource } from '../../fixtures/scripted-resource.ts';
import { sent } from '../../fixtures/scripted-watch.ts';
import { someObject } from '../../fixtures/some-object.ts';
import { isOperatorError, type Kind, type KubeObject, silentLogger } from '../base/index.ts';
import type { Client, FormsOf, Resource } from '../client/index.ts';
import type { CacheOptions } from './cache-options.ts';
import { WatchedCaches } from './caches.ts';
import { findOwnFields } from './own-fields.ts';

const configMaps: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true };
const secrets: Kind = { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', namespaced: true };

const stops: AbortController[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

function setUp(script: Script<KubeObject> = {}, options: Partial<CacheOptions> = {}) {
  const clock = createFakeClock();
  const scripted = createScriptedResource<KubeObject>(script);
  const asked: string[] = [];
  const client: Pick<Client, 'resource'> = {
    resource<T extends KubeObject, W>(kind: Kind<T>) {
      asked.push(kind.plural);
      return scripted.resource as unknown as Resource<T, FormsOf<T, W>>;
    },
  };
  const caches = new WatchedCaches({
    client: client as Client,
    clock,
    logger: silentLogger,
    fieldManagers: ['ours'],
    ...options,
  });
  const stop = new AbortController();
  stops.push(stop);
  return { clock, scripted, caches, stop, asked };
}

/** An API server without objects. */
const empty: Script<KubeObject> = { watch: (stream) => stream.send(sent.endOfInitial('10')) };

describe('caches', () => {
  it('are one per kind and selection', () => {
    const { caches } = setUp();
    const all = caches.of(configMaps);

    expect(caches.of({ ...configMaps })).toBe(all);
    expect(caches.of({ ...configMaps, metadataOnly: false })).toBe(all);
    expect(caches.of({ ...configMaps, metadataOnly: true })).not.toBe(all);
    expect(caches.of(configMaps, {})).toBe(all);
    const labelled = caches.of(configMaps, { labelSelector: 'a=b' });
    expect(labelled).not.toBe(all);
    expect(caches.of(configMaps, { labelSelector: 'a=b' })).toBe(labelled);
    expect(caches.of(configMaps, { fieldSelector: 'a=b' })).not.toBe(labelled);
    expect(caches.of(secrets)).not.toBe(all);
    expect(all.kind).toBe(configMaps);
  });

  it('send no request before they run', async () => {
    const { caches, clock, scripted } = setUp(empty);
    caches.of(configMaps);
    await clock.settle();

    expect(scripted.streams).toHaveLength(0);
  });

  it('start at once if they are requested while the caches run', async () => {
    const { caches, clock, stop, asked } = setUp(empty);
    void caches.run(stop.signal);
    await clock.settle();

    const cache = caches.of(secrets);
    await cache.waitForSync(stop.signal);

    expect(asked).toEqual(['secrets']);
  });

  it('are synced once each cache is', async () => {
    const { caches, clock, scripted, stop } = setUp();
    caches.of(configMaps);
    caches.of(secrets);
    let synced = false;
    void caches.waitForSync(stop.signal).then(() => (synced = true));
    void caches.run(stop.signal);
    await clock.settle();
    scripted.streams[0]!.send(sent.endOfInitial('10'));
    await clock.settle();
    expect(synced).toBe(false);

    scripted.streams[1]!.send(sent.endOfInitial('10'));
    await clock.settle();
    expect(synced).toBe(true);
  });

  it('start with a list if watch lists are disabled', async () => {
    const { caches, scripted, stop } = setUp({}, { watchList: false });
    const cache = caches.of(configMaps);
    void caches.run(stop.signal);
    await cache.waitForSync(stop.signal);

    expect(scripted.lists).toHaveLength(1);
  });

  it('hold the state of the watch, trimmed, with our own fields remembered', async () => {
    const managedFields = [{ manager: 'ours', operation: 'Apply', fieldsV1: { 'f:data': {} } }];
    const object = someObject({ name: 'a', resourceVersion: '5', managedFields });
    const { caches, stop } = setUp({
      watch: (stream) => stream.send({ type: 'ADDED', object }, sent.endOfInitial('10')),
    });
    const cache = caches.of(configMaps);
    void caches.run(stop.signal);
    await caches.waitForSync(stop.signal);

    const held = cache.get({ namespace: 'default', name: 'a' })!;
    expect(held.metadata).not.toHaveProperty('managedFields');
    expect(findOwnFields(held, 'ours')?.text).toBe('{"f:data":{}}');
  });

  // id: case-30
  it('notify of the net change after the watch expired, and drop deleted objects', async () => {
    const { caches, clock, scripted, stop } = setUp({
      watch: (stream, attempt) => {
        if (attempt === 1) stream.send(sent.added('gone', '5'), sent.added('same', '6'), sent.added('old', '7'));
        else stream.send(sent.added('same', '6'), sent.added('old', '17'), sent.added('new', '18'));
        stream.send(sent.endOfInitial(attempt === 1 ? '10' : '20'));
      },
    });
    const cache = caches.of(configMaps);
    void caches.run(stop.signal);
    await caches.waitForSync(stop.signal);
    const notified: string[] = [];
    cache.onChange(({ key, before, after }) => {
      notified.push(`${key.name} ${before?.metadata.resourceVersion ?? '-'} ${after?.metadata.resourceVersion ?? '-'}`);
    });

    scripted.streams[0]!.send(sent.error(410));
    await clock.advance(2000);

    expect(notified).toEqual(['old 7 17', 'new - 18', 'gone 5 -']);
    expect(cache.size).toBe(3);
  });

  it('leave nothing open after they have ended', async () => {
    const { caches, clock, scripted, stop } = setUp(empty, { namespaces: ['one', 'two'] });
    caches.of(configMaps);
    const running = caches.run(stop.signal);
    await clock.settle();
    caches.of(secrets);
    await clock.settle();
    expect(scripted.open).toBe(4);

    stop.abort();
    await running;

    expect([scripted.open, clock.timers]).toEqual([0, 0]);
  });

  it('report a failed watch at once, keep the others running, and reject at the end', async () => {
    let isBroken = false;
    const notified: unknown[] = [];
    const { caches, clock, scripted, stop } = setUp(empty, {
      namespaces: ['one', 'two'],
      random: () => {
        if (isBroken) throw new Error('no luck');
        return 0;
      },
      failed: (error) => notified.push(error),
    });
    caches.of(configMaps);
    const running = caches.run(stop.signal);
    await clock.settle();
    isBroken = true;
    scripted.streams[0]!.send(sent.error(500));
    await clock.settle();

    expect([notified, scripted.open]).toEqual([[new Error('no luck')], 1]);
    stop.abort();
    await expect(running).rejects.toEqual(new Error('no luck'));
    expect([scripted.open, clock.timers]).toEqual([0, 0]);
  });

  // id: case-22, fault-6
  it('do not run twice at the same time, but run again after they have ended', async () => {
    const { caches, clock, scripted, stop } = setUp(empty);
    caches.of(configMaps);
    const running = caches.run(stop.signal);
    await expect(caches.run(stop.signal)).rejects.toSatisfy((error) => isOperatorError(error, 'DECLARATION_INVALID'));
    stop.abort();
    await running;

    const again = new AbortController();
    stops.push(again);
    void caches.run(again.signal);
    await clock.settle();

    expect(scripted.streams.map(({ open }) => open)).toEqual([false, true]);
    expect(scripted.streams.map(({ options }) => options.sendInitialEvents)).toEqual([true, true]);
  });
});
