import { describe, expect, it } from 'vitest';

import type { KindGroup } from './builtin-kinds.ts';
import { generateKinds } from './generate-kinds.ts';
import type { OpenApiSource } from './api-documents.ts';
import type { Schema, Schemas } from './schema.ts';

const groups: readonly KindGroup[] = [
  { group: '', version: 'v1', kinds: ['Claim'] },
  { group: 'apps.example.com', version: 'v1', kinds: ['Set', 'Mark'] },
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
  'io.example.api.apps.v1.DeleteOptions': {
    type: 'object',
    'x-kubernetes-group-version-kind': [
      { group: 'apps.example.com', version: 'v1', kind: 'Mark' },
      { group: '', version: 'v1', kind: 'Claim' },
    ],
  },
  'io.example.api.apps.v1.Set': {
    ...buildGroupVersionKind('apps.example.com', 'Set'),
    type: 'object',
    properties: { ...top, spec: { allOf: [buildRef('io.example.api.apps.v1.SetSpec')] } },
  },
  'io.example.api.apps.v1.SetSpec': {
    type: 'object',
    properties: {
      claims: { type: 'array', items: buildRef('io.k8s.api.core.v1.Claim') },
      conditions: { type: 'array', items: buildRef(`${meta}.Condition`) },
      inner: buildRef('io.example.api.apps.v1.SetSpec'),
      since: buildRef(`${meta}.Time`),
    },
  },
  'io.example.api.apps.v1.Mark': {
    ...buildGroupVersionKind('apps.example.com', 'Mark'),
    type: 'object',
    required: ['color'],
    properties: { ...top, color: { type: 'string' } },
  },
  [`${meta}.Time`]: { type: 'string', format: 'date-time' },
  [`${meta}.Condition`]: { type: 'object', properties: { type: { type: 'string' } } },
};

const buildResource = (name: string, kind: string, namespaced: boolean): object => ({ name, kind, namespaced });

function buildSource(overrides: Readonly<Record<string, unknown>> = {}): OpenApiSource {
  const all: Readonly<Record<string, unknown>> = {
    '/version': { gitVersion: 'v1.99.0' },
    '/openapi/v3/api/v1': { components: { schemas: core } },
    '/openapi/v3/apis/apps.example.com/v1': { components: { schemas: apps } },
    '/api/v1': { resources: [buildResource('claims', 'Claim', true)] },
    '/apis/apps.example.com/v1': {
      resources: [
        buildResource('sets/status', 'Set', true),
        buildResource('sets', 'Set', true),
        buildResource('marks', 'Mark', false),
      ],
    },
    ...overrides,
  };
  return { get: async (path) => all[path] };
}

const generate = (source = buildSource()): Promise<ReadonlyMap<string, string>> =>
  generateKinds(source, { fingerprint: 'f00', groups, embedded: ['io.k8s.api.core.v1.ClaimSpec'] });

