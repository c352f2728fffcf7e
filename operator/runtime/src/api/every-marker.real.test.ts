import { setTimeout as sleep } from 'node:timers/promises';

import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { formatApiVersion, type Kind, systemClock } from '../base/index.ts';
import { type Client, connect, type Connection, buildPath } from '../client/index.ts';
import { CustomResourceDefinition } from '../kinds/index.ts';
import * as api from './index.ts';

const { atLeastOneOf, atMostOneOf, cel, column, defineApi, exactlyOneOf, immutable, onCreation, t } = api;

const shared = {
  size: t.integer({ format: 'int32', minimum: 0, default: 1, description: 'How many.' }),
  on: t.boolean({ default: true }),
};

const Everything = defineApi({
  group: 'markers.kubewright.example',
  version: 'v1',
  kind: 'Everything',
  plural: 'manythings',
  singular: 'manything',
  shortNames: ['mt'],
  categories: ['markers'],
  scope: 'Cluster',
  description: 'All that a declaration can say.',
  externalDocs: { url: 'https://example.com/everything', description: 'The book.' },
  labels: { 'example.com/tier': 'test', plain: '' },
  annotations: { 'example.com/Note': 'any text\nof two lines' },
  spec: t.object(
    {
      ...shared,
      image: t.string({
        minLength: 1,
        maxLength: 63,
        pattern: '^[a-z0-9.:]+$',
        title: 'Image',
        description: 'What runs.',
        example: 'nginx:1.27',
        externalDocs: { url: 'https://example.com/image' },
        rules: [immutable()],
      }),
      color: t.enum(['red', 'green'], { default: 'red' }),
      level: t.enum([1, 2, 3], { default: 2 }),
      ratio: t.enum([0.5, 1], { default: 0.5 }),
      share: t.number({
        ...{ minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true },
        ...{ format: 'double', default: 0.5 },
      }),
      half: t.number({ minimum: 0.5, default: 1 }),
      step: t.integer({ multipleOf: 2, minimum: -4, exclusiveMinimum: true, default: 2 }),
      surge: t.intOrString({ default: '25%' }),
      memory: t.quantity({ default: '64Mi', example: '1.5Gi' }),
      due: t.string({ format: 'date-time', default: '2026-01-02T03:04:05Z' }),
      id: t.optional(t.string({ format: 'uuid' })),
      nickname: t.nullable(t.string({ maxLength: 20, default: 'none' })),
      mood: t.optional(t.nullable(t.integer({ minimum: 1 }))),
      moods: t.optional(t.array(t.nullable(t.boolean()))),
      names: t.array(t.string({ minLength: 1, maxLength: 9 }), {
        ...{ listType: 'set', minItems: 1, maxItems: 3, default: ['a'] },
      }),
      order: t.array(t.string(), { default: [] }),
      ports: t.array(
        t.object({
          name: t.string({ maxLength: 9 }),
          port: t.integer({ default: 80, maximum: 65535 }),
          fixed: t.integer({ default: 1, rules: [immutable()] }),
        }),
        { keys: ['name', 'port'], maxItems: 4, default: [{ name: 'http' }] },
      ),
      tags: t.record(t.string({ maxLength: 9 }), { mapType: 'atomic', maxProperties: 2, default: { a: 'b' } }),
      source: t.object(
        { git: t.optional(t.string()), archive: t.optional(t.string()), 'file-name': t.optional(t.string()) },
        { mapType: 'granular', rules: [exactlyOneOf('git', 'archive', 'file-name')], default: { git: 'main' } },
      ),
      window: t.object(
        {
          ...{ from: t.optional(t.integer()), to: t.optional(t.integer()), namespace: t.optional(t.string()) },
          unit: t.string({ maxLength: 9, default: 'h' }),
        },
        {
          ...{ mapType: 'atomic', minProperties: 1, maxProperties: 4, default: { from: 0 } },
          rules: [
            atLeastOneOf('from', 'namespace'),
            atMostOneOf('to', 'namespace'),
            cel('!has(self.from) || !has(self.to) || self.from <= self.to', 'to must not be before from', {
              messageExpression: '"to must be some " + self.unit + " after from"',
              reason: 'FieldValueForbidden',
              fieldPath: '.to',
            }),
          ],
        },
      ),
      extra: t.optional(t.unknown({ description: 'Anything.' })),
      settings: t.unknown({ default: { deep: [1, null, { a: true }] } }),
      plugin: t.object({ name: t.string({ default: 'p' }) }, { preserveUnknownFields: true, default: {} }),
      template: t.optional(t.embeddedResource({ rules: [cel('self.kind != "Secret"', 'a Secret is not allowed')] })),
      zone: t.optional(t.string()),
      grows: t.integer({ default: 0, rules: [onCreation(cel('self < 10', 'must begin below 10'))] }),
    },
    { title: 'Spec', rules: [immutable('zone'), cel('self.size >= oldSelf.size', 'size must not shrink')] },
  ),
  status: t.object({ size: t.integer(), selector: t.string() }),
  rules: [cel('self.metadata.name != "everything"', 'metadata.name must not be "everything"')],
  creationRules: [cel('!self.metadata.name.startsWith("x")', 'metadata.name must not begin with x')],
  scale: { spec: '.spec.size', status: '.status.size', selector: '.status.selector' },
  columns: [
    column('Image', '.spec.image', { description: 'What runs.' }),
    column('Size', '.spec.size', { type: 'integer', format: 'int32' }),
    column('Due', '.spec.due', { type: 'date', priority: 1 }),
    column('Due At', '.spec.due'),
  ],
  selectableFields: ['.spec.color', '.spec.size', '.spec.on', '.spec.window.from'],
  otherVersions: [
    {
      version: 'v1beta1',
      deprecated: 'markers.kubewright.example/v1beta1 goes: use v1',
      spec: t.object({ ...shared, image: t.string() }),
      columns: [column('On', '.spec.on', { type: 'boolean' })],
      selectableFields: ['.spec.image'],
      scale: { spec: '.spec.size', status: '.status.size' },
      status: t.object({ size: t.integer() }),
      creationRules: [cel('self.spec.size < 100', 'spec.size must be below 100')],
      prunedFields: ['spec', 'status'],
    },
    { version: 'v1alpha1', served: false, deprecated: true, spec: t.object(shared) },
    { version: 'v2alpha1', deprecated: true, spec: t.object({ image: t.string() }), prunedFields: ['spec', 'status'] },
  ],
});
type Everything = api.ResourceOf<typeof Everything>;
type Spec = api.InputOf<typeof Everything>['spec'];

