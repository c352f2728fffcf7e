import { describe, expect, it } from 'vitest';

import { at, createSyncedCache, text } from '../../fixtures/scripted-cache.ts';

const a = { namespace: 'default', name: 'a' };
const b = { namespace: 'default', name: 'b' };

describe('while we write to an object', () => {
  // id: case-30
  it('if the event of our write arrives before the response, all listeners but the writer’s are notified', () => {
    const { cache, applied, notified, writerNotified, writer } = createSyncedCache();
    {
      using _ = cache.writing(a);
      applied(at('a', 20));
      expect([notified(), writerNotified()]).toEqual([[], []]);
      expect(text(cache.get(a))).toBe('a@20');
      expect(text(cache.wrote(at('a', 20), writer))).toBe('a@20');
    }

    expect(notified()).toEqual(['a@5 > a@20']);
    expect(writerNotified()).toEqual([]);
  });

  // A listener that rebuilds the objects from the changes alone ends with the object of the cache.
  it('all listeners are notified of changes by others before and after it', () => {
    const { cache, applied, notified, writerNotified, writer } = createSyncedCache();
    {
      using _ = cache.writing(a);
      applied(at('a', 15));
      applied(at('a', 20));
      applied(at('a', 25));
      expect(text(cache.wrote(at('a', 20), writer))).toBe('a@25');
    }

    expect(notified()).toEqual(['a@5 > a@15', 'a@15 > a@20', 'a@20 > a@25']);
    expect(writerNotified()).toEqual(['a@5 > a@15', 'a@20 > a@25']);
  });

  it('a change by others before our delete is notified before it, even if it was deferred', () => {
    const { cache, applied, notified, writerNotified, writer } = createSyncedCache();
    {
      using _ = cache.writing(a);
      applied(at('a', 15));
      cache.removed(a, 'uid-of-a', writer);
    }

    expect(notified()).toEqual(['a@5 > a@15', 'a@15 > -']);
    expect(writerNotified()).toEqual(['a@5 > a@15']);
  });

  it('a write whose response arrives after that to our delete is still known as ours', () => {
    const { cache, applied, deleted, writerNotified, writer } = createSyncedCache();
    {
      using _ = cache.writing(a);
      applied(at('a', 20));
      deleted(at('a', 21));
      cache.removed(a, 'uid-of-a', writer);
      cache.wrote(at('a', 20), writer);
    }

    expect(writerNotified()).toEqual([]);
  });

  it('a write that changed nothing does not claim a write by somebody else', () => {
    const { cache, applied, notified, writerNotified, writer } = createSyncedCache();
    {
      using _ = cache.writing(a);
      applied(at('a', 20));
      cache.wrote(at('a', 20), writer);
      cache.wrote(at('a', 20), () => undefined);
    }

    expect([notified(), writerNotified()]).toEqual([['a@5 > a@20'], []]);
  });

  it('a writer whose own write changed nothing is notified of changes by others', () => {
    const { cache, applied, notified, writerNotified, writer } = createSyncedCache();
    cache.wrote(at('a', 20));
    notified();
    writerNotified();
    {
      using _ = cache.writing(a);
      applied(at('a', 15));
      applied(at('a', 20));
      cache.wrote(at('a', 20), writer);
    }

    expect([notified(), writerNotified()]).toEqual([['a@20 > a@20'], ['a@20 > a@20']]);
  });

  it('all listeners are notified of the deferred events if the write fails', () => {
    const { cache, applied, notified, writerNotified } = createSyncedCache();
    {
      using _ = cache.writing(a);
      applied(at('a', 20));
    }

    expect([notified(), writerNotified()]).toEqual([['a@5 > a@20'], ['a@5 > a@20']]);
  });

  it('listeners are notified of other objects at once', () => {
    const { cache, applied, notified } = createSyncedCache();
    using _ = cache.writing(a);
    applied(at('b', 20));

    expect(notified()).toEqual(['- > b@20']);
  });

  it('the event of a creation is deferred like that of any other write', () => {
    const { cache, applied, notified, writerNotified, writer } = createSyncedCache();
    {
      using _ = cache.writing(b);
      applied(at('b', 20));
      cache.wrote(at('b', 20), writer);
    }

    expect([notified(), writerNotified()]).toEqual([['- > b@20'], []]);
  });

  it('all listeners but the writer’s are notified of a deletion whose event arrives before the response', () => {
    const { cache, deleted, notified, writerNotified, writer } = createSyncedCache();
    {
      using _ = cache.writing(a);
      deleted(at('a', 20));
      cache.removed(a, 'uid-of-a', writer);
    }

    expect([notified(), writerNotified()]).toEqual([['a@5 > -'], []]);
  });

  it('all events are deferred until the last of several writes ends, each with its own writer', () => {
    const { cache, applied, notified, writerNotified, writer } = createSyncedCache();
    const ours = cache.writing(a);
    const theirs = cache.writing(a);
    applied(at('a', 20));
    applied(at('a', 21));
    cache.wrote(at('a', 20), writer);
    ours[Symbol.dispose]();
    ours[Symbol.dispose]();
    expect([notified(), writerNotified()]).toEqual([[], []]);

    cache.wrote(at('a', 21));
    theirs[Symbol.dispose]();

    expect([notified(), writerNotified()]).toEqual([['a@5 > a@20', 'a@20 > a@21'], ['a@20 > a@21']]);
  });

  it('the first sync still notifies of the object', () => {
    const { cache, replaced, notified } = createSyncedCache();
    using _ = cache.writing(a);
    cache.watches[0]!.synced = false;
    replaced(20, [at('a', 5)]);

    expect(notified()).toEqual(['- > a@5 initial']);
  });
});
