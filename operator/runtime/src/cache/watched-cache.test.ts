import { describe, expect, it } from 'vitest';

import {
  buildObjectAt,
  createScriptedCache as setUp,
  createSyncedCache as synced,
  formatVersioned,
  formatChange,
} from '../../fixtures/scripted-cache.ts';
import { someObject } from '../../fixtures/some-object.ts';
import { type KubeObject, neverAborted } from '../base/index.ts';

describe('the first sync', () => {
  it('notifies of every object as initial, including one that we wrote before', () => {
    const { cache, emitReplaced, takeNotified, listHeld } = setUp();
    cache.recordWrite(buildObjectAt('b', 7));
    takeNotified();

    emitReplaced(10, [buildObjectAt('a', 5), buildObjectAt('b', 7)]);

    expect(takeNotified()).toEqual(['- > a@5 initial', '- > b@7 initial']);
    expect(listHeld()).toEqual(['a@5', 'b@7']);
  });

  // id: case-23
  it('is complete only once listeners were notified of the initial objects', async () => {
    const { cache, emitReplaced } = setUp();
    const seen: boolean[] = [];
    cache.onChange(() => seen.push(cache.synced));
    const whenSynced = cache.waitForSync(neverAborted);
    expect(cache.synced).toBe(false);

    emitReplaced(10, [buildObjectAt('a', 5), buildObjectAt('b', 6)]);

    expect(seen).toEqual([false, false]);
    expect(cache.synced).toBe(true);
    await whenSynced;
    await cache.waitForSync(neverAborted);
  });

  // id: fault-14
  it('is complete once listeners were notified of the last initial object, even if they are slow', async () => {
    const { cache, clock, emitReplaced } = setUp();
    clock.yieldsForMs = 10;
    const sizes: string[] = [];
    cache.onChange(() => sizes.push(`${String(cache.size)} ${cache.synced ? 'synced' : 'not synced'}`));

    emitReplaced(10, [buildObjectAt('a', 5), buildObjectAt('b', 6)]);
    await clock.advance(20);
    expect(sizes).toEqual(['1 not synced']);
    await clock.advance(10);
    expect(sizes).toEqual(['1 not synced', '2 not synced']);
    expect(cache.synced).toBe(false);
    await clock.advance(100);

    expect(cache.synced).toBe(true);
  });

  it('can be awaited until the signal aborts', async () => {
    const { cache } = setUp();
    const stop = new AbortController();
    const whenSynced = cache.waitForSync(stop.signal);

    stop.abort(new Error('enough'));

    await expect(whenSynced).rejects.toThrow('enough');
  });

  // id: case-23
  it('completes without objects', () => {
    const { cache, emitReplaced } = setUp();
    emitReplaced(10, []);

    expect(cache.synced).toBe(true);
  });
});

describe('an event', () => {
  it('that is newer than the cached object replaces it', () => {
    const { emitApplied, takeNotified, listHeld } = synced();
    emitApplied(buildObjectAt('a', 11));
    emitApplied(buildObjectAt('b', 12));

    expect(takeNotified()).toEqual(['a@5 > a@11', '- > b@12']);
    expect(listHeld()).toEqual(['a@11', 'b@12']);
  });

  // id: case-30
  it('that is older than the cached object never replaces it, but notifies of a change by others', () => {
    const { cache, emitApplied, takeNotified, takeWriterNotified, writer, listHeld } = synced();
    cache.recordWrite(buildObjectAt('a', 20), writer);
    takeNotified();

    emitApplied(buildObjectAt('a', 15));

    expect(listHeld()).toEqual(['a@20']);
    expect(takeNotified()).toEqual(['a@20 > a@20']);
    expect(takeWriterNotified()).toEqual(['a@20 > a@20']);
  });

  it('with exactly the cached resource version does not notify', () => {
    const { cache, emitApplied, takeNotified, takeWriterNotified, writer } = synced();
    emitApplied(buildObjectAt('a', 5));
    cache.recordWrite(buildObjectAt('a', 20), writer);
    expect(takeNotified()).toEqual(['a@5 > a@20']);

    emitApplied(buildObjectAt('a', 20));

    expect(takeNotified()).toEqual([]);
    expect(takeWriterNotified()).toEqual([]);
  });

  // id: case-30
  it('of our own write does not notify, even if we have written again since', () => {
    const { cache, emitApplied, takeNotified, takeWriterNotified, writer, listHeld } = synced();
    cache.recordWrite(buildObjectAt('a', 20), writer);
    cache.recordWrite(buildObjectAt('a', 22), writer);
    takeNotified();

    emitApplied(buildObjectAt('a', 20));
    emitApplied(buildObjectAt('a', 22));

    expect([takeNotified(), takeWriterNotified()]).toEqual([[], []]);
    expect(listHeld()).toEqual(['a@22']);
  });

  it('that is a bookmark does not notify', () => {
    const { emitBookmark, takeNotified, listHeld } = synced();
    emitBookmark(40);

    expect(takeNotified()).toEqual([]);
    expect(listHeld()).toEqual(['a@5']);
  });
});

