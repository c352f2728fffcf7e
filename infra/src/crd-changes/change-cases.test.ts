import { describe, expect, it } from 'vitest';

import { compareCrds } from './index.ts';
import { rules } from './rules.ts';
import { buildCrd, type ChangeCase } from './testing/change-case.ts';
import { changeCases } from './testing/change-cases.ts';

const place = { group: 'changes.example', marker: 'same' };

function compareCase({ before, after }: Pick<ChangeCase, 'before' | 'after'>) {
  return compareCrds([buildCrd(before, place)], after === undefined ? [] : [buildCrd(after, place)]);
}

describe('a change of a CRD', () => {
  it.each(changeCases)('is judged by its rule: $name', ({ rule, breaks, ...row }) => {
    const changes = compareCase(row);
    expect(changes.map((change) => change.rule)).toContain(rule);
    expect(rules[rule].verdict !== 'compatible').toBe(breaks.length > 0);
    expect(changes.some(({ verdict }) => verdict !== 'compatible')).toBe(breaks.length > 0);
  });

  it.each(changeCases)('is not reported if nothing changes: $name', ({ before }) => {
    expect(compareCase({ before, after: before })).toEqual([]);
  });
});
