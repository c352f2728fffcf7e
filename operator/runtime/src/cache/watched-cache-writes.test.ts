import { describe, expect, it } from 'vitest';

import { at, createScriptedCache as setUp, createSyncedCache as synced, text } from '../../fixtures/scripted-cache.ts';

describe('a write of ours', () => {
  // id: case-30
  it('is held at once, and every listener but the writer is notified', () => {
    const { cache, notified, writerNotified, writer, held } = synced();

    expect(text(cache.wrote(at('a', 20), writer))).toBe('a@20');
    expect(text(cache.wrote(at('b', 21), writer))).toBe('b@21');

    expect(held()).toEqual(['a@20', 'b@21']);
    expect(notified()).toEqual(['a@5 > a@20', '- > b@21']);
    expect(writerNotified()).toEqual([]);
  });

  it('without a writer notifies all listeners', () => {
    const { cache, writerNotified } = synced();
    cache.wrote(at('a', 20));

    expect(writerNotified()).toEqual(['a@5 > a@20']);
  });

  it('that changed nothing notifies nobody', () => {
    const { cache, notified } = synced();

    expect(text(cache.wrote(at('a', 5)))).toBe('a@5');

    expect(notified()).toEqual([]);
  });

  it('whose response is passed in twice notifies once', () => {
    const { cache, notified } = synced();
    cache.wrote(at('a', 20));
    cache.wrote(at('a', 20));

    expect(notified()).toEqual(['a@5 > a@20']);
  });

  // id: case-30
  it('is not held if the watch has shown a newer state', () => {
    const { cache, applied, notified, held } = synced();
    applied(at('a', 21));
    notified();

    expect(text(cache.wrote(at('a', 20)))).toBe('a@21');

    expect(held()).toEqual(['a@21']);
    expect(notified()).toEqual([]);
  });

  // id: case-30
  it('is not brought back if the watch showed the deletion before the response came', () => {
    const { cache, applied, deleted, notified, held } = synced();
    applied(at('b', 20));
    deleted(at('b', 21));
    notified();

    expect(text(cache.wrote(at('b', 20)))).toBe('b@20');

    expect(held()).toEqual(['a@5']);
    expect(notified()).toEqual([]);
  });

  it('whose response arrives after that to a later write notifies, and its event does not', () => {
    const { cache, applied, notified, writerNotified, writer, held } = synced();
    cache.wrote(at('a', 22), writer);
    notified();

    expect(text(cache.wrote(at('a', 20)))).toBe('a@22');
    expect(writerNotified()).toEqual(['a@22 > a@22']);

    notified();
    applied(at('a', 20));
    applied(at('a', 22));
    expect([notified(), writerNotified()]).toEqual([[], []]);
    expect(held()).toEqual(['a@22']);
  });

  it('that the watch has passed without showing it is dropped: the object is not in the selection', () => {
    const { cache, applied, bookmark, notified, held } = synced();
    cache.wrote(at('b', 20));
    cache.wrote(at('c', 30));
    notified();

    applied(at('a', 19));
    expect(held()).toEqual(['a@19', 'b@20', 'c@30']);
    applied(at('a', 25));
    expect(held()).toEqual(['a@25', 'c@30']);
    bookmark(30);
    expect(held()).toEqual(['a@25']);

    expect(notified()).toEqual(['a@5 > a@19', 'a@19 > a@25', 'b@20 > -', 'c@30 > -']);
  });

  it('that a list shows stays, even if a later write was answered before it', () => {
    const { cache, applied, replaced, notified, held } = synced();
    cache.wrote(at('c', 30));
    cache.wrote(at('b', 20));
    notified();

    replaced(25, [at('a', 5), at('b', 20)]);
    applied(at('c', 30));
    applied(at('a', 31));

    expect(held()).toEqual(['a@31', 'b@20', 'c@30']);
    expect(notified()).toEqual(['a@5 > a@31']);
  });

  it('is trimmed', () => {
    const { cache } = setUp({ trim: (object) => ({ ...object, kind: 'Trimmed' }) });

    expect(cache.wrote(at('a', 5)).kind).toBe('Trimmed');
    expect(cache.get({ namespace: 'default', name: 'a' })?.kind).toBe('Trimmed');
    expect(cache.trim(at('b', 6)).kind).toBe('Trimmed');
    expect(cache.size).toBe(1);
  });
});

describe('the progress of the watch', () => {
  it('never goes back, even after an older list', () => {
    const { cache, replaced, held } = synced();
    replaced(8, [at('a', 5)]);

    cache.wrote(at('b', 9));

    expect(held()).toEqual(['a@5']);
  });

  it('does not include a later write to the same object', () => {
    const { cache, applied, held } = synced();
    cache.wrote(at('b', 20));
    cache.wrote(at('b', 30));

    applied(at('a', 25));

    expect(held()).toEqual(['a@25', 'b@30']);
  });
});

describe('a delete of ours', () => {
  const key = { namespace: 'default', name: 'a' };

  it('removes the object at once, and every listener but the writer is notified', () => {
    const { cache, notified, writerNotified, writer, held } = synced();
    cache.removed(key, 'uid-of-a', writer);

    expect(held()).toEqual([]);
    expect(notified()).toEqual(['a@5 > -']);
    expect(writerNotified()).toEqual([]);
  });

  it('is not undone by later events, lists or responses about the deleted object', () => {
    const { cache, applied, deleted, replaced, notified, held } = synced();
    cache.removed(key, 'uid-of-a');
    notified();

    applied(at('a', 11));
    replaced(12, [at('a', 11)]);
    cache.wrote(at('a', 13));
    deleted(at('a', 14));

    expect(held()).toEqual([]);
    expect(notified()).toEqual([]);
  });

  it('is not undone by an object that left the selection and came back before it', () => {
    const { cache, applied, deleted, notified, held } = synced();
    cache.removed(key, 'uid-of-a');
    notified();

    deleted(at('a', 14));
    applied(at('a', 15));
    deleted(at('a', 16));

    expect([held(), notified()]).toEqual([[], []]);
  });

  it('is not undone by a list from before the object was created', () => {
    const { cache, applied, deleted, replaced, notified, held } = synced();
    cache.wrote(at('b', 21));
    cache.removed({ namespace: 'default', name: 'b' }, 'uid-of-b');
    notified();

    replaced(20, [at('a', 5)]);
    applied(at('b', 21));
    deleted(at('b', 22));

    expect([held(), notified()]).toEqual([['a@5'], []]);
  });

  it('is forgotten after ten minutes', async () => {
    const { cache, applied, bookmark, clock, held } = synced();
    cache.removed({ namespace: 'default', name: 'b' }, 'uid-of-b');
    await clock.advance(599_000);
    bookmark(20);
    applied(at('b', 21));
    expect(held()).toEqual(['a@5']);

    await clock.advance(1000);
    bookmark(22);
    applied(at('b', 23));
    expect(held()).toEqual(['a@5', 'b@23']);
  });

  it('of an earlier object does not remove a newer one of the same name', () => {
    const { cache, applied, notified, held } = synced();
    applied(at('a', 11, 'second'));
    notified();

    cache.removed(key, 'uid-of-a');

    expect(held()).toEqual(['a@11']);
    expect(notified()).toEqual([]);
    applied(at('a', 12, 'second'));
    expect(held()).toEqual(['a@12']);
  });
});
