import { describe, expect, it } from 'vitest';

import {
  at,
  createScriptedCache as setUp,
  createSyncedCache as synced,
  text,
  textOf,
} from '../../fixtures/scripted-cache.ts';
import { someObject } from '../../fixtures/some-object.ts';
import { type KubeObject, neverAborted } from '../base/index.ts';

describe('the first sync', () => {
  it('notifies of every object as initial, including one that we wrote before', () => {
    const { cache, replaced, notified, held } = setUp();
    cache.wrote(at('b', 7));
    notified();

    replaced(10, [at('a', 5), at('b', 7)]);

    expect(notified()).toEqual(['- > a@5 initial', '- > b@7 initial']);
    expect(held()).toEqual(['a@5', 'b@7']);
  });

  // id: case-23
  it('is complete only once listeners were notified of the initial objects', async () => {
    const { cache, replaced } = setUp();
    const seen: boolean[] = [];
    cache.onChange(() => seen.push(cache.synced));
    const whenSynced = cache.whenSynced(neverAborted);
    expect(cache.synced).toBe(false);

    replaced(10, [at('a', 5), at('b', 6)]);

    expect(seen).toEqual([false, false]);
    expect(cache.synced).toBe(true);
    await whenSynced;
    await cache.whenSynced(neverAborted);
  });

  // id: fault-14
  it('is complete once listeners were notified of the last initial object, however long they take', async () => {
    const { cache, clock, replaced } = setUp();
    clock.yieldsForMs = 10;
    const sizes: string[] = [];
    cache.onChange(() => sizes.push(`${String(cache.size)} ${cache.synced ? 'synced' : 'not synced'}`));

    replaced(10, [at('a', 5), at('b', 6)]);
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
    const whenSynced = cache.whenSynced(stop.signal);

    stop.abort(new Error('enough'));

    await expect(whenSynced).rejects.toThrow('enough');
  });

  // id: case-23
  it('completes with no objects, too', () => {
    const { cache, replaced } = setUp();
    replaced(10, []);

    expect(cache.synced).toBe(true);
  });
});

describe('an event', () => {
  it('that is newer than what is held replaces it', () => {
    const { applied, notified, held } = synced();
    applied(at('a', 11));
    applied(at('b', 12));

    expect(notified()).toEqual(['a@5 > a@11', '- > b@12']);
    expect(held()).toEqual(['a@11', 'b@12']);
  });

  // id: case-30
  it('that is older than what is held never replaces it, but notifies of a change by somebody else', () => {
    const { cache, applied, notified, writerNotified, writer, held } = synced();
    cache.wrote(at('a', 20), writer);
    notified();

    applied(at('a', 15));

    expect(held()).toEqual(['a@20']);
    expect(notified()).toEqual(['a@20 > a@20']);
    expect(writerNotified()).toEqual(['a@20 > a@20']);
  });

  it('with exactly the resource version that is held notifies nobody', () => {
    const { cache, applied, notified, writerNotified, writer } = synced();
    applied(at('a', 5));
    cache.wrote(at('a', 20), writer);
    expect(notified()).toEqual(['a@5 > a@20']);

    applied(at('a', 20));

    expect(notified()).toEqual([]);
    expect(writerNotified()).toEqual([]);
  });

  // id: case-30
  it('of our own write notifies nobody, even if we have written again since', () => {
    const { cache, applied, notified, writerNotified, writer, held } = synced();
    cache.wrote(at('a', 20), writer);
    cache.wrote(at('a', 22), writer);
    notified();

    applied(at('a', 20));
    applied(at('a', 22));

    expect([notified(), writerNotified()]).toEqual([[], []]);
    expect(held()).toEqual(['a@22']);
  });

  it('that is a bookmark notifies nobody', () => {
    const { bookmark, notified, held } = synced();
    bookmark(40);

    expect(notified()).toEqual([]);
    expect(held()).toEqual(['a@5']);
  });
});

describe('a DELETED event', () => {
  it('removes the object', () => {
    const { deleted, notified, held } = synced();
    deleted(at('a', 11));

    expect(notified()).toEqual(['a@5 > -']);
    expect(held()).toEqual([]);
  });

  it('removes it even with the resource version of its last update', () => {
    const { deleted, held } = synced();
    deleted(at('a', 5));

    expect(held()).toEqual([]);
  });

  it('about an earlier object never removes a newer one of the same name, but notifies', () => {
    const { cache, deleted, notified, held } = synced();
    cache.wrote(at('a', 20, 'second'));
    notified();

    deleted(at('a', 15));

    expect(held()).toEqual(['a@20']);
    expect(notified()).toEqual(['a@20 > a@20']);
  });

  // id: case-30
  it('about a later object removes an earlier one of the same name', () => {
    const { deleted, notified, held } = synced();
    deleted(at('a', 15, 'second'));

    expect(notified()).toEqual(['a@5 > -']);
    expect(held()).toEqual([]);
  });

  it('about an object that left the selection does not remove what a later write of ours brought back', () => {
    const { cache, deleted, applied, notified, held } = synced();
    cache.wrote(at('a', 20));
    notified();

    deleted(at('a', 15));
    applied(at('a', 20));

    expect(held()).toEqual(['a@20']);
    expect(notified()).toEqual(['a@20 > a@20']);
  });

  it('about an object that is not held notifies with its last state', () => {
    const { deleted, notified } = synced();
    deleted(at('b', 11));

    expect(notified()).toEqual(['b@11 > -']);
  });
});

