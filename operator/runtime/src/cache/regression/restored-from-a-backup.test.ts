import { describe, expect, it } from 'vitest';

import { buildObjectAt, createScriptedCache, formatVersioned } from '../../../fixtures/scripted-cache.ts';
import type { KubeObject } from '../../base/index.ts';

const a = { namespace: 'default', name: 'a' };

/** A cache that holds `a@900` and `b@950`, as the watch showed them at resource version 1000, a second ago. */
async function setUp() {
  const scripted = createScriptedCache();
  const { cache, clock, emitReplaced } = scripted;
  emitReplaced(1000, [buildObjectAt('a', 900), buildObjectAt('b', 950)]);
  scripted.takeNotified();
  scripted.takeWriterNotified();
  await clock.advance(1000);
  /** Passes a list of the newest state to the cache. */
  const listed = (resourceVersion: number, items: readonly KubeObject[], asOf = clock.monotonic()): void =>
    void cache.take(cache.watches[0]!, { type: 'replaced', items, resourceVersion: String(resourceVersion), asOf });
  return { ...scripted, listed };
}

describe('an etcd that was restored from a backup', () => {
  it('replaces the cache: lost objects count as changed or deleted, and later events are accepted', async () => {
    const { listed, emitApplied, emitDeleted, takeNotified, listHeld } = await setUp();
    listed(500, [buildObjectAt('a', 400)]);
    expect(takeNotified()).toEqual(['a@900 > a@400', 'b@950 > -']);
    expect(listHeld()).toEqual(['a@400']);

    emitApplied(buildObjectAt('a', 510));
    expect(listHeld()).toEqual(['a@510']);
    emitDeleted(buildObjectAt('a', 520));

    expect(takeNotified()).toEqual(['a@400 > a@510', 'a@510 > -']);
    expect(listHeld()).toEqual([]);
  });

  it('replaces objects that have another uid since', async () => {
    const { listed, takeNotified, listHeld } = await setUp();
    listed(500, [buildObjectAt('a', 400, 'first'), buildObjectAt('b', 450)]);

    expect(takeNotified()).toEqual(['a@900 > a@400', 'b@950 > b@450']);
    expect(listHeld()).toEqual(['a@400', 'b@450']);
  });

  it('replaces the cache even if its resource versions continue above the last one', async () => {
    const { listed, takeNotified, listHeld } = await setUp();
    listed(2000, [buildObjectAt('a', 400)]);

    expect(takeNotified()).toEqual(['a@900 > a@400', 'b@950 > -']);
    expect(listHeld()).toEqual(['a@400']);
  });

  it('may have reused a resource version for the same object', async () => {
    const { cache, listed, takeNotified } = await setUp();
    const again = { ...buildObjectAt('a', 900), data: { since: 'the restore' } };
    listed(920, [again, buildObjectAt('b', 910)]);

    expect(cache.get(a)).toBe(again);
    expect(takeNotified()).toEqual(['a@900 > a@900', 'b@950 > b@910']);
  });

  it('may have reused a resource version for another object of the same name', async () => {
    const { cache, listed, takeNotified } = await setUp();
    const again = buildObjectAt('a', 900, 'another');
    listed(920, [again, buildObjectAt('b', 910)]);

    expect(cache.get(a)).toBe(again);
    expect(takeNotified()).toEqual(['a@900 > a@900', 'b@950 > b@910']);
  });

  it('and has passed its old versions again keeps no object under an earlier uid', async () => {
    const { cache, listed, takeNotified } = await setUp();
    const again = buildObjectAt('a', 900, 'another');
    listed(2000, [again, buildObjectAt('b', 950)]);

    expect(cache.get(a)).toBe(again);
    expect(takeNotified()).toEqual(['a@900 > a@900']);
  });

  it('does not hide our writes while it is processed', async () => {
    const { cache, clock, listed, emitApplied, takeNotified, takeWriterNotified, writer, listHeld } = await setUp();
    clock.yieldsForMs = 10;
    listed(500, [buildObjectAt('a', 400), buildObjectAt('b', 450)]);
    await clock.advance(20);
    expect(listHeld()).toEqual(['a@400', 'b@950']);

    cache.recordWrite(buildObjectAt('b', 510), writer);
    expect(listHeld()).toEqual(['a@400', 'b@510']);
    await clock.advance(100);
    emitApplied(buildObjectAt('b', 510));
    await clock.advance(100);

    expect(listHeld()).toEqual(['a@400', 'b@510']);
    // The list shows that b was changed in between.
    expect(takeNotified()).toEqual(['a@900 > a@400', 'b@950 > b@510', 'b@510 > b@510']);
    expect(takeWriterNotified()).toEqual(['a@900 > a@400', 'b@510 > b@510']);
  });

  it('keeps our writes from after the list, and does not notify of them again', async () => {
    const { cache, clock, listed, takeNotified, writer } = await setUp();
    await clock.advance(1);
    const askedAt = clock.monotonic();
    cache.recordWrite(buildObjectAt('a', 1010), writer);
    takeNotified();
    listed(990, [buildObjectAt('a', 1010), buildObjectAt('b', 950)], askedAt);

    expect(takeNotified()).toEqual(['b@950 > b@950']);
  });

  it('shows our next write at once, and its event does not notify', async () => {
    const { cache, listed, emitApplied, takeNotified, takeWriterNotified, writer, listHeld } = await setUp();
    listed(500, [buildObjectAt('a', 400)]);
    takeNotified();
    takeWriterNotified();

    expect(formatVersioned(cache.recordWrite(buildObjectAt('a', 510), writer))).toBe('a@510');
    emitApplied(buildObjectAt('a', 510));

    expect([listHeld(), takeNotified(), takeWriterNotified()]).toEqual([['a@510'], ['a@400 > a@510'], []]);
  });

  it('clears our pending writes: an object that left the selection is dropped without waiting for them', async () => {
    const { cache, clock, listed, emitBookmark, listHeld } = await setUp();
    cache.recordWrite(buildObjectAt('a', 1010));
    await clock.advance(1);
    listed(500, [buildObjectAt('a', 400)]);
    cache.recordWrite(buildObjectAt('elsewhere', 510));
    expect(listHeld()).toEqual(['a@400', 'elsewhere@510']);

    emitBookmark(520);

    expect(listHeld()).toEqual(['a@400']);
  });

  it('keeps our writes from after the request for the newest list', async () => {
    const { cache, clock, listed, emitApplied, takeNotified, listHeld } = await setUp();
    cache.recordWrite(buildObjectAt('lost', 1010));
    await clock.advance(1);
    const askedAt = clock.monotonic();
    cache.recordWrite(buildObjectAt('ours', 1020));
    listed(500, [buildObjectAt('a', 400)], askedAt);
    expect(listHeld()).toEqual(['a@400', 'ours@1020']);
    takeNotified();

    emitApplied(buildObjectAt('ours', 1020));

    expect(takeNotified()).toEqual([]);
  });

  it.each([500, 2000])('brings back an object that we deleted, at %i', async (resourceVersion) => {
    const { cache, clock, listed, emitApplied, takeNotified, listHeld } = await setUp();
    cache.recordRemoval(a, 'uid-of-a');
    cache.recordRemoval({ ...a, name: 'b' }, 'uid-of-b');
    takeNotified();
    await clock.advance(1);
    listed(resourceVersion, [buildObjectAt('a', 400)]);

    expect(takeNotified()).toEqual(['- > a@400']);
    emitApplied(buildObjectAt('a', 2010));
    expect(listHeld()).toEqual(['a@2010']);
  });
});

describe('a list that is older than the last watch event', () => {
  it('changes nothing if it comes from the watch cache of a lagging server', async () => {
    const { emitReplaced, takeNotified, listHeld } = await setUp();
    emitReplaced(500, [buildObjectAt('a', 400)]);

    expect(listHeld()).toEqual(['a@900', 'b@950']);
    expect(takeNotified()).toEqual(['a@900 > a@900']);
  });

  it('does not restore objects that we deleted', async () => {
    const { cache, clock, listed, takeNotified, listHeld } = await setUp();
    const askedAt = clock.monotonic();
    cache.recordRemoval(a, 'uid-of-a');
    takeNotified();
    listed(1000, [buildObjectAt('a', 900), buildObjectAt('b', 950)], askedAt);

    expect([listHeld(), takeNotified()]).toEqual([['b@950'], []]);
  });
});
