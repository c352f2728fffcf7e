import { describe, expect, it } from 'vitest';

import {
  buildObjectAt,
  createScriptedCache as setUp,
  createSyncedCache as synced,
  formatVersioned,
} from '../../fixtures/scripted-cache.ts';

describe('our own write', () => {
  // id: case-30
  it('is cached at once, and every listener except the writer is notified', () => {
    const { cache, takeNotified, takeWriterNotified, writer, listHeld } = synced();

    expect(formatVersioned(cache.recordWrite(buildObjectAt('a', 20), writer))).toBe('a@20');
    expect(formatVersioned(cache.recordWrite(buildObjectAt('b', 21), writer))).toBe('b@21');

    expect(listHeld()).toEqual(['a@20', 'b@21']);
    expect(takeNotified()).toEqual(['a@5 > a@20', '- > b@21']);
    expect(takeWriterNotified()).toEqual([]);
  });

  it('without a writer notifies all listeners', () => {
    const { cache, takeWriterNotified } = synced();
    cache.recordWrite(buildObjectAt('a', 20));

    expect(takeWriterNotified()).toEqual(['a@5 > a@20']);
  });

  it('that changed nothing does not notify', () => {
    const { cache, takeNotified } = synced();

    expect(formatVersioned(cache.recordWrite(buildObjectAt('a', 5)))).toBe('a@5');

    expect(takeNotified()).toEqual([]);
  });

  it('whose response is passed in twice notifies once', () => {
    const { cache, takeNotified } = synced();
    cache.recordWrite(buildObjectAt('a', 20));
    cache.recordWrite(buildObjectAt('a', 20));

    expect(takeNotified()).toEqual(['a@5 > a@20']);
  });

  // id: case-30
  it('is not cached if the watch has shown a newer state', () => {
    const { cache, emitApplied, takeNotified, listHeld } = synced();
    emitApplied(buildObjectAt('a', 21));
    takeNotified();

    expect(formatVersioned(cache.recordWrite(buildObjectAt('a', 20)))).toBe('a@21');

    expect(listHeld()).toEqual(['a@21']);
    expect(takeNotified()).toEqual([]);
  });

  // id: case-30
  it('is not restored if the watch showed the deletion before the response', () => {
    const { cache, emitApplied, emitDeleted, takeNotified, listHeld } = synced();
    emitApplied(buildObjectAt('b', 20));
    emitDeleted(buildObjectAt('b', 21));
    takeNotified();

    expect(formatVersioned(cache.recordWrite(buildObjectAt('b', 20)))).toBe('b@20');

    expect(listHeld()).toEqual(['a@5']);
    expect(takeNotified()).toEqual([]);
  });

  it('whose response arrives after that of a later write notifies, and its event does not', () => {
    const { cache, emitApplied, takeNotified, takeWriterNotified, writer, listHeld } = synced();
    cache.recordWrite(buildObjectAt('a', 22), writer);
    takeNotified();

    expect(formatVersioned(cache.recordWrite(buildObjectAt('a', 20)))).toBe('a@22');
    expect(takeWriterNotified()).toEqual(['a@22 > a@22']);

    takeNotified();
    emitApplied(buildObjectAt('a', 20));
    emitApplied(buildObjectAt('a', 22));
    expect([takeNotified(), takeWriterNotified()]).toEqual([[], []]);
    expect(listHeld()).toEqual(['a@22']);
  });

  it('that the watch has passed without showing it is dropped: the object is not in the selection', () => {
    const { cache, emitApplied, emitBookmark, takeNotified, listHeld } = synced();
    cache.recordWrite(buildObjectAt('b', 20));
    cache.recordWrite(buildObjectAt('c', 30));
    takeNotified();

    emitApplied(buildObjectAt('a', 19));
    expect(listHeld()).toEqual(['a@19', 'b@20', 'c@30']);
    emitApplied(buildObjectAt('a', 25));
    expect(listHeld()).toEqual(['a@25', 'c@30']);
    emitBookmark(30);
    expect(listHeld()).toEqual(['a@25']);

    expect(takeNotified()).toEqual(['a@5 > a@19', 'a@19 > a@25', 'b@20 > -', 'c@30 > -']);
  });

  it('that a list shows stays, even if a later write was answered before it', () => {
    const { cache, emitApplied, emitReplaced, takeNotified, listHeld } = synced();
    cache.recordWrite(buildObjectAt('c', 30));
    cache.recordWrite(buildObjectAt('b', 20));
    takeNotified();

    emitReplaced(25, [buildObjectAt('a', 5), buildObjectAt('b', 20)]);
    emitApplied(buildObjectAt('c', 30));
    emitApplied(buildObjectAt('a', 31));

    expect(listHeld()).toEqual(['a@31', 'b@20', 'c@30']);
    expect(takeNotified()).toEqual(['a@5 > a@31']);
  });

  it('is trimmed', () => {
    const { cache } = setUp({ trim: (object) => ({ ...object, kind: 'Trimmed' }) });

    expect(cache.recordWrite(buildObjectAt('a', 5)).kind).toBe('Trimmed');
    expect(cache.get({ namespace: 'default', name: 'a' })?.kind).toBe('Trimmed');
    expect(cache.trim(buildObjectAt('b', 6)).kind).toBe('Trimmed');
    expect(cache.size).toBe(1);
  });
});

