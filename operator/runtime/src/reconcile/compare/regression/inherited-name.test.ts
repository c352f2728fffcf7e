import { expect, it } from 'vitest';

import { findDifferingPaths } from '../differing-paths.ts';
import { isEqualJson, isEqualOwned } from '../equal.ts';
import { pickOwned } from '../fields.ts';

/** An object with a key that every JavaScript object inherits. */
const proto = JSON.parse('{"__proto__":{}}') as object;

it('an inherited member name does not count as a member', () => {
  expect(isEqualJson({ constructor: 'a' }, {})).toBe(false);
  expect(isEqualJson({}, { constructor: 'a' })).toBe(false);
  expect(isEqualJson({ constructor: undefined }, {})).toBe(true);
  expect(isEqualJson(proto, {})).toBe(false);
  expect(isEqualJson({}, proto)).toBe(false);
});

it('a field of ours with an inherited name is compared even where it is absent', () => {
  expect(isEqualOwned({ 'f:__proto__': {} }, proto, {})).toBe(false);
  expect(isEqualOwned({ 'f:constructor': {} }, { constructor: undefined }, {})).toBe(true);
});

it('a field of ours with an inherited name is picked only where it exists', () => {
  expect(Object.keys(pickOwned({ 'f:constructor': {}, 'f:__proto__': {} }, { a: 1 }) as object)).toEqual([]);
});

it('the differing paths include a member with an inherited name', () => {
  expect(findDifferingPaths({}, proto)).toEqual(['__proto__']);
  expect(findDifferingPaths({ constructor: undefined }, {})).toEqual([]);
});
