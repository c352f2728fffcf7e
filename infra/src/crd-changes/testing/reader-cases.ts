import type { CrdSchema } from '@kubewright/declaration';

import { buildSpecSchema, type ChangeCase, createFieldCase } from './change-case.ts';

const text: CrdSchema = { type: 'string', maxLength: 20 };
const anything: CrdSchema = { 'x-kubernetes-preserve-unknown-fields': true };
const texts: CrdSchema = { type: 'array', items: text };
const everyPair = { rule: 'self.all(x, self.all(y, x == y || x != y))' };

const pairs: CrdSchema = { ...texts, maxItems: 200, 'x-kubernetes-validations': [everyPair] };

function addRule(schema: CrdSchema, rule: string): CrdSchema {
  return { ...schema, 'x-kubernetes-validations': [{ rule }] };
}

/** Creates a case that changes the field `it`, which an unchanged rule or list key reads. */
function createReaderCase(
  name: string,
  rule: string,
  change: { before: CrdSchema; after: CrdSchema; it: unknown },
): ChangeCase {
  const { before, after, it } = change;
  return {
    ...{ name, rule: 'read-elsewhere', breaks: ['crd'], object: { spec: { it } } },
    ...{
      before: { spec: addRule(buildSpecSchema({ it: before }), rule) },
      after: { spec: addRule(buildSpecSchema({ it: after }), rule) },
    },
  };
}

const buildKeyedList = (name: CrdSchema): CrdSchema => ({
  ...{ type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
  items: buildSpecSchema({ name }, { required: ['name'] }),
});

/**
 * Changes that are compatible alone, but not with a rule, key or limit elsewhere in the schema that reads the field.
 */
export const ofReaders: readonly ChangeCase[] = [
  createFieldCase('a field with a default is added to an object with maxProperties', {
    ...{ rule: 'default-fills-object', breaks: ['create'], value: { a: 'a' } },
    before: buildSpecSchema({ a: text }, { maxProperties: 1 }),
    after: buildSpecSchema({ a: text, b: { ...text, default: 'b' } }, { maxProperties: 1 }),
  }),
  createFieldCase('maxItems is removed under a rule', {
    ...{ rule: 'read-elsewhere', breaks: ['crd'], value: ['a'] },
    before: { ...texts, maxItems: 5, 'x-kubernetes-validations': [everyPair] },
    after: { ...texts, 'x-kubernetes-validations': [everyPair] },
  }),
  createFieldCase('maxItems is removed above a rule of the items', {
    ...{ rule: 'read-elsewhere', breaks: ['crd'], value: [['a']] },
    before: { type: 'array', maxItems: 5, items: pairs },
    after: { type: 'array', items: pairs },
  }),
  createReaderCase('a string that a rule reads becomes anything', "self.it == 'a'", {
    before: text,
    after: anything,
    it: 'a',
  }),
  createReaderCase('an integer that a rule reads becomes a number', 'self.it % 2 == 0', {
    ...{ before: { type: 'integer' }, after: { type: 'number' }, it: 2 },
  }),
  createReaderCase(
    'a string that a rule reads as a time becomes any string',
    "self.it > timestamp('2000-01-01T00:00:00Z')",
    {
      ...{ before: { type: 'string', format: 'date-time' }, after: { type: 'string' }, it: '2020-01-01T00:00:00Z' },
    },
  ),
  createFieldCase('the key of a list becomes optional', {
    ...{ rule: 'read-elsewhere', breaks: ['crd'], value: [] },
    before: buildKeyedList(text),
    after: { ...buildKeyedList(text), items: buildSpecSchema({ name: text }) },
  }),
];
