import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LruCache } from './lru-cache.ts';

describe('an LRU cache', () => {
  it('never exceeds its bound, and holds the most recently used keys', () => {
    const keys = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 9 }).map(String)), { maxLength: 50 });
    fc.assert(
      fc.property(keys, (uses) => {
        const cache = new LruCache<string>(4);
        let used: string[] = [];
        for (const [isWrite, key] of uses) {
          const known = used.includes(key);
          if (isWrite) cache.set(key, key);
          else expect(cache.get(key)).toBe(known ? key : undefined);
          if (isWrite || known) used = [...used.filter((each) => each !== key), key].slice(-4);
          expect(cache.size).toBe(used.length);
        }
        for (const key of used) expect(cache.get(key)).toBe(key);
      }),
    );
  });

  it('holds nothing under a deleted key', () => {
    const cache = new LruCache<number>(2);
    cache.set('a', 1);
    cache.delete('a');
    expect(cache.get('a')).toBeUndefined();
    expect(cache.size).toBe(0);
  });
});
