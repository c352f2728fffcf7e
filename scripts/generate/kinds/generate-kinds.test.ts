import { describe, expect, it } from 'vitest';

import type { KindGroup } from './builtin-kinds.ts';
import { generateKinds } from './generate-kinds.ts';
import type { OpenApiSource } from './api-documents.ts';
import type { Schema, Schemas } from './schema.ts';

const groups: readonly KindGroup[] = [
  { group: '', version: 'v1', kinds: ['Claim'] },
  { group: 'apps.example.com', version: 'v1', kinds: ['Set'] },
];
const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const buildRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const top = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: buildRef(`${meta}.ObjectMeta`) };
const buildGroupVersionKind = (group: string, kind: string): Pick<Schema, 'x-kubernetes-group-version-kind'> => ({
  'x-kubernetes-group-version-kind': [{ group, version: 'v1', kind }],
});

const core: Schemas = {
  'io.k8s.api.core.v1.Claim': {
    ...buildGroupVersionKind('', 'Claim'),
    type: 'object',
    description: 'Claim asks for something. It waits.',
    properties: { ...top, spec: buildRef('io.k8s.api.core.v1.ClaimSpec'), status: { type: 'object' } },
  },
  'io.k8s.api.core.v1.ClaimSpec': {
    type: 'object',
    required: ['size'],
    properties: {
      mode: { type: 'string', enum: ['Fast', 'Slow'] },
      port: buildRef('io.k8s.apimachinery.pkg.util.intstr.IntOrString'),
      size: buildRef('io.k8s.apimachinery.pkg.api.resource.Quantity'),
    },
  },
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { oneOf: [{ type: 'integer' }, { type: 'string' }] },
  [`${meta}.ObjectMeta`]: {
    type: 'object',
    properties: {
      labels: { type: 'object', additionalProperties: { type: 'string', default: '' } },
      ownerReferences: { type: 'array', items: { allOf: [buildRef(`${meta}.OwnerReference`)] } },
      uid: { type: 'string' },
    },
  },
  [`${meta}.OwnerReference`]: { type: 'object', properties: { uid: { type: 'string' } } },
  'io.k8s.api.core.v1.NeverReferred': { type: 'object', properties: {} },
};

const apps: Schemas = {
  'io.example.api.apps.v1.Set': {
    ...buildGroupVersionKind('apps.example.com', 'Set'),
    type: 'object',
    properties: { ...top, spec: { allOf: [buildRef('io.example.api.apps.v1.SetSpec')] } },
  },
  'io.example.api.apps.v1.SetSpec': {
    type: 'object',
    properties: {
      claims: { type: 'array', items: buildRef('io.k8s.api.core.v1.Claim') },
      inner: buildRef('io.example.api.apps.v1.SetSpec'),
    },
  },
};

const buildResource = (name: string, kind: string): object => ({ name, kind, namespaced: true });

function buildSource(overrides: Readonly<Record<string, unknown>> = {}): OpenApiSource {
  const all: Readonly<Record<string, unknown>> = {
    '/version': { gitVersion: 'v1.99.0' },
    '/openapi/v3/api/v1': { components: { schemas: core } },
    '/openapi/v3/apis/apps.example.com/v1': { components: { schemas: apps } },
    '/api/v1': { resources: [buildResource('claims', 'Claim')] },
    '/apis/apps.example.com/v1': { resources: [buildResource('sets', 'Set')] },
    ...overrides,
  };
  return { get: async (path) => all[path] };
}

const generate = (source = buildSource()): Promise<ReadonlyMap<string, string>> =>
  generateKinds(source, { fingerprint: 'f00', groups, embedded: ['io.k8s.api.core.v1.ClaimSpec'] });

it('generateKinds writes the same text for any order of the schemas', async () => {
  const reversed = Object.fromEntries(Object.entries(core).reverse());
  const source = buildSource({ '/openapi/v3/api/v1': { components: { schemas: reversed } } });
  expect(await generate(source)).toEqual(await generate());
});

describe('generateKinds throws for', () => {
  const withApps = (schemas: Schemas): OpenApiSource =>
    buildSource({ '/openapi/v3/apis/apps.example.com/v1': { components: { schemas: { ...apps, ...schemas } } } });

  it.each<[string, OpenApiSource, string]>([
    [
      'a kind that discovery does not list',
      buildSource({ '/api/v1': { resources: [buildResource('claims/status', 'Claim')] } }),
      'failed to find Claim in "" v1',
    ],
    [
      'a kind without a schema',
      buildSource({ '/openapi/v3/api/v1': { components: { schemas: {} } } }),
      'failed to find the schema of Claim in "" v1',
    ],
    [
      'an unknown type of OpenAPI',
      withApps({ 'io.example.api.apps.v1.SetSpec': { type: 'object', properties: { a: { type: 'file' } } } }),
      'failed to write a type for "file"',
    ],
    ['a document without schemas', buildSource({ '/openapi/v3/api/v1': {} }), 'failed to read /openapi/v3/api/v1'],
    ['a server without a version', buildSource({ '/version': {} }), 'failed to read /version'],
    [
      'a reference that leads nowhere',
      withApps({ 'io.example.api.apps.v1.SetSpec': { type: 'object', properties: { a: buildRef('x.v1.Gone') } } }),
      'failed to resolve x.v1.Gone',
    ],
    [
      'two schemas of one name',
      withApps({
        'io.example.api.apps.v1.SetSpec': {
          type: 'object',
          properties: { a: buildRef('io.k8s.api.other.v1.ClaimSpec') },
        },
        'io.k8s.api.other.v1.ClaimSpec': { type: 'object', properties: {} },
      }),
      'failed to generate ClaimSpec',
    ],
    [
      'a stored null that its schema does not have',
      withApps({ 'io.k8s.api.rbac.v1.Role': { type: 'object', properties: {} } }),
      'failed to find rules in io.k8s.api.rbac.v1.Role',
    ],
  ])('%s', async (_what, source, message) => {
    await expect(generate(source)).rejects.toThrow(message);
  });
});
