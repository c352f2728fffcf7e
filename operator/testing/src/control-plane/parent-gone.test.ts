import { once } from 'node:events';
import { expect, test } from 'vitest';

import { parentGone } from './parent-gone.ts';

test('nothing happens while the parent lives; its end is noticed', async () => {
  let parent = 100;
  let looks = 0;
  const parentPid = (): number => {
    if (++looks === 5) parent = 1;
    return parent;
  };
  const gone = parentGone({ parentPid, pollMs: 1 });
  await once(gone, 'abort');
  expect(looks).toBe(5);
});
