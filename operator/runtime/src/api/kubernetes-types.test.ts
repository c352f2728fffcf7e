import { describe, expect, it } from 'vitest';

import { getKubernetesType, type JsonSchema, parseDurationMs } from '../base/index.ts';
import { defineApi } from './define-api.ts';
import { findSchemaAt } from './schema-at.ts';
import { t } from './t.ts';
import { findValueProblem } from './value-problem.ts';

const words = {
  affinity: t.affinity(),
  envVar: t.envVar(),
  labelSelector: t.labelSelector(),
  localObjectReference: t.localObjectReference(),
  podTemplateSpec: t.podTemplateSpec(),
  resourceRequirements: t.resourceRequirements(),
  toleration: t.toleration(),
};

function listSchemas(schema: JsonSchema): JsonSchema[] {
  const { items, additionalProperties, properties = {} } = schema;
  const children = [...Object.values(properties), items, additionalProperties].filter((child) => child !== undefined);
  return [schema, ...children.flatMap(listSchemas)];
}

const at = (...steps: readonly string[]): JsonSchema | undefined => findSchemaAt(words.podTemplateSpec.json, steps);
const inContainer = (...steps: readonly string[]): JsonSchema | undefined =>
  findSchemaAt(at('spec', 'containers')?.items ?? {}, steps);

describe.each(Object.entries(words))('t.%s', (word, schema) => {
  it('is a schema that defineApi accepts, alone and in a list', () => {
    const spec = t.object({ one: schema, many: t.array(schema) });
    expect(() => defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec })).not.toThrow();
  });

  it('names its type, and links to the reference of the release', () => {
    const type = `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
    expect(schema.json.externalDocs?.description).toMatch(new RegExp(`^${type}, as in Kubernetes v1\\.\\d+$`));
    expect(schema.json.externalDocs?.url).toMatch(/\/v1\.\d+\/#[a-z]+-v1-(core|meta)$/);
    expect(getKubernetesType(t.optional(schema).json)).toBe(type);
  });

  it('has no descriptions, and no references', () => {
    const keywords = new Set(listSchemas(schema.json).flatMap(Object.keys));
    expect([keywords.has('description'), keywords.has('$ref')]).toEqual([false, false]);
  });
});

describe('t.podTemplateSpec', () => {
  it('has the keys of lists, each required or with a default', () => {
    const protocol = { default: 'TCP', enum: ['SCTP', 'TCP', 'UDP'] };
    expect(inContainer('ports')).toMatchObject({
      'x-kubernetes-list-map-keys': ['containerPort', 'protocol'],
      items: { required: ['containerPort'], properties: { protocol } },
    });
    expect(at('spec', 'imagePullSecrets')?.items?.properties).toEqual({ name: { type: 'string', default: '' } });
  });

  it('has quantities, integers or strings, and atomic maps', () => {
    expect(inContainer('resources', 'limits', 'cpu')).toEqual(t.quantity().json);
    expect(inContainer('livenessProbe', 'httpGet', 'port')).toEqual(t.intOrString().json);
    expect(at('spec', 'nodeSelector')).toMatchObject({ 'x-kubernetes-map-type': 'atomic' });
  });

  it('has the metadata that a template can set', () => {
    expect(Object.keys(at('metadata')?.properties ?? {})).toEqual([
      ...['annotations', 'finalizers', 'generateName', 'labels', 'name', 'namespace', 'ownerReferences'],
    ]);
  });

  it('takes the options of every builder, and shares its parts with other uses', () => {
    const pods = { spec: { containers: [{ name: 'web', image: 'nginx:1.27' }] } };
    const schema = t.podTemplateSpec({ description: 'The Pods.', default: pods });
    expect(schema).toMatchObject({ presence: 'defaulted', json: { description: 'The Pods.', default: pods } });
    expect(schema.json.properties).toBe(words.podTemplateSpec.json.properties);
  });

  it('rejects a default that is not a template', () => {
    const spec = t.object({
      pods: t.podTemplateSpec({ default: { spec: { containers: [{ name: 'web', ports: [] }] } } }),
    });
    expect(() => defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec })).not.toThrow();
    const wrong = { spec: { containers: [{ image: 'nginx:1.27' }] } } as unknown as { spec: { containers: [] } };
    const broken = t.object({ pods: t.podTemplateSpec({ default: wrong }) });
    expect(() => defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: broken })).toThrow('lacks name');
  });
});

describe('t.duration', () => {
  const problem = (text: string): string | undefined => findValueProblem(t.duration().json, text);

  it.each(['90s', '5m', '1h30m', '1h1m1s1ms', '500ms', '0s', '99999h'])(
    'accepts %s, which parseDurationMs reads',
    (text) => {
      expect(problem(text)).toBeUndefined();
      expect(parseDurationMs(text)).toBeGreaterThanOrEqual(0);
    },
  );

  it.each(['', '5', '1.5h', '-5s', '5s1m', '1d', 'soon', '5 m'])('rejects %j', (text) => {
    expect(problem(text)).toBeDefined();
  });

  it('takes a default and a description', () => {
    expect(t.duration({ default: '5m', description: 'How long.' })).toMatchObject({
      presence: 'defaulted',
      json: { type: 'string', default: '5m', description: 'How long.' },
    });
  });
});
