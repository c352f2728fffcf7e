import { expect, it } from 'vitest';

import { mergePatch } from './merge-patch.ts';

// https://www.rfc-editor.org/rfc/rfc7396#appendix-A
it.each([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  [{}, { a: [{ b: null }] }, { a: [{ b: null }] }],
])('%j with the patch %j is %j', (target: unknown, patch: unknown, result: unknown) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

it('changes neither argument, nor the members that every object inherits', () => {
  const target = { a: { b: 1 } };
  const merged = mergePatch(target, JSON.parse('{"a":{"c":2},"__proto__":{"d":3}}') as object);
  expect(JSON.stringify(merged)).toBe('{"a":{"b":1,"c":2},"__proto__":{"d":3}}');
  expect(target).toEqual({ a: { b: 1 } });
});

it('adds new values as the caller builds them', () => {
  expect(mergePatch({ a: {} }, { a: { b: [1] }, c: [2] }, (value) => [value])).toEqual({ a: { b: [[1]] }, c: [[2]] });
});
