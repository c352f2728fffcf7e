import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { changedFields } from './changed-fields.ts';

const textsOf = (before: unknown, after: unknown): string[] =>
  changedFields(before, after).map((change) => {
    const [from, to] = [change.before, change.after].map((value) =>
      value === undefined ? 'absent' : JSON.stringify(value),
    );
    return `${change.path}: ${from ?? ''} → ${to ?? ''}`;
  });

describe('changedFields', () => {
  it.each<{ what: string; before: unknown; after: unknown; lines: readonly string[] }>([
    {
      what: 'a value',
      before: { spec: { replicas: 2 } },
      after: { spec: { replicas: 3 } },
      lines: ['spec.replicas: 2 → 3'],
    },
    { what: 'a new field', before: { a: {} }, after: { a: { b: 'x' } }, lines: ['a.b: absent → "x"'] },
    { what: 'a field that goes', before: { a: { b: [1] } }, after: { a: {} }, lines: ['a.b: [1] → absent'] },
    {
      what: 'a key that is no word',
      before: { l: { 'a.b/c': '1' } },
      after: { l: {} },
      lines: ['l[a.b/c]: "1" → absent'],
    },
    {
      what: 'a variable, by its name',
      before: { env: [{ name: 'A', value: '1' }] },
      after: { env: ['B', 'A'].map((name) => ({ name, value: '3' })) },
      lines: ['env[A].value: "1" → "3"', 'env[B]: absent → {"name":"B","value":"3"}'],
    },
    { what: 'a rule among others', before: [['a'], ['b']], after: [['a'], ['c']], lines: ['[1][0]: "b" → "c"'] },
    {
      what: 'a rule that comes',
      before: { r: [['b']] },
      after: { r: [['a'], ['b']] },
      lines: ['r[0]: absent → ["a"]'],
    },
    {
      what: 'another order',
      before: { v: [{ name: 'a' }, { name: 'b' }] },
      after: { v: [{ name: 'b' }, { name: 'a' }] },
      lines: ['v: [{"name":"a"},{"name":"b"}] → [{"name":"b"},{"name":"a"}]'],
    },
    { what: 'another type', before: { port: 80 }, after: { port: '80' }, lines: ['port: 80 → "80"'] },
  ])('finds $what', ({ before, after, lines }) => {
    expect(textsOf(before, after)).toEqual(lines);
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
