import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Recent } from './recent.ts';

describe('what is recent', () => {
  it('never grows beyond its bound, and holds what was used last', () => {
    const keys = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 9 }).map(String)), { maxLength: 50 });
    fc.assert(
      fc.property(keys, (uses) => {
        const recent = new Recent<string>(4);
        let used: string[] = [];
        for (const [isWrite, key] of uses) {
          const known = used.includes(key);
          if (isWrite) recent.set(key, key);
          else expect(recent.get(key)).toBe(known ? key : undefined);
          if (isWrite || known) used = [...used.filter((each) => each !== key), key].slice(-4);
          expect(recent.size).toBe(used.length);
        }
        for (const key of used) expect(recent.get(key)).toBe(key);
      }),
    );
  });

  it('forgets what it is told to forget', () => {
    const recent = new Recent<number>(2);
    recent.set('a', 1);
    recent.delete('a');
    expect(recent.get('a')).toBeUndefined();
    expect(recent.size).toBe(0);
  });
});
