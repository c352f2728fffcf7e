import { expect, it } from 'vitest';

import { equalJson } from '../equal.ts';

it('a member that has the name of an inherited one is no member of an object without it', () => {
  expect(equalJson({ constructor: 'a' }, {})).toBe(false);
  expect(equalJson({}, { constructor: 'a' })).toBe(false);
});
