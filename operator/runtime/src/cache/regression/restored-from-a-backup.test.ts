import { describe, expect, it } from 'vitest';

import { at, createScriptedCache, text } from '../../../fixtures/scripted-cache.ts';
import type { KubeObject } from '../../base/index.ts';

const a = { namespace: 'default', name: 'a' };

/**
 * A cache that holds `a@900` and `b@950`. The watch showed them at resource version 1000, 1000 ms after the beginning.
 */
async function setUp() {
  const scripted = createScriptedCache();
  const { cache, clock, replaced } = scripted;
  replaced(1000, [at('a', 900), at('b', 950)]);
  scripted.notified();
  scripted.writerNotified();
  await clock.advance(1000);
  /** A list of the newest state. */
  const listed = (resourceVersion: number, items: readonly KubeObject[], asOf = clock.monotonic()): void =>
    void cache.take(cache.watches[0]!, { type: 'replaced', items, resourceVersion: String(resourceVersion), asOf });
  return { ...scripted, listed };
}

describe('an etcd that was restored from a backup', () => {
  it('replaces the cache: lost objects count as changed or deleted, and later events are taken in', async () => {
    const { listed, applied, deleted, notified, held } = await setUp();
    listed(500, [at('a', 400)]);
    expect(notified()).toEqual(['a@900 > a@400', 'b@950 > -']);
    expect(held()).toEqual(['a@400']);

    applied(at('a', 510));
    expect(held()).toEqual(['a@510']);
    deleted(at('a', 520));

    expect(notified()).toEqual(['a@400 > a@510', 'a@510 > -']);
    expect(held()).toEqual([]);
  });

  it('replaces objects that have another uid since', async () => {
    const { listed, notified, held } = await setUp();
    listed(500, [at('a', 400, 'first'), at('b', 450)]);

    expect(notified()).toEqual(['a@900 > a@400', 'b@950 > b@450']);
    expect(held()).toEqual(['a@400', 'b@450']);
  });

  it('replaces the cache even if its resource versions continue above the last one: each object has that of the backup', async () => {
    const { listed, notified, held } = await setUp();
    listed(2000, [at('a', 400)]);

    expect(notified()).toEqual(['a@900 > a@400', 'b@950 > -']);
    expect(held()).toEqual(['a@400']);
  });

  it('may have used a resource version again for the same object', async () => {
    const { cache, listed, notified } = await setUp();
    const again = { ...at('a', 900), data: { since: 'the restore' } };
    listed(920, [again, at('b', 910)]);

    expect(cache.get(a)).toBe(again);
    expect(notified()).toEqual(['a@900 > a@900', 'b@950 > b@910']);
  });

  it('may have used a resource version again for another object of the same name', async () => {
    const { cache, listed, notified } = await setUp();
    const again = at('a', 900, 'another');
    listed(920, [again, at('b', 910)]);

    expect(cache.get(a)).toBe(again);
    expect(notified()).toEqual(['a@900 > a@900', 'b@950 > b@910']);
  });

  it('and is past its old versions again keeps no object under the uid of an earlier one', async () => {
    const { cache, listed, notified } = await setUp();
    const again = at('a', 900, 'another');
    listed(2000, [again, at('b', 950)]);

    expect(cache.get(a)).toBe(again);
    expect(notified()).toEqual(['a@900 > a@900']);
  });

  it('does not hide what we write while it is taken in', async () => {
    const { cache, clock, listed, applied, notified, writerNotified, writer, held } = await setUp();
    clock.yieldsForMs = 10;
    listed(500, [at('a', 400), at('b', 450)]);
    await clock.advance(20);
    expect(held()).toEqual(['a@400', 'b@950']);

    cache.wrote(at('b', 510), writer);
    expect(held()).toEqual(['a@400', 'b@510']);
    await clock.advance(100);
    applied(at('b', 510));
    await clock.advance(100);

    expect(held()).toEqual(['a@400', 'b@510']);
    // The list shows that b was changed in between.
    expect(notified()).toEqual(['a@900 > a@400', 'b@950 > b@510', 'b@510 > b@510']);
    expect(writerNotified()).toEqual(['a@900 > a@400', 'b@510 > b@510']);
  });

  it('keeps what we wrote after it was listed, and does not notify of that again', async () => {
    const { cache, clock, listed, notified, writer } = await setUp();
    await clock.advance(1);
    const askedAt = clock.monotonic();
    cache.wrote(at('a', 1010), writer);
    notified();
    listed(990, [at('a', 1010), at('b', 950)], askedAt);

    expect(notified()).toEqual(['b@950 > b@950']);
  });

  it('shows our next write at once, whose event notifies nobody', async () => {
    const { cache, listed, applied, notified, writerNotified, writer, held } = await setUp();
    listed(500, [at('a', 400)]);
    notified();
    writerNotified();

    expect(text(cache.wrote(at('a', 510), writer))).toBe('a@510');
    applied(at('a', 510));

    expect([held(), notified(), writerNotified()]).toEqual([['a@510'], ['a@400 > a@510'], []]);
  });

  it('clears our pending writes: an object that left the selection is dropped without waiting for them', async () => {
    const { cache, clock, listed, bookmark, held } = await setUp();
    cache.wrote(at('a', 1010));
    await clock.advance(1);
    listed(500, [at('a', 400)]);
    cache.wrote(at('elsewhere', 510));
    expect(held()).toEqual(['a@400', 'elsewhere@510']);

    bookmark(520);

    expect(held()).toEqual(['a@400']);
  });

  it('keeps what we wrote after the newest list was requested', async () => {
    const { cache, clock, listed, applied, notified, held } = await setUp();
    cache.wrote(at('lost', 1010));
    await clock.advance(1);
    const askedAt = clock.monotonic();
    cache.wrote(at('ours', 1020));
    listed(500, [at('a', 400)], askedAt);
    expect(held()).toEqual(['a@400', 'ours@1020']);
    notified();

    applied(at('ours', 1020));

    expect(notified()).toEqual([]);
  });

  it.each([500, 2000])('brings back an object that we deleted, at %i', async (resourceVersion) => {
    const { cache, clock, listed, applied, notified, held } = await setUp();
    cache.removed(a, 'uid-of-a');
    cache.removed({ ...a, name: 'b' }, 'uid-of-b');
    notified();
    await clock.advance(1);
    listed(resourceVersion, [at('a', 400)]);

    expect(notified()).toEqual(['- > a@400']);
    applied(at('a', 2010));
    expect(held()).toEqual(['a@2010']);
  });
});

describe('a list that is older than what the watch has shown', () => {
  it('changes nothing if it comes from the watch cache of a server that lags behind', async () => {
    const { replaced, notified, held } = await setUp();
    replaced(500, [at('a', 400)]);

    expect(held()).toEqual(['a@900', 'b@950']);
    expect(notified()).toEqual(['a@900 > a@900']);
  });

  it('brings back nothing that we deleted', async () => {
    const { cache, clock, listed, notified, held } = await setUp();
    const askedAt = clock.monotonic();
    cache.removed(a, 'uid-of-a');
    notified();
    listed(1000, [at('a', 900), at('b', 950)], askedAt);

    expect([held(), notified()]).toEqual([['b@950'], []]);
  });
});
