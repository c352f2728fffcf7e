import { describe, expect, it } from 'vitest';

import { readRepositoryText } from '../files.ts';
import { modules, findScoreComplaint, computeScore } from './stryker.ts';

describe('the score of a module', () => {
  it('is the share of caught mutants, without those that do not run', () => {
    const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'Ignored', 'Killed'] as const;
    expect(computeScore(statuses.map((status) => ({ status })))).toBe(60);
  });

  it('is rounded down, so that the committed score can always be reached again', () => {
    expect(computeScore([{ status: 'Killed' }, { status: 'Killed' }, { status: 'Survived' }])).toBe(66.6);
  });

  it('is 0 without measured mutants', () => {
    expect(computeScore([])).toBe(0);
  });

  it('may rise, but not fall below the committed one', () => {
    expect(findScoreComplaint(80, 80)).toBeUndefined();
    expect(findScoreComplaint(12, undefined)).toBeUndefined();
    expect(findScoreComplaint(79.9, 80)).toContain('fell from 80 % to 79.9 %');
  });

  it('is committed only for modules that can be measured', () => {
    const known: readonly string[] = modules;
    const committed = Object.keys(JSON.parse(readRepositoryText('scripts/mutants/scores.json')) as object);
    expect(committed.filter((name) => !known.includes(name))).toEqual([]);
  });
});
