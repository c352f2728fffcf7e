import { describe, expect, it } from 'vitest';

import { buildObjectAt, createSyncedCache, formatVersioned } from '../../fixtures/scripted-cache.ts';

const a = { namespace: 'default', name: 'a' };
const b = { namespace: 'default', name: 'b' };

describe('while we write an object', () => {
  // id: case-30
  it('if the event of our write arrives before the response, all listeners except the writer’s are notified', () => {
    const { cache, emitApplied, takeNotified, takeWriterNotified, writer } = createSyncedCache();
    {
      using _ = cache.beginWrite(a);
      emitApplied(buildObjectAt('a', 20));
      expect([takeNotified(), takeWriterNotified()]).toEqual([[], []]);
      expect(formatVersioned(cache.get(a))).toBe('a@20');
      expect(formatVersioned(cache.recordWrite(buildObjectAt('a', 20), writer))).toBe('a@20');
    }

    expect(takeNotified()).toEqual(['a@5 > a@20']);
    expect(takeWriterNotified()).toEqual([]);
  });

  // A listener that only applies the changes must end with the same object as the cache.
  it('all listeners are notified of changes by others before and after it', () => {
    const { cache, emitApplied, takeNotified, takeWriterNotified, writer } = createSyncedCache();
    {
      using _ = cache.beginWrite(a);
      emitApplied(buildObjectAt('a', 15));
      emitApplied(buildObjectAt('a', 20));
      emitApplied(buildObjectAt('a', 25));
      expect(formatVersioned(cache.recordWrite(buildObjectAt('a', 20), writer))).toBe('a@25');
    }

    expect(takeNotified()).toEqual(['a@5 > a@15', 'a@15 > a@20', 'a@20 > a@25']);
    expect(takeWriterNotified()).toEqual(['a@5 > a@15', 'a@20 > a@25']);
  });

  it('a change by others before our delete is notified before it, even if it was deferred', () => {
    const { cache, emitApplied, takeNotified, takeWriterNotified, writer } = createSyncedCache();
    {
      using _ = cache.beginWrite(a);
      emitApplied(buildObjectAt('a', 15));
      cache.recordRemoval(a, 'uid-of-a', writer);
    }

    expect(takeNotified()).toEqual(['a@5 > a@15', 'a@15 > -']);
    expect(takeWriterNotified()).toEqual(['a@5 > a@15']);
  });

  it('a write whose response arrives after that to our delete is still recognized as ours', () => {
    const { cache, emitApplied, emitDeleted, takeWriterNotified, writer } = createSyncedCache();
    {
      using _ = cache.beginWrite(a);
      emitApplied(buildObjectAt('a', 20));
      emitDeleted(buildObjectAt('a', 21));
      cache.recordRemoval(a, 'uid-of-a', writer);
      cache.recordWrite(buildObjectAt('a', 20), writer);
    }

    expect(takeWriterNotified()).toEqual([]);
  });

  it('a write that changed nothing does not claim another client’s write', () => {
    const { cache, emitApplied, takeNotified, takeWriterNotified, writer } = createSyncedCache();
    {
      using _ = cache.beginWrite(a);
      emitApplied(buildObjectAt('a', 20));
      cache.recordWrite(buildObjectAt('a', 20), writer);
      cache.recordWrite(buildObjectAt('a', 20), () => undefined);
    }

    expect([takeNotified(), takeWriterNotified()]).toEqual([['a@5 > a@20'], []]);
  });

  it('a writer whose own write changed nothing is notified of changes by others', () => {
    const { cache, emitApplied, takeNotified, takeWriterNotified, writer } = createSyncedCache();
    cache.recordWrite(buildObjectAt('a', 20));
    takeNotified();
    takeWriterNotified();
    {
      using _ = cache.beginWrite(a);
      emitApplied(buildObjectAt('a', 15));
      emitApplied(buildObjectAt('a', 20));
      cache.recordWrite(buildObjectAt('a', 20), writer);
    }

    expect([takeNotified(), takeWriterNotified()]).toEqual([['a@20 > a@20'], ['a@20 > a@20']]);
  });

  it('all listeners are notified of the deferred events if the write fails', () => {
    const { cache, emitApplied, takeNotified, takeWriterNotified } = createSyncedCache();
    {
      using _ = cache.beginWrite(a);
      emitApplied(buildObjectAt('a', 20));
    }

    expect([takeNotified(), takeWriterNotified()]).toEqual([['a@5 > a@20'], ['a@5 > a@20']]);
  });

  it('listeners are notified of other objects at once', () => {
    const { cache, emitApplied, takeNotified } = createSyncedCache();
    using _ = cache.beginWrite(a);
    emitApplied(buildObjectAt('b', 20));

    expect(takeNotified()).toEqual(['- > b@20']);
  });

  it('the event of a creation is deferred like that of any other write', () => {
    const { cache, emitApplied, takeNotified, takeWriterNotified, writer } = createSyncedCache();
    {
      using _ = cache.beginWrite(b);
      emitApplied(buildObjectAt('b', 20));
      cache.recordWrite(buildObjectAt('b', 20), writer);
    }

    expect([takeNotified(), takeWriterNotified()]).toEqual([['- > b@20'], []]);
  });

  it('all listeners except the writer’s are notified of a deletion whose event arrives before the response', () => {
    const { cache, emitDeleted, takeNotified, takeWriterNotified, writer } = createSyncedCache();
    {
      using _ = cache.beginWrite(a);
      emitDeleted(buildObjectAt('a', 20));
      cache.recordRemoval(a, 'uid-of-a', writer);
    }

    expect([takeNotified(), takeWriterNotified()]).toEqual([['a@5 > -'], []]);
  });

  it('all events are deferred until the last of several writes ends, each with its own writer', () => {
    const { cache, emitApplied, takeNotified, takeWriterNotified, writer } = createSyncedCache();
    const ours = cache.beginWrite(a);
    const theirs = cache.beginWrite(a);
    emitApplied(buildObjectAt('a', 20));
    emitApplied(buildObjectAt('a', 21));
    cache.recordWrite(buildObjectAt('a', 20), writer);
    ours[Symbol.dispose]();
    ours[Symbol.dispose]();
    expect([takeNotified(), takeWriterNotified()]).toEqual([[], []]);

    cache.recordWrite(buildObjectAt('a', 21));
    theirs[Symbol.dispose]();

    expect([takeNotified(), takeWriterNotified()]).toEqual([['a@5 > a@20', 'a@20 > a@21'], ['a@20 > a@21']]);
  });

  it('the first sync still notifies of the object', () => {
    const { cache, emitReplaced, takeNotified } = createSyncedCache();
    using _ = cache.beginWrite(a);
    cache.watches[0]!.synced = false;
    emitReplaced(20, [buildObjectAt('a', 5)]);

    expect(takeNotified()).toEqual(['- > a@5 initial']);
  });
});