describe('a DELETED event', () => {
  it('removes the object', () => {
    const { emitDeleted, takeNotified, listHeld } = synced();
    emitDeleted(buildObjectAt('a', 11));

    expect(takeNotified()).toEqual(['a@5 > -']);
    expect(listHeld()).toEqual([]);
  });

  it('removes it even with the resource version of its last update', () => {
    const { emitDeleted, listHeld } = synced();
    emitDeleted(buildObjectAt('a', 5));

    expect(listHeld()).toEqual([]);
  });

  it('about an earlier object never removes a newer one of the same name, but notifies', () => {
    const { cache, emitDeleted, takeNotified, listHeld } = synced();
    cache.recordWrite(buildObjectAt('a', 20, 'second'));
    takeNotified();

    emitDeleted(buildObjectAt('a', 15));

    expect(listHeld()).toEqual(['a@20']);
    expect(takeNotified()).toEqual(['a@20 > a@20']);
  });

  // id: case-30
  it('about a later object removes an earlier one of the same name', () => {
    const { emitDeleted, takeNotified, listHeld } = synced();
    emitDeleted(buildObjectAt('a', 15, 'second'));

    expect(takeNotified()).toEqual(['a@5 > -']);
    expect(listHeld()).toEqual([]);
  });

  it('about an object that left the selection does not remove an object that our later write brought back', () => {
    const { cache, emitDeleted, emitApplied, takeNotified, listHeld } = synced();
    cache.recordWrite(buildObjectAt('a', 20));
    takeNotified();

    emitDeleted(buildObjectAt('a', 15));
    emitApplied(buildObjectAt('a', 20));

    expect(listHeld()).toEqual(['a@20']);
    expect(takeNotified()).toEqual(['a@20 > a@20']);
  });

  it('about an object that is not cached notifies with its last state', () => {
    const { emitDeleted, takeNotified } = synced();
    emitDeleted(buildObjectAt('b', 11));

    expect(takeNotified()).toEqual(['b@11 > -']);
  });
});

describe('a second list', () => {
  // id: case-23
  it('notifies only of changed, new and deleted objects', () => {
    const { emitApplied, emitReplaced, takeNotified, listHeld } = synced();
    for (const name of ['b', 'c', 'd']) emitApplied(buildObjectAt(name, 11));
    takeNotified();

    emitReplaced(20, [buildObjectAt('a', 5), buildObjectAt('b', 15), buildObjectAt('e', 16)]);

    expect(takeNotified()).toEqual(['b@11 > b@15', '- > e@16', 'c@11 > -', 'd@11 > -']);
    expect(listHeld()).toEqual(['a@5', 'b@15', 'e@16']);
  });

  it('replaces an object that was deleted and created again under the same name', () => {
    const { emitReplaced, takeNotified, listHeld } = synced();
    emitReplaced(20, [buildObjectAt('a', 15, 'second')]);

    expect(takeNotified()).toEqual(['a@5 > a@15']);
    expect(listHeld()).toEqual(['a@15']);
  });

  it('keeps our writes that are newer', () => {
    const { cache, emitReplaced, takeNotified, listHeld } = synced();
    cache.recordWrite(buildObjectAt('a', 25));
    cache.recordWrite(buildObjectAt('b', 26));
    takeNotified();

    emitReplaced(20, [buildObjectAt('a', 5)]);

    expect(listHeld()).toEqual(['a@25', 'b@26']);
    expect(takeNotified()).toEqual(['a@25 > a@25']);
  });

  // id: case-23
  it('removes objects that we wrote before it and others have deleted since', () => {
    const { cache, emitReplaced, takeNotified, listHeld } = synced();
    cache.recordWrite(buildObjectAt('b', 15));
    takeNotified();

    emitReplaced(20, [buildObjectAt('a', 5)]);

    expect(listHeld()).toEqual(['a@5']);
    expect(takeNotified()).toEqual(['b@15 > -']);
  });
});

