import { once } from 'node:events';
import { expect, test } from 'vitest';

import { watchParent } from './watch-parent.ts';

test('the signal of watchParent aborts once the pid of the parent has changed, not before', async () => {
  let parent = 100;
  let polls = 0;
  const parentPid = (): number => {
    if (++polls === 5) parent = 1;
    return parent;
  };
  const ended = watchParent({ parentPid, pollMs: 1 });
  await once(ended, 'abort');
  expect(polls).toBe(5);
});
