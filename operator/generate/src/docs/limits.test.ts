import { describe, expect, it } from 'vitest';

import { cel, type JsonSchema, t } from '../../../runtime/src/api/index.ts';
import { listLimits } from './limits.ts';

describe('the limits of a schema', () => {
  it.each<[JsonSchema, readonly string[]]>([
    [{}, []],
    [{ type: 'string', enum: ['dog', 'cat'] }, ['`dog`, `cat`']],
    [{ minLength: 1, maxLength: 63 }, ['1 to 63 characters']],
    [{ minLength: 1 }, ['at least 1 character']],
    [{ maxLength: 1 }, ['at most 1 character']],
    [{ minLength: 0, maxLength: 5 }, ['at most 5 characters']],
    [{ minLength: 2, maxLength: 2 }, ['exactly 2 characters']],
    [{ minLength: 0 }, []],
    [{ pattern: '^\\S+$' }, ['no whitespace']],
    [{ pattern: '^[a-z]+$' }, ['matches `^[a-z]+$`']],
    [{ minimum: 0, maximum: 9 }, ['0 to 9']],
    [{ minimum: 0 }, ['at least 0']],
    [{ maximum: 9 }, ['at most 9']],
    [{ minimum: 0, exclusiveMinimum: true }, ['more than 0']],
    [{ minimum: 0, exclusiveMinimum: true, maximum: 1 }, ['more than 0, at most 1']],
    [{ minimum: 0, maximum: 1, exclusiveMaximum: true }, ['at least 0, less than 1']],
    [{ multipleOf: 5 }, ['a multiple of 5']],
    [{ minItems: 1, maxItems: 3 }, ['1 to 3 items']],
    [{ 'x-kubernetes-list-type': 'set' }, ['unique items']],
    [{ maxProperties: 2 }, ['at most 2 entries']],
  ])('%j are %j', (schema, words) => {
    expect(listLimits(schema)).toEqual(words);
  });

  it('have the message of each rule, or else its expression', () => {
    const { json } = t.string({ maxLength: 9, rules: [cel('self != "a"', 'a is taken')] });
    expect(listLimits(json)).toEqual(['at most 9 characters', 'a is taken']);
    expect(listLimits({ 'x-kubernetes-validations': [{ rule: 'self > 1' }] })).toEqual(['`self > 1`']);
  });
});
