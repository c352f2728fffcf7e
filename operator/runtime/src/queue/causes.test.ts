import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Causes, createCause, joinCauses, noCauses } from './causes.ts';

const letters = 'abcdefgh'.split('').map(createCause);
const few = fc.uniqueArray(fc.constantFrom(...letters));
const many = fc.uniqueArray(fc.nat(30), { maxLength: 20 }).map((ids) => fill(ids));

function fill(ids: readonly number[]): Causes {
  return ids.reduce<Causes>((all, id) => joinCauses(all, [createCause(String(id))]), noCauses);
}

function toTexts(causes: Causes): ReadonlySet<string> {
  return new Set(causes.map((cause) => cause.toJSON()));
}

const named = ['1', '2', '3', '4', '5', '6', '7', '8'];

describe('a set of causes', () => {
  it('joins to the union of both, in any order', () => {
    fc.assert(
      fc.property(few, few, few, (one, two, three) => {
        const joined = toTexts(joinCauses(joinCauses(one, two), three));
        expect(joined).toEqual(toTexts(one).union(toTexts(two)).union(toTexts(three)));
        expect(toTexts(joinCauses(three, joinCauses(two, one)))).toEqual(joined);
      }),
    );
  });

  it('stays itself if the other adds nothing', () => {
    fc.assert(
      fc.property(few, few, (one, two) => {
        const joined = joinCauses(one, two);
        expect(joinCauses(joined, two)).toBe(joined);
        expect(joinCauses(joined, noCauses)).toBe(joined);
      }),
    );
  });

  it('names eight, and counts the others, also those of the other set', () => {
    expect([...toTexts(fill([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))]).toEqual([...named, '2 more']);
    expect([...toTexts(joinCauses(fill([1, 2]), fill([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])))]).toEqual([
      ...named,
      '5 more',
    ]);
  });

  it('takes over the count of a set that names what it knows, and still has room for names', () => {
    const full = fill([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const counted = joinCauses(fill([1]), full.slice(-1));
    expect(counted.map((cause) => cause.toJSON())).toEqual(['1', '1 more']);
    expect(joinCauses(counted, fill([2])).map((cause) => cause.toJSON())).toEqual(['1', '2', '1 more']);
    const another = fill([1, 2, 3, 4, 5, 6, 7, 8, 9]).slice(-1);
    expect([...toTexts(joinCauses(full, another))]).toEqual([...named, '2 more']);
  });

  it('is the other set if it is empty, and each set otherwise stays as it was', () => {
    const [one, two] = [fill([1]), fill([2])];
    expect(joinCauses(noCauses, one)).toBe(one);
    joinCauses(one, two);
    expect([one, two].map((causes) => [...toTexts(causes)])).toEqual([['1'], ['2']]);
  });

  it('is bounded, and names the first ones', () => {
    fc.assert(
      fc.property(many, many, (one, two) => {
        const joined = joinCauses(one, two);
        expect(joined.length).toBeLessThanOrEqual(9);
        for (const text of toTexts(one)) if (!text.endsWith('more')) expect(toTexts(joined)).toContain(text);
      }),
    );
  });
});
