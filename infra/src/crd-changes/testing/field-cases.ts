import type { CrdSchema } from '@kubewright/declaration';

import { buildSpecSchema, type ChangeCase, createFieldCase, open, writeStatus } from './change-case.ts';

const text: CrdSchema = { type: 'string' };
const both = buildSpecSchema({ kept: text, gone: text });
const one = buildSpecSchema({ kept: text });
const value = { kept: 'k', gone: 'g' };
const buildListSchema = (items: CrdSchema): CrdSchema => ({ type: 'array', items });
const buildMapSchema = (values: CrdSchema): CrdSchema => ({ type: 'object', additionalProperties: values });
const withStatus = {
  status: buildSpecSchema({ size: { type: 'integer' } }),
  version: { subresources: { status: {} } },
};
const everything = ['read', 'update', 'edit', 'create'] as const;
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: {} };
const anyResource: CrdSchema = { ...open, 'x-kubernetes-embedded-resource': true };

/** A change of the spec; `spec` is the object's value. */
function createSpecCase(name: string, change: Pick<ChangeCase, 'rule' | 'breaks'> & SpecChange): ChangeCase {
  const { before, after, spec, ...row } = change;
  return { name, before: { spec: before }, after: { spec: after }, object: { spec }, ...row };
}

interface SpecChange {
  readonly before: CrdSchema;
  readonly after: CrdSchema;
  readonly spec: unknown;
}

/** Added, removed and required fields. */
export const ofFields: readonly ChangeCase[] = [
  createSpecCase('a field is added', {
    rule: 'field-added',
    before: one,
    after: both,
    spec: { kept: 'k' },
    breaks: [],
  }),
  createSpecCase('a field with a default is added', {
    ...{ rule: 'field-added', before: one, spec: { kept: 'k' }, breaks: [] },
    after: buildSpecSchema({ kept: text, gone: { ...text, default: 'd' } }),
  }),
  createSpecCase('a field is removed', {
    ...{ rule: 'field-removed', before: both, after: one, spec: value, breaks: everything },
  }),
  createFieldCase('a field of the items of a list is removed', {
    ...{
      rule: 'field-removed',
      before: buildListSchema(both),
      after: buildListSchema(one),
      value: [value],
      breaks: everything,
    },
  }),
  createFieldCase('a field of the values of a map is removed', {
    ...{
      rule: 'field-removed',
      before: buildMapSchema(both),
      after: buildMapSchema(one),
      value: { a: value },
      breaks: everything,
    },
  }),
  createFieldCase('a field is removed where unknown ones are kept', {
    ...{
      rule: 'type-widened',
      before: { ...both, ...buildOpenSchema() },
      after: { ...one, ...buildOpenSchema() },
      value,
      breaks: [],
    },
  }),
  createFieldCase('a map may have only some keys', {
    ...{ rule: 'field-removed', before: buildMapSchema(text), after: one, value, breaks: everything },
  }),
  createFieldCase('fields become a map', {
    rule: 'field-added',
    before: both,
    after: buildMapSchema(text),
    value,
    breaks: [],
  }),
  createFieldCase('unknown fields are pruned', {
    ...{
      rule: 'unknown-fields-pruned',
      before: { ...one, ...buildOpenSchema() },
      after: one,
      value,
      breaks: everything,
    },
  }),
  createFieldCase('unknown fields are kept', {
    ...{
      rule: 'unknown-fields-kept',
      before: one,
      after: { ...one, ...buildOpenSchema() },
      value: { kept: 'k' },
      breaks: [],
    },
  }),
  createFieldCase('a field gets a type where unknown ones are kept', {
    ...{ rule: 'type-changed', before: { ...one, ...buildOpenSchema() }, value: { gone: 1 }, breaks: ['create'] },
    after: { ...both, ...buildOpenSchema() },
  }),
  createSpecCase('a field becomes required', {
    ...{ rule: 'required-added', before: both, spec: { kept: 'k' }, breaks: ['edit', 'create'] },
    after: { ...both, required: ['gone'] },
  }),
  {
    ...{ name: 'a status is written while a field becomes required', rule: 'required-added' },
    ...{ object: { spec: { kept: 'k' } }, breaks: ['edit', 'create'], request: writeStatus },
    before: { spec: both, ...withStatus },
    after: { spec: { ...both, required: ['gone'] }, ...withStatus },
  },
  createSpecCase('a new field is required', {
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
  createSpecCase('a new required field has a default', {
    ...{ rule: 'required-with-default', before: one, spec: { kept: 'k' }, breaks: [] },
    after: buildSpecSchema({ kept: text, gone: { ...text, default: 'd' } }, { required: ['gone'] }),
  }),
  createSpecCase('a field is no longer required', {
    ...{ rule: 'required-removed', before: { ...both, required: ['gone'] }, after: both, spec: value, breaks: [] },
  }),
  createFieldCase('a default is added to a known field', {
    ...{ rule: 'default-added', before: text, after: { ...text, default: 'd' }, value: undefined },
    breaks: everything,
  }),
  createFieldCase('a default is changed', {
    ...{ rule: 'default-changed', value: undefined, breaks: ['create'] },
    ...{ before: { ...text, default: 'c' }, after: { ...text, default: 'd' } },
  }),
  createFieldCase('a default is removed', {
    ...{
      rule: 'default-removed',
      before: { ...text, default: 'd' },
      after: text,
      value: undefined,
      breaks: ['create'],
    },
  }),
  createFieldCase('null is dropped', {
    ...{ rule: 'null-dropped', before: { ...text, nullable: true }, after: text, value: null, breaks: everything },
  }),
  createFieldCase('null is replaced by the default', {
    ...{ rule: 'null-dropped', value: null, breaks: everything },
    ...{ before: { ...text, nullable: true, default: 'd' }, after: { ...text, default: 'd' } },
  }),
  createFieldCase('null is no longer replaced by the default', {
    ...{ rule: 'null-kept', value: null, breaks: ['create'] },
    ...{ before: { ...text, default: 'd' }, after: { ...text, nullable: true, default: 'd' } },
  }),
  createFieldCase('null is no longer dropped', {
    ...{ rule: 'null-kept', before: text, after: { ...text, nullable: true }, value: null, breaks: ['create'] },
  }),
  createFieldCase('null is accepted in a list', {
    ...{
      rule: 'null-accepted',
      before: buildListSchema(text),
      after: buildListSchema({ ...text, nullable: true }),
      value: ['a'],
    },
    breaks: [],
  }),
  createSpecCase('null is accepted in a required field', {
    ...{ rule: 'null-accepted', before: { ...both, required: ['gone'] }, spec: value, breaks: [] },
    after: buildSpecSchema({ kept: text, gone: { ...text, nullable: true } }, { required: ['gone'] }),
  }),
  createFieldCase('any object must be a resource', {
    ...{ rule: 'embedded-resource-changed', before: open, after: anyResource, value: { a: 'b' } },
    breaks: ['update', 'edit', 'create'],
  }),
  createFieldCase('a resource is an object with some fields', {
    ...{ rule: 'embedded-resource-changed', value: pod, breaks: everything },
    before: { ...buildSpecSchema({ spec: open }), 'x-kubernetes-embedded-resource': true },
    after: buildSpecSchema({ spec: open }),
  }),
];

function buildOpenSchema(): CrdSchema {
  return { 'x-kubernetes-preserve-unknown-fields': true };
}