describe('generateKinds', () => {
  it('writes one file per API group, one for types without a group, and the index', async () => {
    expect([...(await generate()).keys()]).toEqual(['apps.ts', 'core.ts', 'meta.ts', 'schemas.ts', 'index.ts']);
  });

  it('writes the kinds of a group, then the types of their fields', async () => {
    expect((await generate()).get('core.ts')).toMatchInlineSnapshot(`
      "// Generated from Kubernetes 1.99.0 by \`npm run generate\`: do not edit. Comments are those of its OpenAPI documents.
      import type { Kind, NamespacedObject } from '../../base/index.ts';
      import type { IntOrString, Quantity, TemplateMeta } from './meta.ts';

      /** Claim asks for something. */
      export interface Claim extends NamespacedObject {
        readonly spec: ClaimSpec;
        readonly status?: Readonly<Record<string, unknown>>;
      }

      export const Claim: Kind<Claim> = { group: '', version: 'v1', kind: 'Claim', plural: 'claims', namespaced: true };

      /** Claim asks for something. */
      export interface EmbeddedClaim {
        readonly apiVersion?: string;
        readonly kind?: string;
        readonly metadata?: TemplateMeta;
        readonly spec?: ClaimSpec;
        readonly status?: Readonly<Record<string, unknown>>;
      }

      export interface ClaimSpec {
        readonly mode?: 'Fast' | 'Slow';
        readonly port?: IntOrString;
        readonly size: Quantity;
      }
      "
    `);
  });

  it('imports types of other groups and of runtime/base', async () => {
    expect((await generate()).get('apps.ts')).toMatchInlineSnapshot(`
      "// Generated from Kubernetes 1.99.0 by \`npm run generate\`: do not edit. Comments are those of its OpenAPI documents.
      import type { Condition, Kind, KubeObject, NamespacedObject } from '../../base/index.ts';
      import type { EmbeddedClaim } from './core.ts';

      export interface Set extends NamespacedObject {
        readonly spec: SetSpec;
      }

      export const Set: Kind<Set> = {
        group: 'apps.example.com',
        version: 'v1',
        kind: 'Set',
        plural: 'sets',
        namespaced: true,
      };

      export interface Mark extends KubeObject {
        readonly color: string;
      }

      export const Mark: Kind<Mark> = {
        group: 'apps.example.com',
        version: 'v1',
        kind: 'Mark',
        plural: 'marks',
        namespaced: false,
      };

      export interface SetSpec {
        readonly claims?: readonly EmbeddedClaim[];
        readonly conditions?: readonly Condition[];
        readonly inner?: SetSpec;
        readonly since?: string;
      }
      "
    `);
  });

  it('writes the metadata fields that a template can set', async () => {
    expect((await generate()).get('meta.ts')).toMatchInlineSnapshot(`
      "// Generated from Kubernetes 1.99.0 by \`npm run generate\`: do not edit. Comments are those of its OpenAPI documents.
      import type { OwnerReference } from '../../base/index.ts';

      export type IntOrString = number | string;

      /** Metadata of an object inside another, such as the Pod template of a Deployment. */
      export interface TemplateMeta {
        readonly labels?: Readonly<Record<string, string>>;
        readonly ownerReferences?: readonly OwnerReference[];
      }

      export type Quantity = string | number;
      "
    `);
  });

  it('exports every name from the index', async () => {
    expect((await generate()).get('index.ts')?.replace(/holds \w+/, 'holds …')).toMatchInlineSnapshot(`
      "// Generated from Kubernetes 1.99.0 by \`npm run generate\`: do not edit. Comments are those of its OpenAPI documents.
      // Made of f00, holds ….
      export { Mark, Set, type SetSpec } from './apps.ts';
      export { Claim, type ClaimSpec, type EmbeddedClaim } from './core.ts';
      export type { IntOrString, Quantity, TemplateMeta } from './meta.ts';
      "
    `);
  });

  it('uses the plural and the scope of discovery', async () => {
    const source = buildSource({ '/api/v1': { resources: [buildResource('claimi', 'Claim', false)] } });
    expect((await generate(source)).get('core.ts')).toContain("plural: 'claimi', namespaced: false");
  });

  it('writes the same text for any order of the schemas', async () => {
    const reversed = Object.fromEntries(Object.entries(core).reverse());
    const source = buildSource({ '/openapi/v3/api/v1': { components: { schemas: reversed } } });
    expect(await generate(source)).toEqual(await generate());
  });

  it('marks fields that the API server stores as null', async () => {
    const role: Schema = {
      ...buildGroupVersionKind('rbac', 'Role'),
      type: 'object',
      properties: { ...top, rules: { type: 'array', items: { type: 'string' } } },
    };
    const source = buildSource({
      '/openapi/v3/apis/rbac/v1': { components: { schemas: { ...core, 'io.k8s.api.rbac.v1.Role': role } } },
      '/apis/rbac/v1': { resources: [buildResource('roles', 'Role', true)] },
    });
    const files = await generateKinds(source, {
      fingerprint: 'f00',
      groups: [{ group: 'rbac', version: 'v1', kinds: ['Role'] }],
      embedded: [],
    });
    expect(files.get('rbac.ts')).toContain('readonly rules?: readonly string[] | null;');
  });
});

describe('generateKinds throws for', () => {
  const withApps = (schemas: Schemas): OpenApiSource =>
    buildSource({ '/openapi/v3/apis/apps.example.com/v1': { components: { schemas: { ...apps, ...schemas } } } });

  it.each<[string, OpenApiSource, string]>([
    [
      'a kind that discovery does not list',
      buildSource({ '/api/v1': { resources: [buildResource('claims/status', 'Claim', true)] } }),
      'failed to find Claim in "" v1',
    ],
    [
      'a kind without a schema',
      buildSource({ '/openapi/v3/api/v1': { components: { schemas: {} } } }),
      'failed to find the schema of Claim in "" v1',
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
