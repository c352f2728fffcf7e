import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { changedFields } from './changed-fields.ts';
import { changeText } from './show.ts';

const textsOf = (before: unknown, after: unknown): string[] => changedFields(before, after).map(changeText);

describe('changedFields', () => {
  it.each<[what: string, before: unknown, after: unknown, lines: readonly string[]]>([
    ['a value', { spec: { replicas: 2 } }, { spec: { replicas: 3 } }, ['spec.replicas: 2 → 3']],
    ['a new field', { a: {} }, { a: { b: 'x' } }, ['a.b: absent → "x"']],
    ['a field that goes', { a: { b: [1] } }, { a: {} }, ['a.b: [1] → absent']],
    ['a key that is no word', { labels: { 'a.b/c': '1' } }, { labels: {} }, ['labels[a.b/c]: "1" → absent']],
    [
      'a variable, by its name',
      { env: [{ name: 'A', value: '1' }] },
      {
        env: [
          { name: 'B', value: '2' },
          { name: 'A', value: '3' },
        ],
      },
      ['env[A].value: "1" → "3"', 'env[B]: absent → "2"'],
    ],
    ['a rule among others', { rules: [['a'], ['b']] }, { rules: [['a'], ['c']] }, ['rules[1][0]: "b" → "c"']],
    ['a rule that comes', { rules: [['b']] }, { rules: [['a'], ['b']] }, ['rules[0]: absent → ["a"]']],
    [
      'another order',
      [{ name: 'a' }, { name: 'b' }],
      [{ name: 'b' }, { name: 'a' }],
      [': [{"name":"a"},{"name":"b"}] → [{"name":"b"},{"name":"a"}]'],
    ],
    ['another type', { port: 80 }, { port: '80' }, ['port: 80 → "80"']],
  ])('finds %s', (_, before, after, lines) => {
    expect(textsOf(before, after)).toEqual(lines);
  });

  it('shows a hundred letters of a long value', () => {
    expect(textsOf({ a: 'x'.repeat(1000) }, { a: '' })).toEqual([`a: "${'x'.repeat(99)}… → ""`]);
  });

  it('finds nothing exactly if both are equal', () => {
    const named = fc.record({ name: fc.constantFrom('a', 'b', 'c'), value: fc.jsonValue({ maxDepth: 1 }) });
    const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.record({ items: fc.array(named, { maxLength: 3 }) }));
    const pairs = fc.oneof(
      fc.tuple(value, value),
      value.map((each) => [each, structuredClone(each)] as const),
    );
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        const [a, b] = [before, after].map((each) => JSON.parse(JSON.stringify(each)) as unknown);
        expect(changedFields(a, b).length === 0).toBe(isDeepStrictEqual(a, b));
      }),
    );
  });
});