describe('a cache of several namespaces', () => {
  const inNamespace = (namespace: string, name: string, version: number): KubeObject =>
    someObject({ namespace, name, uid: `${namespace}/${name}`, resourceVersion: String(version) });

  it('is synced once each namespace is', () => {
    const { cache, emitReplaced } = setUp({ scopes: [{ namespace: 'one' }, { namespace: 'two' }] });
    const [one, two] = cache.watches;
    emitReplaced(10, [], one);
    expect(cache.synced).toBe(false);

    emitReplaced(10, [], two);
    expect(cache.synced).toBe(true);
  });

  it('replaces each namespace separately', () => {
    const { cache, emitReplaced, takeNotified, listHeld } = setUp({
      scopes: [{ namespace: 'one' }, { namespace: 'two' }],
    });
    const [one, two] = cache.watches;
    emitReplaced(10, [inNamespace('one', 'a', 5)], one);
    emitReplaced(10, [inNamespace('two', 'a', 6), inNamespace('two', 'b', 7)], two);
    takeNotified();

    emitReplaced(20, [], one);

    expect(takeNotified()).toEqual(['a@5 > -']);
    expect(listHeld()).toEqual(['a@6', 'b@7']);
    expect(cache.list('two')).toHaveLength(2);
    expect(cache.list('one')).toHaveLength(0);
  });

  it('follows the progress of each namespace’s watch separately', () => {
    const { cache, emitReplaced } = setUp({ scopes: [{ namespace: 'one' }, { namespace: 'two' }] });
    emitReplaced(10, [], cache.watches[0]);
    emitReplaced(50, [], cache.watches[1]);

    cache.recordWrite(inNamespace('one', 'a', 30));
    cache.recordWrite(inNamespace('two', 'a', 30));

    expect(cache.list().map(({ metadata }) => metadata.namespace)).toEqual(['one']);
  });

  it('does not defer a write in another namespace', () => {
    const { cache, takeNotified } = setUp({ scopes: [{ namespace: 'one' }] });

    expect(formatVersioned(cache.recordWrite(inNamespace('elsewhere', 'a', 30)))).toBe('a@30');

    expect(cache.size).toBe(0);
    expect(takeNotified()).toEqual([]);
  });
});

describe('reading', () => {
  it('is by key, and by namespace', () => {
    const { cache, emitReplaced } = setUp();
    const other = someObject({ namespace: 'other', name: 'a', uid: 'other' });
    const global = someObject({ name: 'a', uid: 'global' });
    const { namespace: _, ...metadata } = global.metadata;
    const clusterScoped = { ...global, metadata };
    emitReplaced(10, [buildObjectAt('a', 5), buildObjectAt('b', 6), other, clusterScoped]);

    expect(cache.get({ namespace: 'default', name: 'a' })).toEqual(buildObjectAt('a', 5));
    expect(cache.get({ namespace: 'other', name: 'a' })).toBe(other);
    expect(cache.get({ name: 'a' })).toBe(clusterScoped);
    expect(cache.get({ namespace: 'other', name: 'b' })).toBeUndefined();
    expect(cache.list('default').map(formatVersioned)).toEqual(['a@5', 'b@6']);
    expect(cache.list('nowhere')).toEqual([]);
    expect(cache.list()).toHaveLength(4);
    expect(cache.size).toBe(4);
  });
});

describe('a listener', () => {
  // id: fault-5
  it('that throws is logged, and the others are still notified', () => {
    const { cache, emitApplied, takeNotified, takeWriterNotified, listHeld, logger } = synced();
    cache.onChange(() => {
      throw new Error('oops');
    });
    const after: string[] = [];
    cache.onChange((change) => after.push(formatChange(change)));

    emitApplied(buildObjectAt('a', 11));

    expect([takeNotified(), takeWriterNotified(), after]).toEqual([['a@5 > a@11'], ['a@5 > a@11'], ['a@5 > a@11']]);
    expect(listHeld()).toEqual(['a@11']);
    expect(logger.lines).toEqual([
      { level: 'error', message: 'a listener for changes of a cache threw an error', error: 'oops' },
    ]);
  });

  // id: case-24
  it('is not notified after its removal', () => {
    const { cache, emitApplied } = synced();
    const heard: string[] = [];
    const off = cache.onChange((change) => heard.push(formatChange(change)));
    emitApplied(buildObjectAt('a', 11));

    off();
    emitApplied(buildObjectAt('a', 12));

    expect(heard).toEqual(['a@5 > a@11']);
  });

  it('finds the notified state in the cache', () => {
    const { cache, emitApplied } = synced();
    const seen: string[] = [];
    cache.onChange(({ key, after }) => seen.push(`${formatVersioned(cache.get(key))} ${formatVersioned(after)}`));

    emitApplied(buildObjectAt('a', 11));

    expect(seen).toEqual(['a@11 a@11']);
  });
});