describe('the progress of the watch', () => {
  it('never goes back, even after an older list', () => {
    const { cache, emitReplaced, listHeld } = synced();
    emitReplaced(8, [buildObjectAt('a', 5)]);

    cache.recordWrite(buildObjectAt('b', 9));

    expect(listHeld()).toEqual(['a@5']);
  });

  it('does not include a later write to the same object', () => {
    const { cache, emitApplied, listHeld } = synced();
    cache.recordWrite(buildObjectAt('b', 20));
    cache.recordWrite(buildObjectAt('b', 30));

    emitApplied(buildObjectAt('a', 25));

    expect(listHeld()).toEqual(['a@25', 'b@30']);
  });
});

describe('our own delete', () => {
  const key = { namespace: 'default', name: 'a' };

  it('removes the object at once, and notifies every listener except the writer', () => {
    const { cache, takeNotified, takeWriterNotified, writer, listHeld } = synced();
    cache.recordRemoval(key, 'uid-of-a', writer);

    expect(listHeld()).toEqual([]);
    expect(takeNotified()).toEqual(['a@5 > -']);
    expect(takeWriterNotified()).toEqual([]);
  });

  it('is not reverted by later events, lists or responses about the deleted object', () => {
    const { cache, emitApplied, emitDeleted, emitReplaced, takeNotified, listHeld } = synced();
    cache.recordRemoval(key, 'uid-of-a');
    takeNotified();

    emitApplied(buildObjectAt('a', 11));
    emitReplaced(12, [buildObjectAt('a', 11)]);
    cache.recordWrite(buildObjectAt('a', 13));
    emitDeleted(buildObjectAt('a', 14));

    expect(listHeld()).toEqual([]);
    expect(takeNotified()).toEqual([]);
  });

  it('is not reverted by an object that left the selection and came back before it', () => {
    const { cache, emitApplied, emitDeleted, takeNotified, listHeld } = synced();
    cache.recordRemoval(key, 'uid-of-a');
    takeNotified();

    emitDeleted(buildObjectAt('a', 14));
    emitApplied(buildObjectAt('a', 15));
    emitDeleted(buildObjectAt('a', 16));

    expect([listHeld(), takeNotified()]).toEqual([[], []]);
  });

  it('is not reverted by a list from before the object was created', () => {
    const { cache, emitApplied, emitDeleted, emitReplaced, takeNotified, listHeld } = synced();
    cache.recordWrite(buildObjectAt('b', 21));
    cache.recordRemoval({ namespace: 'default', name: 'b' }, 'uid-of-b');
    takeNotified();

    emitReplaced(20, [buildObjectAt('a', 5)]);
    emitApplied(buildObjectAt('b', 21));
    emitDeleted(buildObjectAt('b', 22));

    expect([listHeld(), takeNotified()]).toEqual([['a@5'], []]);
  });

  it('is forgotten after ten minutes', async () => {
    const { cache, emitApplied, emitBookmark, clock, listHeld } = synced();
    cache.recordRemoval({ namespace: 'default', name: 'b' }, 'uid-of-b');
    await clock.advance(599_000);
    emitBookmark(20);
    emitApplied(buildObjectAt('b', 21));
    expect(listHeld()).toEqual(['a@5']);

    await clock.advance(1000);
    emitBookmark(22);
    emitApplied(buildObjectAt('b', 23));
    expect(listHeld()).toEqual(['a@5', 'b@23']);
  });

  it('of an earlier object does not remove a newer one of the same name', () => {
    const { cache, emitApplied, takeNotified, listHeld } = synced();
    emitApplied(buildObjectAt('a', 11, 'second'));
    takeNotified();

    cache.recordRemoval(key, 'uid-of-a');

    expect(listHeld()).toEqual(['a@11']);
    expect(takeNotified()).toEqual([]);
    emitApplied(buildObjectAt('a', 12, 'second'));
    expect(listHeld()).toEqual(['a@12']);
  });
});
