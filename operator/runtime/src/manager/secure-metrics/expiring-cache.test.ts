import { expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { ExpiringCache } from './expiring-cache.ts';

it('responses are evicted above the limit, the oldest first', () => {
  const answers = new ExpiringCache<string>({ clock: createFakeClock(), keepMs: 60_000, most: 3 });
  for (const id of ['a', 'b', 'c', 'a', 'd']) answers.keep(id, `of ${id}`);
  expect(['a', 'b', 'c', 'd'].map((id) => answers.get(id))).toEqual(['of a', undefined, 'of c', 'of d']);
  expect(answers.has('b')).toBe(false);
});
