import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { someFields } from '../../../fixtures/applied-objects.ts';
import { toCanonicalJson } from './canonical.ts';
import { isEqualJson, isEqualOwned } from './equal.ts';
import { pickOwned } from './fields.ts';

type Change = 'drop' | 'replace' | 'swap' | 'add';

/** Changes one place of a value: removes, replaces or adds something, or swaps list items. */
function changeValue(value: unknown, which: number, change: Change): unknown {
  if (typeof value !== 'object' || value === null) return change === 'replace' ? 'replaced' : value;
  return Array.isArray(value) ? changeList(value, which, change) : changeMembers(value, which, change);
}

function changeList(list: readonly unknown[], which: number, change: Change): readonly unknown[] {
  if (list.length === 0) return ['added'];
  const at = which % list.length;
  if (change === 'swap') return list.toReversed();
  if (change === 'drop') return list.toSpliced(at, 1);
  if (change === 'add') return list.toSpliced(at, 0, { added: true });
  return list.with(at, changeValue(list[at], which >> 2, change));
}

function changeMembers(value: object, which: number, change: Change): object {
  const names = Object.keys(value);
  const name = names[which % Math.max(1, names.length)] ?? 'none';
  const members = value as Readonly<Record<string, unknown>>;
  if (change === 'add') return { added: 1, ...value };
  if (change === 'drop' && which % 3 === 0) return { ...value, [name]: undefined };
  return { ...value, [name]: changeValue(members[name], which >> 2, change) };
}

const how = fc.constantFrom<Change>('drop', 'replace', 'swap', 'add');

describe('isEqualJson', () => {
  it('agrees with the texts of the values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), how, (value, which, change) => {
        for (const other of [structuredClone(value), changeValue(value, which, change)]) {
          expect(isEqualJson(value, other)).toBe(toCanonicalJson(value) === toCanonicalJson(other));
        }
      }),
    );
  });

  it('treats an undefined member as absent, and null as a value', () => {
    expect(isEqualJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
    expect(isEqualJson({ a: 1 }, { a: 1, b: undefined })).toBe(true);
    expect(isEqualJson({ a: null }, {})).toBe(false);
    expect(isEqualJson({}, { a: null })).toBe(false);
  });
});

describe('isEqualOwned', () => {
  it('agrees with the texts of the owned parts', () => {
    fc.assert(
      fc.property(someFields, fc.nat(), how, ({ value, fields }, which, change) => {
        const part = (of: unknown): string => toCanonicalJson(pickOwned(fields, of));
        for (const other of [
          structuredClone(value),
          changeValue(value, which, change),
          changeValue({}, which, change),
        ]) {
          expect(isEqualOwned(fields, value, other)).toBe(part(value) === part(other));
          expect(isEqualOwned(fields, other, value)).toBe(part(value) === part(other));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('compares the order of our items, with any items between them', () => {
    const owned = { 'f:list': { 'k:{"name":"a"}': { 'f:name': {} }, 'k:{"name":"b"}': { 'f:name': {} } } };
    const list = (...names: string[]) => ({ list: names.map((name) => ({ name })) });
    expect(isEqualOwned(owned, list('a', 'b'), list('theirs', 'a', 'theirs too', 'b'))).toBe(true);
    expect(isEqualOwned(owned, list('a', 'b'), list('theirs', 'b', 'a'))).toBe(false);
    expect(isEqualOwned(owned, list('a', 'b'), list('b', 'theirs', 'a'))).toBe(false);
  });
});
