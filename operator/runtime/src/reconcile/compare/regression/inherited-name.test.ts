import { expect, it } from 'vitest';

import { findDifferingPaths } from '../differing-paths.ts';
import { isEqualJson, isEqualOwned } from '../equal.ts';
import { pickOwned } from '../fields.ts';

/** A member that every object inherits, as JSON may have it. */
const proto = JSON.parse('{"__proto__":{}}') as object;

it('a member that has the name of an inherited one is no member of an object without it', () => {
  expect(isEqualJson({ constructor: 'a' }, {})).toBe(false);
  expect(isEqualJson({}, { constructor: 'a' })).toBe(false);
  expect(isEqualJson({ constructor: undefined }, {})).toBe(true);
  expect(isEqualJson(proto, {})).toBe(false);
  expect(isEqualJson({}, proto)).toBe(false);
});

it('a field of ours that has the name of an inherited one is compared where it is absent, too', () => {
  expect(isEqualOwned({ 'f:__proto__': {} }, proto, {})).toBe(false);
  expect(isEqualOwned({ 'f:constructor': {} }, { constructor: undefined }, {})).toBe(true);
});

it('a field of ours that has the name of an inherited one is picked only where it is', () => {
  expect(Object.keys(pickOwned({ 'f:constructor': {}, 'f:__proto__': {} }, { a: 1 }) as object)).toEqual([]);
});

it('the paths that differ name a member that has the name of an inherited one', () => {
  expect(findDifferingPaths({}, proto)).toEqual(['__proto__']);
  expect(findDifferingPaths({ constructor: undefined }, {})).toEqual([]);
});
