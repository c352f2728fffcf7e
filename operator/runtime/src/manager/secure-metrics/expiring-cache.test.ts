import { describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import { ExpiringCache } from './expiring-cache.ts';

function cacheOf(most = 10): { readonly clock: FakeClock; readonly answers: ExpiringCache<string> } {
  const clock = createFakeClock();
  return { clock, answers: new ExpiringCache<string>({ clock, keepMs: 60_000, most }) };
}

describe('an answer', () => {
  it('is forgotten once there are too many, the oldest first', () => {
    const { answers } = cacheOf(3);
    for (const id of ['a', 'b', 'c', 'a', 'd']) answers.keep(id, `of ${id}`);
    expect([answers.get('a'), answers.get('b'), answers.size]).toEqual(['of a', undefined, 3]);
  });
});
