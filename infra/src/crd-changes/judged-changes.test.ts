import { describe, expect, it } from 'vitest';

import { compareCrds } from './index.ts';
import { rules } from './rules.ts';
import { definitionOf, type JudgedChange, judgedChanges } from './testing/index.ts';

const place = { group: 'changes.example', marker: 'same' };

function changesOf({ before, after }: Pick<JudgedChange, 'before' | 'after'>) {
  return compareCrds([definitionOf(before, place)], after === undefined ? [] : [definitionOf(after, place)]);
}

describe('a change of a definition', () => {
  it.each(judgedChanges)('is judged by its rule: $name', ({ rule, breaks, ...row }) => {
    const changes = changesOf(row);
    expect(changes.map((change) => change.rule)).toContain(rule);
    expect(rules[rule].verdict !== 'compatible').toBe(breaks.length > 0);
    expect(changes.some(({ verdict }) => verdict !== 'compatible')).toBe(breaks.length > 0);
  });

  it.each(judgedChanges)('is none if nothing changes: $name', ({ before }) => {
    expect(changesOf({ before, after: before })).toEqual([]);
  });
});