describe('a second list', () => {
  // id: case-23
  it('notifies of changed, new and deleted objects, and not of unchanged ones', () => {
    const { applied, replaced, notified, held } = synced();
    for (const name of ['b', 'c', 'd']) applied(at(name, 11));
    notified();

    replaced(20, [at('a', 5), at('b', 15), at('e', 16)]);

    expect(notified()).toEqual(['b@11 > b@15', '- > e@16', 'c@11 > -', 'd@11 > -']);
    expect(held()).toEqual(['a@5', 'b@15', 'e@16']);
  });

  it('replaces an object that was deleted and created again under the same name', () => {
    const { replaced, notified, held } = synced();
    replaced(20, [at('a', 15, 'second')]);

    expect(notified()).toEqual(['a@5 > a@15']);
    expect(held()).toEqual(['a@15']);
  });

  it('keeps what we wrote after it', () => {
    const { cache, replaced, notified, held } = synced();
    cache.wrote(at('a', 25));
    cache.wrote(at('b', 26));
    notified();

    replaced(20, [at('a', 5)]);

    expect(held()).toEqual(['a@25', 'b@26']);
    expect(notified()).toEqual(['a@25 > a@25']);
  });

  // id: case-23
  it('removes what we wrote before it and others have deleted since', () => {
    const { cache, replaced, notified, held } = synced();
    cache.wrote(at('b', 15));
    notified();

    replaced(20, [at('a', 5)]);

    expect(held()).toEqual(['a@5']);
    expect(notified()).toEqual(['b@15 > -']);
  });
});

describe('a cache of several namespaces', () => {
  const inNamespace = (namespace: string, name: string, version: number): KubeObject =>
    someObject({ namespace, name, uid: `${namespace}/${name}`, resourceVersion: String(version) });

  it('is synced once each namespace is', () => {
    const { cache, replaced } = setUp({ namespaces: ['one', 'two'] });
    const [one, two] = cache.watches;
    replaced(10, [], one);
    expect(cache.synced).toBe(false);

    replaced(10, [], two);
    expect(cache.synced).toBe(true);
  });

  it('replaces each namespace by itself', () => {
    const { cache, replaced, notified, held } = setUp({ namespaces: ['one', 'two'] });
    const [one, two] = cache.watches;
    replaced(10, [inNamespace('one', 'a', 5)], one);
    replaced(10, [inNamespace('two', 'a', 6), inNamespace('two', 'b', 7)], two);
    notified();

    replaced(20, [], one);

    expect(notified()).toEqual(['a@5 > -']);
    expect(held()).toEqual(['a@6', 'b@7']);
    expect(cache.list('two')).toHaveLength(2);
    expect(cache.list('one')).toHaveLength(0);
  });

  it('follows the progress of each namespace’s watch separately', () => {
    const { cache, replaced } = setUp({ namespaces: ['one', 'two'] });
    replaced(10, [], cache.watches[0]);
    replaced(50, [], cache.watches[1]);

    cache.wrote(inNamespace('one', 'a', 30));
    cache.wrote(inNamespace('two', 'a', 30));

    expect(cache.list().map(({ metadata }) => metadata.namespace)).toEqual(['one']);
  });

  it('does not hold a write in another namespace', () => {
    const { cache, notified } = setUp({ namespaces: ['one'] });

    expect(text(cache.wrote(inNamespace('elsewhere', 'a', 30)))).toBe('a@30');

    expect(cache.size).toBe(0);
    expect(notified()).toEqual([]);
  });
});

describe('reading', () => {
  it('is by key, and by namespace', () => {
    const { cache, replaced } = setUp();
    const other = someObject({ namespace: 'other', name: 'a', uid: 'other' });
    const global = someObject({ name: 'a', uid: 'global' });
    const { namespace: _, ...metadata } = global.metadata;
    const clusterScoped = { ...global, metadata };
    replaced(10, [at('a', 5), at('b', 6), other, clusterScoped]);

    expect(cache.get({ namespace: 'default', name: 'a' })).toEqual(at('a', 5));
    expect(cache.get({ namespace: 'other', name: 'a' })).toBe(other);
    expect(cache.get({ name: 'a' })).toBe(clusterScoped);
    expect(cache.get({ namespace: 'other', name: 'b' })).toBeUndefined();
    expect(cache.list('default').map(text)).toEqual(['a@5', 'b@6']);
    expect(cache.list('nowhere')).toEqual([]);
    expect(cache.list()).toHaveLength(4);
    expect(cache.size).toBe(4);
  });
});

describe('a listener', () => {
  // id: fault-5
  it('that throws is logged, and the others are still notified', () => {
    const { cache, applied, notified, writerNotified, held, logger } = synced();
    cache.onChange(() => {
      throw new Error('oops');
    });
    const after: string[] = [];
    cache.onChange((change) => after.push(textOf(change)));

    applied(at('a', 11));

    expect([notified(), writerNotified(), after]).toEqual([['a@5 > a@11'], ['a@5 > a@11'], ['a@5 > a@11']]);
    expect(held()).toEqual(['a@11']);
    expect(logger.lines).toEqual([{ level: 'error', message: 'change listener failed', error: 'oops' }]);
  });

  // id: case-24
  it('that was removed is not notified any more', () => {
    const { cache, applied } = synced();
    const heard: string[] = [];
    const off = cache.onChange((change) => heard.push(textOf(change)));
    applied(at('a', 11));

    off();
    applied(at('a', 12));

    expect(heard).toEqual(['a@5 > a@11']);
  });

  it('finds in the cache what it is notified of', () => {
    const { cache, applied } = synced();
    const seen: string[] = [];
    cache.onChange(({ key, after }) => seen.push(`${text(cache.get(key))} ${text(after)}`));

    applied(at('a', 11));

    expect(seen).toEqual(['a@11 a@11']);
  });
});
