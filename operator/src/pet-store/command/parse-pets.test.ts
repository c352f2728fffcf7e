import { describe, expect, it } from 'vitest';

import { parsePets } from './parse-pets.ts';

const thor = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } };

describe('pets as JSON', () => {
  it.each([
    '{"name": "Thor", "type": "dog", "birthday": "2021-04-01"}',
    '{"name": "Thor", "type": "PTCanine", "birthday": {"year": 2021, "month": 4, "day": 1}}',
    '{"name": "Thor", "type": 1, "birthday": {"day": 1, "month": 4, "year": 2021}}',
    '[{"name": "Thor", "type": "dog", "birthday": "2021-04-01"}]',
  ])('are parsed: %s', (text) => {
    expect(parsePets(text)).toEqual([thor]);
  });

  it('may be a list of several pets, or an empty list', () => {
    const pets = ['dog', 'PTFeline', 3, 'PTReptile'].map((type) => ({ name: 'x', type, birthday: '2021-04-01' }));
    expect(parsePets(JSON.stringify(pets)).map(({ type }) => type)).toEqual(['dog', 'cat', 'bird', 'reptile']);
    expect(parsePets('[]')).toEqual([]);
  });

  it.each([
    ['Thor', 'invalid JSON: "Thor"'],
    ['7', 'this is not a pet'],
    ['[null]', 'this is not a pet'],
    ['{"type": "dog", "birthday": "2021-04-01"}', 'a pet needs a name'],
    ['{"name": "Thor", "birthday": "2021-04-01"}', 'the type of a pet must be one of dog, cat, bird, reptile'],
    ['{"name": "Thor", "type": "PTUnknown", "birthday": "2021-04-01"}', 'the type of a pet must be one of'],
    ['{"name": "Thor", "type": 5, "birthday": "2021-04-01"}', 'the type of a pet must be one of'],
    ['{"name": "Thor", "type": "dog"}', 'the birthday of a pet must be a date like 2021-04-01'],
    ['{"name": "Thor", "type": "dog", "birthday": "2021-02-30"}', 'the birthday of a pet must be a date'],
    ['{"name": "Thor", "type": "dog", "birthday": {"year": 2021, "month": 2, "day": 30}}', 'the birthday of a pet'],
    ['{"name": "Thor", "type": "dog", "birthday": {"year": 2021}}', 'the birthday of a pet must be a date'],
    ['{"id": "1", "name": "Thor", "type": "dog", "birthday": "2021-04-01"}', 'the store assigns the id; omit it'],
    [
      '{"name": "Thor", "type": "dog", "birthday": "2021-04-01", "color": "red"}',
      'a pet does not have the field "color"',
    ],
  ])('are rejected, with an example: %s', (text, message) => {
    expect(() => parsePets(text)).toThrow(message);
  });
});
