import { expect, it } from 'vitest';

import { findLost } from './collect-names.ts';

it('names in clusters are lost only if the page about upgrades says so', () => {
  const before = ['object Lease/cafe', 'word Brewing'];
  expect(findLost(before, [...before, 'word Ready'], '')).toEqual([]);
  expect(findLost(before, [], 'The reason `Brewing` is now `Ready`. The Lease/cafe stays.')).toEqual([
    'object Lease/cafe',
  ]);
});
