import type { CrdSchema } from '@kubewright/declaration';

import { fields, type JudgedChange, ofField, open, writeStatus } from './judged-change.ts';

const text: CrdSchema = { type: 'string' };
const both = fields({ kept: text, gone: text });
const one = fields({ kept: text });
const value = { kept: 'k', gone: 'g' };
const listOf = (items: CrdSchema): CrdSchema => ({ type: 'array', items });
const mapOf = (values: CrdSchema): CrdSchema => ({ type: 'object', additionalProperties: values });
const withStatus = { status: fields({ size: { type: 'integer' } }), version: { subresources: { status: {} } } };
const everything = ['read', 'update', 'edit', 'create'] as const;
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: {} };
const anyResource: CrdSchema = { ...open, 'x-kubernetes-embedded-resource': true };

/** A change of the spec, as whose value the object has `spec`. */
function ofSpec(name: string, change: Pick<JudgedChange, 'rule' | 'breaks'> & SpecChange): JudgedChange {
  const { before, after, spec, ...row } = change;
  return { name, before: { spec: before }, after: { spec: after }, object: { spec }, ...row };
}

interface SpecChange {
  readonly before: CrdSchema;
  readonly after: CrdSchema;
  readonly spec: unknown;
}

/** Changes of which fields there are, and which must be there. */
export const ofFields: readonly JudgedChange[] = [
  ofSpec('a field is added', { rule: 'field-added', before: one, after: both, spec: { kept: 'k' }, breaks: [] }),
  ofSpec('a field with a default is added', {
    ...{ rule: 'field-added', before: one, spec: { kept: 'k' }, breaks: [] },
    after: fields({ kept: text, gone: { ...text, default: 'd' } }),
  }),
  ofSpec('a field is removed', {
    ...{ rule: 'field-removed', before: both, after: one, spec: value, breaks: everything },
  }),
  ofField('a field of the items of a list is removed', {
    ...{ rule: 'field-removed', before: listOf(both), after: listOf(one), value: [value], breaks: everything },
  }),
  ofField('a field of the values of a map is removed', {
    ...{ rule: 'field-removed', before: mapOf(both), after: mapOf(one), value: { a: value }, breaks: everything },
  }),
  ofField('a field is removed where unknown ones are kept', {
    ...{ rule: 'type-widened', before: { ...both, ...keeping() }, after: { ...one, ...keeping() }, value, breaks: [] },
  }),
  ofField('a map may have only some keys', {
    ...{ rule: 'field-removed', before: mapOf(text), after: one, value, breaks: everything },
  }),
  ofField('fields become a map', { rule: 'field-added', before: both, after: mapOf(text), value, breaks: [] }),
  ofField('unknown fields are pruned', {
    ...{ rule: 'unknown-fields-pruned', before: { ...one, ...keeping() }, after: one, value, breaks: everything },
  }),
  ofField('unknown fields are kept', {
    ...{ rule: 'unknown-fields-kept', before: one, after: { ...one, ...keeping() }, value: { kept: 'k' }, breaks: [] },
  }),
  ofField('a field gets a type where unknown ones are kept', {
    ...{ rule: 'type-changed', before: { ...one, ...keeping() }, value: { gone: 1 }, breaks: ['create'] },
    after: { ...both, ...keeping() },
  }),
  ofSpec('a field becomes required', {
    ...{ rule: 'required-added', before: both, spec: { kept: 'k' }, breaks: ['edit', 'create'] },
    after: { ...both, required: ['gone'] },
  }),
  {
    ...{ name: 'a status is written beside a field that becomes required', rule: 'required-added' },
    ...{ object: { spec: { kept: 'k' } }, breaks: ['edit', 'create'], request: writeStatus },
    before: { spec: both, ...withStatus },
    after: { spec: { ...both, required: ['gone'] }, ...withStatus },
  },
  ofSpec('a new field is required', {
    ...{ rule: 'required-added', before: one, spec: { kept: 'k' }, breaks: ['edit', 'create'] },
    after: { ...both, required: ['gone'] },
  }),
  {
    ...{
      name: 'a field of the object itself becomes required',
      rule: 'required-added',
      object: { spec: { kept: 'k' } },
    },
    ...{ before: { spec: one }, after: { spec: one, required: ['status'] }, breaks: ['update', 'edit', 'create'] },
  },
  ofSpec('a new required field has a default', {
    ...{ rule: 'required-with-default', before: one, spec: { kept: 'k' }, breaks: [] },
    after: fields({ kept: text, gone: { ...text, default: 'd' } }, { required: ['gone'] }),
  }),
  ofSpec('a field is no longer required', {
    ...{ rule: 'required-removed', before: { ...both, required: ['gone'] }, after: both, spec: value, breaks: [] },
  }),
  ofField('a default is added to a known field', {
    ...{ rule: 'default-added', before: text, after: { ...text, default: 'd' }, value: undefined },
    breaks: everything,
  }),
  ofField('a default is changed', {
    ...{ rule: 'default-changed', value: undefined, breaks: ['create'] },
    ...{ before: { ...text, default: 'c' }, after: { ...text, default: 'd' } },
  }),
  ofField('a default is removed', {
    ...{
      rule: 'default-removed',
      before: { ...text, default: 'd' },
      after: text,
      value: undefined,
      breaks: ['create'],
    },
  }),
  ofField('null is dropped', {
    ...{ rule: 'null-dropped', before: { ...text, nullable: true }, after: text, value: null, breaks: everything },
  }),
  ofField('null is replaced by the default', {
    ...{ rule: 'null-dropped', value: null, breaks: everything },
    ...{ before: { ...text, nullable: true, default: 'd' }, after: { ...text, default: 'd' } },
  }),
  ofField('null is no longer replaced by the default', {
    ...{ rule: 'null-kept', value: null, breaks: ['create'] },
    ...{ before: { ...text, default: 'd' }, after: { ...text, nullable: true, default: 'd' } },
  }),
  ofField('null is no longer dropped', {
    ...{ rule: 'null-kept', before: text, after: { ...text, nullable: true }, value: null, breaks: ['create'] },
  }),
  ofField('null is accepted in a list', {
    ...{ rule: 'null-accepted', before: listOf(text), after: listOf({ ...text, nullable: true }), value: ['a'] },
    breaks: [],
  }),
  ofSpec('null is accepted in a required field', {
    ...{ rule: 'null-accepted', before: { ...both, required: ['gone'] }, spec: value, breaks: [] },
    after: fields({ kept: text, gone: { ...text, nullable: true } }, { required: ['gone'] }),
  }),
  ofField('any object must be a resource', {
    ...{ rule: 'embedded-resource-changed', before: open, after: anyResource, value: { a: 'b' } },
    breaks: ['update', 'edit', 'create'],
  }),
  ofField('a resource is an object with some fields', {
    ...{ rule: 'embedded-resource-changed', value: pod, breaks: everything },
    before: { ...fields({ spec: open }), 'x-kubernetes-embedded-resource': true },
    after: fields({ spec: open }),
  }),
];

function keeping(): CrdSchema {
  return { 'x-kubernetes-preserve-unknown-fields': true };
}
