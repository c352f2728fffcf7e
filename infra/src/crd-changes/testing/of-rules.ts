import type { CrdSchema, ValidationRule } from '@kubewright/declaration';

import { fields, type JudgedChange, ofField, type ThingsClient, things } from './judged-change.ts';

const text: CrdSchema = { type: 'string', maxLength: 20 };
const list: CrdSchema = { type: 'array', items: text };
const named = fields({ name: text, value: text }, { required: ['name'] });
const entries: CrdSchema = { type: 'array', items: named };
const byName: CrdSchema = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };
const set: CrdSchema = { 'x-kubernetes-list-type': 'set' };
const map: CrdSchema = { type: 'object', additionalProperties: text };
const atomic: CrdSchema = { 'x-kubernetes-map-type': 'atomic' };

function ruled(schema: CrdSchema, ...rules: readonly ValidationRule[]): CrdSchema {
  return { ...schema, 'x-kubernetes-validations': rules };
}

const isB: ValidationRule = { rule: "self == 'b'" };
const stays: ValidationRule = { rule: 'self == oldSelf' };

/** The HTTP status of the answer to a change of the field. */
const changing = async ({ call }: ThingsClient): Promise<unknown> => {
  const { status } = await call({
    ...{ method: 'PATCH', path: `${things()}/stored`, contentType: 'application/merge-patch+json' },
    ...{ body: { spec: { it: 'c' } }, query: { dryRun: 'All' } },
  });
  return status;
};

/** What the field is after one manager has applied the first value, and another one the second. */
const appliedByTwo =
  (first: unknown, second: unknown) =>
  async ({ call, group }: ThingsClient): Promise<unknown> => {
    const name = `applied-${Math.random().toString(36).slice(2)}`;
    const apply = (fieldManager: string, value: unknown) =>
      call({
        ...{ method: 'PATCH', path: `${things()}/${name}`, contentType: 'application/apply-patch+yaml' },
        query: { fieldManager, force: true },
        body: { apiVersion: `${group}/v1`, kind: 'Thing', metadata: { name }, spec: { it: value } },
      });
    await apply('one', first);
    const { status, body } = await apply('other', second);
    return { status, it: (body as { spec?: { it?: unknown } }).spec?.it };
  };

/** Changes of CEL rules, and of how values are merged. */
export const ofRules: readonly JudgedChange[] = [
  ofField('a rule is added', {
    rule: 'rule-added',
    before: text,
    after: ruled(text, isB),
    value: 'a',
    breaks: ['create'],
  }),
  ofField('a rule is changed', {
    ...{ rule: 'rule-added', before: ruled(text, { rule: "self == 'a'" }), after: ruled(text, isB), value: 'a' },
    breaks: ['create'],
  }),
  ofField('a rule that compares with oldSelf is added', {
    ...{ rule: 'rule-added', before: text, after: ruled(text, stays), value: 'a', breaks: ['request'] },
    request: changing,
  }),
  ofField('a rule that even what stays as it is breaks is added', {
    ...{ rule: 'rule-added', before: text, after: ruled(text, { rule: 'self != oldSelf' }), value: 'a' },
    breaks: ['update', 'edit'],
  }),
  {
    ...{ name: 'a rule is about a new field', rule: 'rule-of-new-field', object: { spec: { it: 'a' } }, breaks: [] },
    before: { spec: fields({ it: text }) },
    after: {
      spec: ruled(fields({ it: text, size: { type: 'integer' } }), { rule: '!has(self.size) || self.size > 3' }),
    },
  },
  ofField('a rule goes', {
    ...{ rule: 'rule-removed', before: ruled(text, stays), after: text, value: 'a', breaks: [] },
  }),

  ofField('a list becomes a set', {
    ...{ rule: 'merge-changed', before: list, after: { ...list, ...set }, value: ['a', 'a'] },
    breaks: ['create'],
  }),
  ofField('a list becomes one by name', {
    ...{ rule: 'merge-changed', before: entries, after: { ...entries, ...byName } },
    ...{ value: [{ name: 'a' }, { name: 'a' }], breaks: ['create'] },
  }),
  ofField('a set becomes atomic', {
    ...{ rule: 'merge-changed', before: { ...list, ...set }, after: list, value: ['a'], breaks: ['request'] },
    request: appliedByTwo(['a'], ['b']),
  }),
  ofField('a list by name gets another key', {
    ...{ rule: 'merge-changed', before: { ...entries, items: keyed(), ...byName } },
    after: { ...entries, items: keyed(), ...byName, 'x-kubernetes-list-map-keys': ['value'] },
    ...{
      value: [
        { name: 'a', value: 'c' },
        { name: 'b', value: 'c' },
      ],
      breaks: ['create'],
    },
  }),
  ofField('a map becomes atomic', {
    ...{ rule: 'merge-changed', before: map, after: { ...map, ...atomic }, value: { a: 'b' }, breaks: ['request'] },
    request: appliedByTwo({ a: 'b' }, { c: 'd' }),
  }),
  ofField('a map is no longer atomic', {
    ...{ rule: 'merge-changed', before: { ...map, ...atomic }, after: map, value: { a: 'b' }, breaks: ['request'] },
    request: appliedByTwo({ a: 'b' }, { c: 'd' }),
  }),
];

function keyed(): CrdSchema {
  return fields({ name: text, value: text }, { required: ['name', 'value'] });
}
