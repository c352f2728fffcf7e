import type { CrdSchema } from '@kubewright/declaration';

import type { ChangeRule } from '../rules.ts';
import { fields, type JudgedChange, ofField } from './judged-change.ts';

const text: CrdSchema = { type: 'string' };
const number: CrdSchema = { type: 'number' };
const integer: CrdSchema = { type: 'integer' };
const list: CrdSchema = { type: 'array', items: text };
const map: CrdSchema = { type: 'object', additionalProperties: text };
const intOrString: CrdSchema = { 'x-kubernetes-int-or-string': true };
const anything: CrdSchema = { 'x-kubernetes-preserve-unknown-fields': true };

type Values = readonly [before: CrdSchema, after: CrdSchema, value: unknown];

/** Who creates it is refused. Who updates a stored object is not, because the value stays as it is (ratcheting). */
const refused = (rule: ChangeRule, name: string, [before, after, value]: Values): JudgedChange =>
  ofField(name, { rule, before, after, value, breaks: ['create'] });

const accepted = (rule: ChangeRule, name: string, [before, after, value]: Values): JudgedChange =>
  ofField(name, { rule, before, after, value, breaks: [] });

/** Changes of what a value may be. */
export const ofValues: readonly JudgedChange[] = [
  refused('type-changed', 'a number becomes an integer', [number, integer, 1.5]),
  refused('type-changed', 'a text becomes an integer', [text, integer, 'a']),
  ofField('an object becomes a text', {
    ...{ rule: 'type-changed', before: fields({ a: text }), after: text, value: { a: 'b' } },
    breaks: ['read', 'update', 'edit', 'create'],
  }),
  refused('type-changed', 'an integer or a text becomes an integer', [intOrString, integer, '50%']),
  refused('type-changed', 'anything becomes a text', [anything, text, 1]),
  accepted('type-widened', 'an integer becomes a number', [integer, number, 3]),
  accepted('type-widened', 'an integer becomes an integer or a text', [integer, intOrString, 3]),
  accepted('type-widened', 'a text becomes anything', [text, anything, 'a']),

  refused('enum-narrowed', 'a value of an enum goes', [{ ...text, enum: ['a', 'b'] }, { ...text, enum: ['b'] }, 'a']),
  refused('enum-narrowed', 'an enum is added', [text, { ...text, enum: ['b'] }, 'a']),
  accepted('enum-widened', 'a value of an enum is added', [
    { ...text, enum: ['a'] },
    { ...text, enum: ['a', 'b'] },
    'a',
  ]),
  accepted('enum-widened', 'an enum goes', [{ ...text, enum: ['a'] }, text, 'a']),

  refused('limit-narrowed', 'the minimum rises', [{ ...integer, minimum: 1 }, { ...integer, minimum: 2 }, 1]),
  refused('limit-narrowed', 'a maximum is added', [integer, { ...integer, maximum: 9 }, 10]),
  refused('limit-narrowed', 'the minimum itself is excluded', [
    { ...number, minimum: 1 },
    { ...number, minimum: 1, exclusiveMinimum: true },
    1,
  ]),
  refused('limit-narrowed', 'a text must be longer', [text, { ...text, minLength: 2 }, 'a']),
  refused('limit-narrowed', 'a text must be shorter', [{ ...text, maxLength: 3 }, { ...text, maxLength: 2 }, 'abc']),
  refused('limit-narrowed', 'a list must have more items', [list, { ...list, minItems: 2 }, ['a']]),
  refused('limit-narrowed', 'a list must have fewer items', [list, { ...list, maxItems: 1 }, ['a', 'b']]),
  refused('limit-narrowed', 'a map must have more keys', [map, { ...map, minProperties: 2 }, { a: 'b' }]),
  refused('limit-narrowed', 'a map must have fewer keys', [map, { ...map, maxProperties: 1 }, { a: 'b', c: 'd' }]),
  refused('limit-narrowed', 'only other multiples are accepted', [
    { ...integer, multipleOf: 2 },
    { ...integer, multipleOf: 3 },
    2,
  ]),
  accepted('limit-widened', 'more multiples are accepted', [
    { ...integer, multipleOf: 4 },
    { ...integer, multipleOf: 2 },
    4,
  ]),
  accepted('limit-widened', 'the minimum falls', [{ ...integer, minimum: 1 }, { ...integer, minimum: 0 }, 1]),
  accepted('limit-widened', 'the minimum itself is accepted', [
    { ...number, minimum: 1, exclusiveMinimum: true },
    { ...number, minimum: 1 },
    2,
  ]),
  accepted('limit-widened', 'a text may be longer', [{ ...text, maxLength: 3 }, text, 'abc']),

  refused('format-narrowed', 'a pattern is added', [text, { ...text, pattern: '^b' }, 'a']),
  refused('format-narrowed', 'a pattern is changed', [{ ...text, pattern: '^a' }, { ...text, pattern: '^b' }, 'a']),
  accepted('format-widened', 'a pattern goes', [{ ...text, pattern: '^a' }, text, 'a']),
  refused('format-narrowed', 'a format is added', [text, { ...text, format: 'date' }, 'a']),
  refused('format-narrowed', 'integers must be smaller', [
    { ...integer, format: 'int64' },
    { ...integer, format: 'int32' },
    3_000_000_000,
  ]),
  refused('format-narrowed', 'numbers must be smaller', [
    { ...number, format: 'double' },
    { ...number, format: 'float' },
    1e300,
  ]),
  accepted('format-widened', 'integers may be larger', [
    { ...integer, format: 'int32' },
    { ...integer, format: 'int64' },
    3,
  ]),
  accepted('format-widened', 'a format that the API server does not check is added', [
    text,
    { ...text, format: 'color' },
    'a',
  ]),
  accepted('format-widened', 'a format goes', [{ ...text, format: 'date' }, text, '2026-02-28']),

  refused('combination-changed', 'one of two patterns must match', [
    text,
    { ...text, anyOf: [{ pattern: '^b' }, { pattern: '^c' }] },
    'a',
  ]),
  accepted('combination-removed', 'none of two patterns need match', [
    { ...text, anyOf: [{ pattern: '^a' }, { pattern: '^c' }] },
    text,
    'a',
  ]),
  accepted('described', 'another description', [{ ...text, description: 'A.' }, { ...text, description: 'B.' }, 'a']),
];
