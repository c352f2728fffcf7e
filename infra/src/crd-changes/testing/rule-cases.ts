import type { CrdSchema, ValidationRule } from '@kubewright/declaration';

import { buildSpecSchema, type ChangeCase, createFieldCase, type ThingsClient, getThingsPath } from './change-case.ts';

const text: CrdSchema = { type: 'string', maxLength: 20 };
const list: CrdSchema = { type: 'array', items: text };
const named = buildSpecSchema({ name: text, value: text }, { required: ['name'] });
const entries: CrdSchema = { type: 'array', items: named };
const byName: CrdSchema = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };
const set: CrdSchema = { 'x-kubernetes-list-type': 'set' };
const map: CrdSchema = { type: 'object', additionalProperties: text };
const atomic: CrdSchema = { 'x-kubernetes-map-type': 'atomic' };

function addRules(schema: CrdSchema, ...rules: readonly ValidationRule[]): CrdSchema {
  return { ...schema, 'x-kubernetes-validations': rules };
}

const isB: ValidationRule = { rule: "self == 'b'" };
const stays: ValidationRule = { rule: 'self == oldSelf' };

/** Updates the field, and returns the HTTP status of the response. */
const changeField = async ({ call }: ThingsClient): Promise<unknown> => {
  const { status } = await call({
    ...{ method: 'PATCH', path: `${getThingsPath()}/stored`, contentType: 'application/merge-patch+json' },
    ...{ body: { spec: { it: 'c' } }, query: { dryRun: 'All' } },
  });
  return status;
};

/** Applies the first value with one manager and the second with another, and returns the field. */
const applyByTwo =
  (first: unknown, second: unknown) =>
  async ({ call, group }: ThingsClient): Promise<unknown> => {
    const name = `applied-${Math.random().toString(36).slice(2)}`;
    const apply = (fieldManager: string, value: unknown) =>
      call({
        ...{ method: 'PATCH', path: `${getThingsPath()}/${name}`, contentType: 'application/apply-patch+yaml' },
        query: { fieldManager, force: true },
        body: { apiVersion: `${group}/v1`, kind: 'Thing', metadata: { name }, spec: { it: value } },
      });
    await apply('one', first);
    const { status, body } = await apply('other', second);
    return { status, it: (body as { spec?: { it?: unknown } }).spec?.it };
  };

/** Changes of CEL rules and merge strategies. */
export const ofRules: readonly ChangeCase[] = [
  createFieldCase('a rule is added', {
    rule: 'rule-added',
    before: text,
    after: addRules(text, isB),
    value: 'a',
    breaks: ['create'],
  }),
  createFieldCase('a rule is changed', {
    ...{ rule: 'rule-added', before: addRules(text, { rule: "self == 'a'" }), after: addRules(text, isB), value: 'a' },
    breaks: ['create'],
  }),
  createFieldCase('a rule that compares with oldSelf is added', {
    ...{ rule: 'rule-added', before: text, after: addRules(text, stays), value: 'a', breaks: ['request'] },
    request: changeField,
  }),
  createFieldCase('a rule that unchanged values violate is added', {
    ...{ rule: 'rule-added', before: text, after: addRules(text, { rule: 'self != oldSelf' }), value: 'a' },
    breaks: ['update', 'edit'],
  }),
  {
    ...{ name: 'a rule is about a new field', rule: 'rule-of-new-field', object: { spec: { it: 'a' } }, breaks: [] },
    before: { spec: buildSpecSchema({ it: text }) },
    after: {
      spec: addRules(buildSpecSchema({ it: text, size: { type: 'integer' } }), {
        rule: '!has(self.size) || self.size > 3',
      }),
    },
  },
  createFieldCase('a rule is removed', {
    ...{ rule: 'rule-removed', before: addRules(text, stays), after: text, value: 'a', breaks: [] },
  }),

  createFieldCase('a list becomes a set', {
    ...{ rule: 'merge-changed', before: list, after: { ...list, ...set }, value: ['a', 'a'] },
    breaks: ['create'],
  }),
  createFieldCase('an atomic list becomes one of type map', {
    ...{ rule: 'merge-changed', before: entries, after: { ...entries, ...byName } },
    ...{ value: [{ name: 'a' }, { name: 'a' }], breaks: ['create'] },
  }),
  createFieldCase('a set becomes atomic', {
    ...{ rule: 'merge-changed', before: { ...list, ...set }, after: list, value: ['a'], breaks: ['request'] },
    request: applyByTwo(['a'], ['b']),
  }),
  createFieldCase('a list by name gets another key', {
    ...{ rule: 'merge-changed', before: { ...entries, items: buildEntrySchema(), ...byName } },
    after: { ...entries, items: buildEntrySchema(), ...byName, 'x-kubernetes-list-map-keys': ['value'] },
    ...{
      value: [
        { name: 'a', value: 'c' },
        { name: 'b', value: 'c' },
      ],
      breaks: ['create'],
    },
  }),
  createFieldCase('a map becomes atomic', {
    ...{ rule: 'merge-changed', before: map, after: { ...map, ...atomic }, value: { a: 'b' }, breaks: ['request'] },
    request: applyByTwo({ a: 'b' }, { c: 'd' }),
  }),
  createFieldCase('a map is no longer atomic', {
    ...{ rule: 'merge-changed', before: { ...map, ...atomic }, after: map, value: { a: 'b' }, breaks: ['request'] },
    request: applyByTwo({ a: 'b' }, { c: 'd' }),
  }),
];

function buildEntrySchema(): CrdSchema {
  return buildSpecSchema({ name: text, value: text }, { required: ['name', 'value'] });
}
