import { describe, expect, it } from 'vitest';

import { textOf } from '../files.ts';
import { modules, scoreComplaint, scoreOf } from './stryker.ts';

describe('the score of a module', () => {
  it('is the share of noticed mutants, without those that do not run', () => {
    const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'Ignored', 'Killed'] as const;
    expect(scoreOf(statuses.map((status) => ({ status })))).toBe(60);
  });

  it('is rounded down, so that the committed score can always be reached again', () => {
    expect(scoreOf([{ status: 'Killed' }, { status: 'Killed' }, { status: 'Survived' }])).toBe(66.6);
  });

  it('is 0 if nothing was measured', () => {
    expect(scoreOf([])).toBe(0);
  });

  it('may rise, but not fall below the committed one', () => {
    expect(scoreComplaint(80, 80)).toBeUndefined();
    expect(scoreComplaint(12, undefined)).toBeUndefined();
    expect(scoreComplaint(79.9, 80)).toContain('fell from 80 % to 79.9 %');
  });

  it('is committed only for modules that can be measured', () => {
    const known: readonly string[] = modules;
    const committed = Object.keys(JSON.parse(textOf('scripts/mutants/scores.json')) as object);
    expect(committed.filter((name) => !known.includes(name))).toEqual([]);
  });
});
