import { describe, expect, it } from 'vitest';

import { t } from '../../../runtime/src/api/index.ts';
import { listFields } from './fields.ts';

const { json } = t.object({
  image: t.string({ minLength: 1, description: 'What runs.' }),
  replicas: t.integer({ format: 'int32', default: 1 }),
  percent: t.optional(t.intOrString()),
  template: t.optional(
    t.object({
      ports: t.array(t.object({ name: t.string(), port: t.integer({ minimum: 1 }) }), { keys: ['name'] }),
      labels: t.record(t.string({ maxLength: 63 }), { maxProperties: 8 }),
    }),
  ),
  hosts: t.array(t.string({ minLength: 1 }), { listType: 'set' }),
  conditions: t.conditions(),
});

const reference = 'https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.N/';

describe('the fields of a schema', () => {
  it('are listed with their paths, each before its nested fields', () => {
    expect(listFields(json).map(({ path, type }) => [path, type])).toEqual([
      ['image', 'string'],
      ['replicas', 'integer (int32)'],
      ['percent', 'integer or string'],
      ['template', 'object'],
      ['template.ports', 'list of object'],
      ['template.ports[].name', 'string'],
      ['template.ports[].port', 'integer'],
      ['template.labels', 'map of string'],
      ['hosts', 'list of string'],
      ['conditions', 'conditions'],
    ]);
  });

  it('have types for nullable values, embedded resources and unknown values', () => {
    const schema = t.object({ a: t.nullable(t.string()), b: t.embeddedResource(), c: t.array(t.unknown()) });
    expect(listFields(schema.json).map(({ type }) => type)).toEqual(['string or null', 'resource', 'list of any']);
  });

  it("link to the reference for Kubernetes' own types, without their fields", () => {
    const schema = t.object({ pods: t.podTemplateSpec(), env: t.array(t.envVar()), timeout: t.duration() });
    expect(listFields(schema.json).map(({ path, type }) => [path, type.replaceAll(/v1\.\d+/g, 'v1.N')])).toEqual([
      ['pods', `[PodTemplateSpec, as in Kubernetes v1.N](${reference}#podtemplatespec-v1-core)`],
      ['env', `list of [EnvVar, as in Kubernetes v1.N](${reference}#envvar-v1-core)`],
      ['timeout', 'string'],
    ]);
  });

  it('are required unless they are optional or have a default', () => {
    const required = listFields(json).filter((field) => field.required);
    expect(required.map(({ path }) => path)).toEqual([
      ...['image', 'template.ports', 'template.ports[].name', 'template.ports[].port', 'template.labels'],
      ...['hosts', 'conditions'],
    ]);
    expect(listFields(json).find(({ path }) => path === 'replicas')).toMatchObject({ default: '1', required: false });
  });

  it('have their limits, including the limits of items', () => {
    const limits = Object.fromEntries(listFields(json).map((field) => [field.path, field.limits]));
    expect(limits).toMatchObject({
      image: ['at least 1 character'],
      percent: [],
      'template.ports[].port': ['at least 1'],
      'template.labels': ['at most 8 entries', 'each at most 63 characters'],
      hosts: ['unique items', 'each at least 1 character'],
      conditions: [],
    });
  });
});
