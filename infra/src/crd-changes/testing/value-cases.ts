import type { CrdSchema } from '@kubewright/declaration';

import type { ChangeRule } from '../rules.ts';
import { buildSpecSchema, type ChangeCase, createFieldCase } from './change-case.ts';

const text: CrdSchema = { type: 'string' };
const number: CrdSchema = { type: 'number' };
const integer: CrdSchema = { type: 'integer' };
const list: CrdSchema = { type: 'array', items: text };
const map: CrdSchema = { type: 'object', additionalProperties: text };
const intOrString: CrdSchema = { 'x-kubernetes-int-or-string': true };
const anything: CrdSchema = { 'x-kubernetes-preserve-unknown-fields': true };

type Values = readonly [before: CrdSchema, after: CrdSchema, value: unknown];

/** The API server rejects creates, but not updates of stored objects, whose value does not change (ratcheting). */
const createRejectedCase = (rule: ChangeRule, name: string, [before, after, value]: Values): ChangeCase =>
  createFieldCase(name, { rule, before, after, value, breaks: ['create'] });

const createAcceptedCase = (rule: ChangeRule, name: string, [before, after, value]: Values): ChangeCase =>
  createFieldCase(name, { rule, before, after, value, breaks: [] });

/** Changes of allowed values. */
export const ofValues: readonly ChangeCase[] = [
  createRejectedCase('type-changed', 'a number becomes an integer', [number, integer, 1.5]),
  createRejectedCase('type-changed', 'a string becomes an integer', [text, integer, 'a']),
  createFieldCase('an object becomes a string', {
    ...{ rule: 'type-changed', before: buildSpecSchema({ a: text }), after: text, value: { a: 'b' } },
    breaks: ['read', 'update', 'edit', 'create'],
  }),
  createRejectedCase('type-changed', 'an int-or-string becomes an integer', [intOrString, integer, '50%']),
  createRejectedCase('type-changed', 'anything becomes a string', [anything, text, 1]),
  createAcceptedCase('type-widened', 'an integer becomes a number', [integer, number, 3]),
  createAcceptedCase('type-widened', 'an integer becomes an int-or-string', [integer, intOrString, 3]),
  createAcceptedCase('type-widened', 'a string becomes anything', [text, anything, 'a']),

  createRejectedCase('enum-narrowed', 'a value of an enum is removed', [
    { ...text, enum: ['a', 'b'] },
    { ...text, enum: ['b'] },
    'a',
  ]),
  createRejectedCase('enum-narrowed', 'an enum is added', [text, { ...text, enum: ['b'] }, 'a']),
  createAcceptedCase('enum-widened', 'a value of an enum is added', [
    { ...text, enum: ['a'] },
    { ...text, enum: ['a', 'b'] },
    'a',
  ]),
  createAcceptedCase('enum-widened', 'an enum is removed', [{ ...text, enum: ['a'] }, text, 'a']),

  createRejectedCase('limit-narrowed', 'the minimum rises', [
    { ...integer, minimum: 1 },
    { ...integer, minimum: 2 },
    1,
  ]),
  createRejectedCase('limit-narrowed', 'a maximum is added', [integer, { ...integer, maximum: 9 }, 10]),
  createRejectedCase('limit-narrowed', 'the minimum itself is excluded', [
    { ...number, minimum: 1 },
    { ...number, minimum: 1, exclusiveMinimum: true },
    1,
  ]),
  createRejectedCase('limit-narrowed', 'a string must be longer', [text, { ...text, minLength: 2 }, 'a']),
  createRejectedCase('limit-narrowed', 'a string must be shorter', [
    { ...text, maxLength: 3 },
    { ...text, maxLength: 2 },
    'abc',
  ]),
  createRejectedCase('limit-narrowed', 'a list must have more items', [list, { ...list, minItems: 2 }, ['a']]),
  createRejectedCase('limit-narrowed', 'a list must have fewer items', [list, { ...list, maxItems: 1 }, ['a', 'b']]),
  createRejectedCase('limit-narrowed', 'a map must have more keys', [map, { ...map, minProperties: 2 }, { a: 'b' }]),
  createRejectedCase('limit-narrowed', 'a map must have fewer keys', [
    map,
    { ...map, maxProperties: 1 },
    { a: 'b', c: 'd' },
  ]),
  createRejectedCase('limit-narrowed', 'only other multiples are accepted', [
    { ...integer, multipleOf: 2 },
    { ...integer, multipleOf: 3 },
    2,
  ]),
  createAcceptedCase('limit-widened', 'more multiples are accepted', [
    { ...integer, multipleOf: 4 },
    { ...integer, multipleOf: 2 },
    4,
  ]),
  createAcceptedCase('limit-widened', 'the minimum falls', [{ ...integer, minimum: 1 }, { ...integer, minimum: 0 }, 1]),
  createAcceptedCase('limit-widened', 'the minimum itself is accepted', [
    { ...number, minimum: 1, exclusiveMinimum: true },
    { ...number, minimum: 1 },
    2,
  ]),
  createAcceptedCase('limit-widened', 'a string may be longer', [{ ...text, maxLength: 3 }, text, 'abc']),

  createRejectedCase('format-narrowed', 'a pattern is added', [text, { ...text, pattern: '^b' }, 'a']),
  createRejectedCase('format-narrowed', 'a pattern is changed', [
    { ...text, pattern: '^a' },
    { ...text, pattern: '^b' },
    'a',
  ]),
  createAcceptedCase('format-widened', 'a pattern is removed', [{ ...text, pattern: '^a' }, text, 'a']),
  createRejectedCase('format-narrowed', 'a format is added', [text, { ...text, format: 'date' }, 'a']),
  createRejectedCase('format-narrowed', 'integers must be smaller', [
    { ...integer, format: 'int64' },
    { ...integer, format: 'int32' },
    3_000_000_000,
  ]),
  createRejectedCase('format-narrowed', 'numbers must be smaller', [
    { ...number, format: 'double' },
    { ...number, format: 'float' },
    1e300,
  ]),
  createAcceptedCase('format-widened', 'integers may be larger', [
    { ...integer, format: 'int32' },
    { ...integer, format: 'int64' },
    3,
  ]),
  createAcceptedCase('format-widened', 'a format that the API server does not check is added', [
    text,
    { ...text, format: 'color' },
    'a',
  ]),
  createAcceptedCase('format-widened', 'a format is removed', [{ ...text, format: 'date' }, text, '2026-02-28']),

  createRejectedCase('combination-changed', 'one of two patterns must match', [
    text,
    { ...text, anyOf: [{ pattern: '^b' }, { pattern: '^c' }] },
    'a',
  ]),
  createAcceptedCase('combination-removed', 'two patterns, one of which must match, are removed', [
    { ...text, anyOf: [{ pattern: '^a' }, { pattern: '^c' }] },
    text,
    'a',
  ]),
  createAcceptedCase('described', 'another description', [
    { ...text, description: 'A.' },
    { ...text, description: 'B.' },
    'a',
  ]),
];
