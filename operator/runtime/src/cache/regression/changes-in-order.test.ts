import { expect, it } from 'vitest';

import { at, createSyncedCache } from '../../../fixtures/scripted-cache.ts';

const key = { namespace: 'default', name: 'a' };

// A listener that rebuilt the objects from the changes alone ended with an older object than the cache.
it('a change by others before our write is notified before it, even if it was deferred', () => {
  const { cache, applied, notified, writerNotified, writer } = createSyncedCache();
  {
    using _ = cache.writing(key);
    applied(at('a', 15));
    cache.wrote(at('a', 20), writer);
  }

  expect(notified()).toEqual(['a@5 > a@15', 'a@15 > a@20']);
  expect(writerNotified()).toEqual(['a@5 > a@15']);
});

it('a change by others before our delete is notified before it, even if it was deferred', () => {
  const { cache, applied, notified, writerNotified, writer } = createSyncedCache();
  {
    using _ = cache.writing(key);
    applied(at('a', 15));
    cache.removed(key, 'uid-of-a', writer);
  }

  expect(notified()).toEqual(['a@5 > a@15', 'a@15 > -']);
  expect(writerNotified()).toEqual(['a@5 > a@15']);
});

it('a write whose response arrives after that to our delete is still known as ours', () => {
  const { cache, applied, deleted, writerNotified, writer } = createSyncedCache();
  {
    using _ = cache.writing(key);
    applied(at('a', 20));
    deleted(at('a', 21));
    cache.removed(key, 'uid-of-a', writer);
    cache.wrote(at('a', 20), writer);
  }

  expect(writerNotified()).toEqual([]);
});

it('a write that changed nothing does not claim a write by somebody else', () => {
  const { cache, applied, notified, writerNotified, writer } = createSyncedCache();
  {
    using _ = cache.writing(key);
    applied(at('a', 20));
    cache.wrote(at('a', 20), writer);
    cache.wrote(at('a', 20), () => undefined);
  }

  expect([notified(), writerNotified()]).toEqual([['a@5 > a@20'], []]);
});
