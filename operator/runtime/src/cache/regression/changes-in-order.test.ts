import { expect, it } from 'vitest';

import { at, createSyncedCache } from '../../../fixtures/scripted-cache.ts';

const key = { namespace: 'default', name: 'a' };

// Whoever drew a picture from the changes alone ended with an older object than the cache.
// id: cache-notifies-in-another-order
it('what others changed before our write notifies before it, though it was deferred', () => {
  const { cache, applied, notified, writerNotified, writer } = createSyncedCache();
  {
    using _ = cache.writing(key);
    applied(at('a', 15));
    cache.wrote(at('a', 20), writer);
  }

  expect(notified()).toEqual(['a@5 > a@15', 'a@15 > a@20']);
  expect(writerNotified()).toEqual(['a@5 > a@15']);
});

it('what others changed before our delete notifies before it, though it was deferred', () => {
  const { cache, applied, notified, writerNotified, writer } = createSyncedCache();
  {
    using _ = cache.writing(key);
    applied(at('a', 15));
    cache.removed(key, 'uid-of-a', writer);
  }

  expect(notified()).toEqual(['a@5 > a@15', 'a@15 > -']);
  expect(writerNotified()).toEqual(['a@5 > a@15']);
});

it('a write whose answer comes after that to our delete is still known as ours', () => {
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

it('a write that changed nothing does not take the write of another', () => {
  const { cache, applied, notified, writerNotified, writer } = createSyncedCache();
  {
    using _ = cache.writing(key);
    applied(at('a', 20));
    cache.wrote(at('a', 20), writer);
    cache.wrote(at('a', 20), () => undefined);
  }

  expect([notified(), writerNotified()]).toEqual([['a@5 > a@20'], []]);
});
