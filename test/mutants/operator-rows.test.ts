import { describe, expect, it } from 'vitest';

import { echoMutants } from './echo-mutants.ts';
import { immortalContainerMutants } from './immortal-container-mutants.ts';
import { memcachedMutants } from './memcached-mutants.ts';
import { mutants } from './mutants.ts';
import { operatorRows } from './operator-rows.ts';
import { petMutants } from './pet-mutants.ts';
import { petSharingMutants } from './pet-sharing-mutants.ts';
import { petStoreMutants } from './pet-store-mutants.ts';
import { rowTable } from './row-table.ts';
import { webServerMutants } from './web-server-mutants.ts';

describe('the rows of the operators', () => {
  it('have unique names', () => {
    expect(new Set(operatorRows).size).toBe(operatorRows.length);
  });

  it.each(operatorRows)('have a mutant: %s', (row) => {
    expect(mutants.some((mutant) => mutant.row === row)).toBe(true);
  });

  it.each([
    ['ImmortalContainer', immortalContainerMutants],
    ['WebServer', webServerMutants],
    ['Memcached', memcachedMutants],
    ['Echo', echoMutants],
    ['Pet', [...petMutants, ...petSharingMutants]],
    ['the pet store', petStoreMutants],
  ])('are named by each mutant of %s', (_kind, list) => {
    expect(list.filter(({ row }) => row === undefined).map(({ name }) => name)).toEqual([]);
  });
});

describe('the table of rows', () => {
  const mutant = {
    ...{ name: 'a', promise: 'It holds.', file: 'a.ts', find: '1', replace: '2' },
    test: 'a.test.ts',
  };

  it('lists the mutants of each row', () => {
    const table = rowTable([{ ...mutant, row: 'Pet: add' }, mutant, { ...mutant, name: 'b', row: 'Pet: add' }]);
    expect(table.split('\n')).toHaveLength(operatorRows.length + 2);
    expect(table).toMatch(/^\| Pet: add +\| `a`, `b` \|$/m);
  });
});