interface Answer {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: unknown;
}

let connection: Connection;
let pool: Pool;
let client: Client;

async function send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Answer> {
  const headers = {
    ...(await connection.credentials.current()).headers,
    'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
  };
  const answer = await pool.request({ method, path, headers, body: body === undefined ? null : JSON.stringify(body) });
  const warnings = [answer.headers['warning'] ?? []].flat();
  return { status: answer.statusCode, warnings, body: await answer.body.json().catch(() => undefined) };
}

const atVersion = (version: string): Kind => ({ ...Everything, version });
const buildObject = (name: string, spec: unknown, kind: Kind): unknown => ({
  apiVersion: formatApiVersion(kind),
  kind: kind.kind,
  metadata: { name },
  spec,
});
const create = (name: string, spec: unknown, kind: Kind = Everything): Promise<Answer> =>
  send('POST', buildPath(kind), buildObject(name, spec, kind));
const patch = (name: string, spec: unknown): Promise<Answer> =>
  send('PATCH', buildPath(Everything, { name }), { spec });
const read = (name: string, version = 'v1'): Promise<Answer> => send('GET', buildPath(atVersion(version), { name }));

function getSpec({ body, status }: Answer): Everything['spec'] {
  expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()]);
  return (body as Everything).spec;
}

/** Lists the causes in the API server's rejection. */
function listCauses({ body, status }: Answer): readonly string[] {
  expect([status, body]).toEqual([422, expect.anything()]);
  const { details } = body as { details: { causes: readonly { field: string; message: string; reason: string }[] } };
  const causes = details.causes.filter(({ message }) => !message.includes('some validation rules were not checked'));
  return causes.map(
    ({ field, message, reason }) =>
      `${field}: ${reason}: ${message.replace(/^[A-Z][a-z ]*(: ("[^"]*"|[\d.]+))?(: |$)/, '')}`,
  );
}

