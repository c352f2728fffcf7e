import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { applyDifference, computeDifference, isDifference, mergeDifference } from './difference.ts';

/** JSON like the fields of an object, with names that every object inherits. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.nat(3),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 2 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'constructor', '__proto__'), tie('value'), { noNullPrototype: true }),
})).object;

describe('a difference', () => {
  it('turns any value into any other, also after it was written as JSON', () => {
    fc.assert(
      fc.property(json, json, (was, is) => {
        const difference = computeDifference(was, is);
        const read: unknown = JSON.parse(JSON.stringify(difference ?? {}));
        if (!isDifference(read)) throw new Error('it has another form');
        expect(applyDifference(was, read)).toEqual(is);
        expect(mergeDifference(was, read, () => true)).toEqual(is);
      }),
    );
  });

  it('is empty between equal values', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(computeDifference(value, structuredClone(value))).toBeUndefined();
      }),
    );
  });

  it('has only differing values, and a list as a whole', () => {
    const was = { size: 3, hours: { open: 8 }, tags: ['a', 'b'], gone: null, same: [1] };
    const is = { size: 3, hours: { open: 9, close: 20 }, tags: ['a'], same: [1] };

    expect(computeDifference(was, is)).toEqual({
      hours: { open: [[8], [9]], close: [[], [20]] },
      tags: [[['a', 'b']], [['a']]],
      gone: [[null], []],
    });
  });

  it('does not replace a value that has changed', () => {
    const difference = { size: [[3], [4]], hours: { open: [[8], [9]] }, more: [[], [1]] } as const;

    expect(applyDifference({ size: 5, hours: 'always', more: 2 }, difference)).toEqual({
      size: 5,
      hours: 'always',
      more: 2,
    });
    expect(applyDifference({ size: 3 }, difference)).toEqual({ size: 4, more: 1 });
  });

  it('is applied in parts where the whole is not accepted', () => {
    const difference = { spec: { a: [[1], [2]], b: { c: [[1], [2]], d: [[1], [2]] } } } as const;
    const value = { spec: { a: 1, b: { c: 1, d: 1 } } };
    const isAccepted = (candidate: unknown): boolean => !JSON.stringify(candidate).includes('"c":2');

    expect(mergeDifference(value, difference, isAccepted)).toEqual({ spec: { a: 2, b: { c: 1, d: 2 } } });
    expect(mergeDifference(value, difference, () => false)).toBe(value);
  });

  it('has fewer levels than a call stack', () => {
    const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}[[],[]]${'}'.repeat(levels)}`);

    expect(isDifference(nested(900))).toBe(true);
    expect(isDifference(nested(50_000))).toBe(false);
  });
});
