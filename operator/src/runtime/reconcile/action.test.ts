import { expect, it } from 'vitest';

import { awaitChange, checkAgain } from './action.ts';

it('an action waits for a change, or looks again after a while', () => {
  expect(awaitChange).toEqual({ kind: 'awaitChange' });
  expect(checkAgain(5000)).toEqual({ kind: 'checkAgain', afterMs: 5000 });
});