beforeAll(async () => {
  connection = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock });
  ({ client } = connection);
  const { tls } = await connection.credentials.current();
  pool = new Pool(connection.credentials.server.origin, { connect: tls });
  const created = await send('POST', buildPath(CustomResourceDefinition), Everything.crd);
  expect(created.body, JSON.stringify(created.body).slice(0, 3000)).toMatchObject({ kind: 'CustomResourceDefinition' });
  expect(created.warnings).toEqual([]);
  const startedAt = performance.now();
  while (
    (await send('GET', buildPath(atVersion('v2alpha1')))).status !== 200 &&
    performance.now() - startedAt < 30_000
  ) {
    await sleep(50);
  }
});

afterAll(async () => {
  await send('DELETE', buildPath(CustomResourceDefinition, { name: Everything.crd.metadata.name }));
  await pool.close();
  await client.transport.close();
});

describe('a declaration that uses every option', () => {
  it('is stored exactly as the generated CRD', async () => {
    const { metadata, spec } = await client.resource(CustomResourceDefinition).get(Everything.crd.metadata);
    expect(spec).toEqual(JSON.parse(JSON.stringify(Everything.crd.spec)));
    expect(metadata).toMatchObject(Everything.crd.metadata);
    expect(Object.keys(metadata.labels ?? {})).toEqual(Object.keys(Everything.crd.metadata.labels ?? {}));
  });
});

