import { describe, expect, it } from 'vitest';

import { sixPets } from '../testing/test-pet-store.ts';
import { formatPets } from './format-pets.ts';

const some = [...sixPets.slice(2, 4), ...sixPets.slice(4).toReversed()];

describe('pets are printed', () => {
  it('as a table, sorted by name', () => {
    expect(formatPets(some)).toBe(
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
    const printed = formatPets(pet === undefined ? [] : [pet]);
    expect(printed).toContain('a\\u001b[2Jb\\u000d\\u000ac\\u202ed\\u009b');
    expect(printed.split('\n')).toHaveLength(3);
  });
});
