import { expect, it } from 'vitest';

import { memoize } from './memoize.ts';

it('a result is computed once while it is cached, and a full cache is emptied', () => {
  const made: string[] = [];
  const length = memoize((text) => made.push(text) && text.length, 2);

  expect(['a', 'bb', 'a', 'bb', 'ccc', 'a'].map(length)).toEqual([1, 2, 1, 2, 3, 1]);
  expect(made).toEqual(['a', 'bb', 'ccc', 'a']);
});