describe('an object of that declaration', () => {
  const least: Spec = { image: 'nginx' };

  it('is stored with every default', async () => {
    expect(getSpec(await create('defaults', least))).toEqual({
      ...{
        image: 'nginx',
        size: 1,
        on: true,
        color: 'red',
        level: 2,
        ratio: 0.5,
        share: 0.5,
        half: 1,
        step: 2,
        grows: 0,
      },
      ...{ surge: '25%', memory: '64Mi', due: '2026-01-02T03:04:05Z', nickname: 'none' },
      ...{ names: ['a'], order: [], ports: [{ name: 'http', port: 80, fixed: 1 }], tags: { a: 'b' } },
      ...{ source: { git: 'main' }, window: { from: 0, unit: 'h' }, plugin: { name: 'p' } },
      settings: { deep: [1, null, { a: true }] },
    } satisfies Everything['spec']);
  });

  it('keeps a null where it is nullable; elsewhere a null counts as missing', async () => {
    const nulls = { nickname: null, mood: null, moods: [true, null], extra: null, size: null, plugin: null, due: null };
    const spec = getSpec(await create('nulls', { ...least, ...nulls }));
    expect(spec).toMatchObject({ nickname: null, mood: null, moods: [true, null], size: 1, plugin: { name: 'p' } });
    expect(spec).not.toHaveProperty('extra');
    expect(listCauses(await create('no-image', { image: null }))).toEqual(['spec.image: FieldValueRequired: ']);
  });

  it('preserves values of any type, and drops undeclared fields', async () => {
    const template = { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 'b' } }, data: { any: [1] } };
    const free = { extra: [{ a: null }], plugin: { name: 'q', x: { y: null } }, template };
    const spec = getSpec(await create('shapes', { ...least, ...free, undeclared: 1, source: { git: 'a', other: 1 } }));
    expect(spec).toMatchObject(free);
    expect(spec).not.toHaveProperty('undeclared');
    expect(spec.source).toEqual({ git: 'a' });
  });

  it.each<[string, object, string]>([
    [
      'an empty image',
      { image: '' },
      'spec.image: FieldValueInvalid: spec.image in body should be at least 1 chars long',
    ],
    ['an unknown color', { color: 'blue' }, 'spec.color: FieldValueNotSupported: supported values: "red", "green"'],
    ['an unknown level', { level: 4 }, 'spec.level: FieldValueNotSupported: supported values: "1", "2", "3"'],
    ['an open bound', { share: 1 }, 'spec.share: FieldValueInvalid: spec.share in body should be less than 1'],
    [
      'a number between multiples',
      { step: 3 },
      'spec.step: FieldValueInvalid: spec.step in body should be a multiple of 2',
    ],
    ['no quantity', { memory: '1 Gi' }, 'spec.memory: FieldValueInvalid: spec.memory in body should match'],
    ['no date', { due: 'tomorrow' }, 'spec.due: FieldValueTypeInvalid: spec.due in body must be of type date-time'],
    ['a name twice', { names: ['a', 'a'] }, 'spec.names[1]: FieldValueDuplicate: '],
    ['a key twice', { ports: [{ name: 'a' }, { name: 'a' }] }, 'spec.ports[1]: FieldValueDuplicate: '],
    ['too many entries', { tags: { a: '', b: '', c: '' } }, 'spec.tags: FieldValueTooMany: must have at most 2 items'],
    ['a template of nothing', { template: {} }, 'spec.template.apiVersion: FieldValueRequired: '],
  ])('is rejected with %s', async (_what, part, cause) => {
    expect(listCauses(await create('refused', { ...least, ...part }))).toContainEqual(expect.stringContaining(cause));
  });

  it.each<[string, object, readonly string[]]>([
    [
      'exactlyOneOf and two',
      { source: { git: 'a', 'file-name': 'b' } },
      ['spec.source: FieldValueInvalid: exactly one of git, archive, file-name must be set'],
    ],
    [
      'exactlyOneOf and none',
      { source: {} },
      ['spec.source: FieldValueInvalid: exactly one of git, archive, file-name must be set'],
    ],
    [
      'atMostOneOf and two',
      { window: { from: 1, to: 2, namespace: 'a' } },
      ['spec.window: FieldValueInvalid: at most one of to, namespace may be set'],
    ],
    [
      'atLeastOneOf and none',
      { window: { to: 2 } },
      ['spec.window: FieldValueInvalid: at least one of from, namespace must be set'],
    ],
    [
      'a rule that has a field, a reason and a computed message',
      { window: { from: 2, to: 1, unit: 'days' } },
      ['spec.window.to: FieldValueForbidden: to must be some days after from'],
    ],
    [
      'a rule on an embedded resource',
      { template: { apiVersion: 'v1', kind: 'Secret' } },
      ['spec.template: FieldValueInvalid: a Secret is not allowed'],
    ],
  ])('is rejected by %s', async (_what, part, causes) => {
    expect(listCauses(await create('refused', { ...least, ...part }))).toEqual(causes);
  });

  it('is validated without the fraction of a bound if the number is an integer', async () => {
    expect(listCauses(await create('third', { ...least, half: 0.3 }))).toHaveLength(1);
    expect(getSpec(await create('whole', { ...least, half: 0 }))).toMatchObject({ half: 0 });
  });

  it('is rejected by rules on the whole object: on every write, or only on creation', async () => {
    expect(listCauses(await create('everything', least))).toEqual([
      'metadata: FieldValueInvalid: metadata.name must not be "everything"',
    ]);
    expect(listCauses(await create('x-ray', least))).toEqual([
      'metadata: FieldValueInvalid: metadata.name must not begin with x',
    ]);
    expect(listCauses(await create('no-spec', undefined))).toEqual(['spec: FieldValueRequired: spec is required']);
  });

  it('is rejected by transition rules only on updates, and by onCreation rules only on creation', async () => {
    getSpec(await create('changes', { ...least, size: 3, ports: [{ name: 'a' }, { name: 'b' }] }));
    expect(listCauses(await patch('changes', { image: 'httpd' }))).toEqual([
      'spec.image: FieldValueInvalid: is immutable: delete the object and create it again',
    ]);
    expect(listCauses(await patch('changes', { zone: 'added later' }))).toEqual([
      'spec: FieldValueInvalid: zone is immutable: delete the object and create it again',
    ]);
    expect(listCauses(await patch('changes', { size: 2 }))).toEqual(['spec: FieldValueInvalid: size must not shrink']);
    expect(listCauses(await patch('changes', { ports: [{ name: 'b', fixed: 2 }] }))).toEqual([
      'spec.ports[0].fixed: FieldValueInvalid: is immutable: delete the object and create it again',
    ]);
    expect(listCauses(await create('grown', { ...least, grows: 10 }))).toEqual([
      'spec.grows: FieldValueInvalid: must begin below 10',
    ]);
    expect(getSpec(await patch('changes', { size: 4, grows: 11 }))).toMatchObject({ size: 4, grows: 11 });
  });

  it('can be selected by its selectable fields', async () => {
    for (const [name, color] of [
      ['find-a', 'red'],
      ['find-b', 'green'],
      ['find-c', 'green'],
    ] as const) {
      getSpec(await create(name, { ...least, color, size: 77, on: false, window: { from: 5 } }));
    }
    const fieldSelector = 'spec.color=green,spec.size=77,spec.on=false,spec.window.from=5';
    const { items } = await client.resource(Everything).list({ fieldSelector });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['find-b', 'find-c']);
  });

  it('can be scaled', async () => {
    getSpec(await create('scaled', least));
    const path = buildPath(Everything, { name: 'scaled', subresource: 'scale' });
    const status = { size: 1, selector: 'app=scaled' };
    await send('PATCH', buildPath(Everything, { name: 'scaled', subresource: 'status' }), { status });
    expect((await send('PATCH', path, { spec: { replicas: 5 } })).body).toMatchObject({
      spec: { replicas: 5 },
      status: { replicas: 1, selector: 'app=scaled' },
    });
    expect((await read('scaled')).body).toMatchObject({ spec: { size: 5 }, status });
  });

  it('is printed in columns, with its short name and category', async () => {
    const future = '9999-01-02T03:04:05Z';
    getSpec(await create('shown', { ...least, due: future }));
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
    const { body } = await client.transport.call({
      method: 'GET',
      path: buildPath(Everything, { name: 'shown' }),
      accept,
    });
    const { columnDefinitions, rows } = body as {
      columnDefinitions: readonly { name: string; type: string; format: string; priority: number }[];
      rows: readonly { cells: readonly unknown[] }[];
    };
    expect(columnDefinitions.map(({ name, type, format, priority }) => [name, type, format, priority])).toEqual([
      ['Name', 'string', 'name', 0],
      ['Image', 'string', '', 0],
      ['Size', 'integer', 'int32', 0],
      ['Due', 'date', '', 1],
      ['Due At', 'string', '', 0],
      ['Age', 'date', '', 0],
    ]);
    expect(rows[0]?.cells.slice(0, 3)).toEqual(['shown', 'nginx', 1]);
    // The docs of `Column` state this.
    expect(rows[0]?.cells.slice(3, 5)).toEqual(['<invalid>', future]);
    const { body: discovery } = await send('GET', `/apis/${formatApiVersion(Everything)}`);
    expect((discovery as { resources: unknown }).resources).toContainEqual(
      expect.objectContaining({
        name: 'manythings',
        singularName: 'manything',
        shortNames: ['mt'],
        categories: ['markers'],
      }),
    );
  });
});

