import { describe, expect, it } from 'vitest';

import { sixPets } from '../testing/start-faulty-pet-store.ts';
import { formatPetsJson, formatPetsTable } from './print-pets.ts';

const some = [...sixPets.slice(2, 4), ...sixPets.slice(4).toReversed()];

describe('pets are printed', () => {
  it('as a table, sorted by name', () => {
    expect(formatPetsTable(some)).toBe(
      [
        'ID  NAME    TYPE     BIRTHDAY',
        '2   Calvin  cat      2020-02-02',
        '3   David   bird     2021-02-02',
        '4   Elaine  reptile  2021-02-02',
        '5   Elaine  reptile  2021-02-03',
        '',
      ].join('\n'),
    );
  });

  it('without control characters', () => {
    const [pet] = some.map((each) => ({ ...each, name: 'a\u001b[2Jb\r\nc\u202ed\u009b' }));
    expect(formatPetsJson(pet === undefined ? [] : [pet])).toContain('a\\u001b[2Jb\\r\\nc\\u202ed\\u009b');
    const printed = formatPetsTable(pet === undefined ? [] : [pet]);
    expect(printed).toContain('a\\u001b[2Jb\\u000d\\u000ac\\u202ed\\u009b');
    expect(printed.split('\n')).toHaveLength(3);
  });
});