describe('versions of an API', () => {
  const text = (warning: string): string => `299 - "${warning}"`;

  it('return the same object, each with its own fields', async () => {
    getSpec(await create('many', { image: 'nginx', size: 7, color: 'green' }));
    expect(getSpec(await read('many', 'v1beta1'))).toEqual({ image: 'nginx', size: 7, on: true });
    expect(getSpec(await read('many', 'v2alpha1'))).toEqual({ image: 'nginx' });
    expect((await read('many', 'v1beta1')).body).toMatchObject({ apiVersion: `${Everything.group}/v1beta1` });
  });

  it('apply their own defaults when they return a stored object', async () => {
    const made = await create('old', { image: 'nginx' }, atVersion('v1beta1'));
    expect(getSpec(made)).toEqual({ image: 'nginx', size: 1, on: true });
    expect(getSpec(await read('old'))).toMatchObject({ image: 'nginx', color: 'red', source: { git: 'main' } });
    expect(listCauses(await create('big', { image: 'nginx', size: 100 }, atVersion('v1beta1')))).toEqual([
      'spec.size: FieldValueInvalid: spec.size must be below 100',
    ]);
  });

  it('send a deprecation warning, with the declared text if there is one', async () => {
    getSpec(await create('warned', { image: 'nginx' }));
    expect((await read('warned')).warnings).toEqual([]);
    expect((await read('warned', 'v1beta1')).warnings).toEqual([text(`${Everything.group}/v1beta1 goes: use v1`)]);
    expect((await read('warned', 'v2alpha1')).warnings).toEqual([
      text(`${Everything.group}/v2alpha1 Everything is deprecated; use ${Everything.group}/v1 Everything`),
    ]);
  });

  it('are not available unless they are served', async () => {
    expect((await read('many', 'v1alpha1')).status).toBe(404);
    expect((await read('many', 'v1beta1')).status).not.toBe(404);
  });
});
