import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  awaitChange,
  defineApi,
  defineController,
  edits,
  type Kind,
  type NamespacedObject,
  onlyMetadata,
  owns,
  t,
  usedBy,
  watches,
} from '@kubewright/runtime';

import { runController, unchecked } from '../index.ts';

/** A kind of another project, as `kubewright import` declares it. */
interface Oven extends NamespacedObject {
  readonly spec: { readonly degrees?: number; readonly mode?: 'Bake' | 'Grill' };
  readonly status?: { readonly phase?: string };
}

const spec = {
  type: 'object',
  properties: {
    degrees: { type: 'integer', minimum: 50 },
    mode: { type: 'string', enum: ['Bake', 'Grill'], default: 'Bake' },
  },
  'x-kubernetes-validations': [{ rule: "self.mode != 'Grill' || self.degrees > 100", message: 'grill hotter' }],
};
const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'ovens.ovens.example.org' },
  spec: {
    ...{ group: 'ovens.example.org', scope: 'Namespaced', names: { kind: 'Oven', plural: 'ovens' } },
    versions: [
      {
        ...{ name: 'v1', served: true, storage: true, subresources: { status: {} } },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec,
              status: { type: 'object', default: { phase: 'Cold' }, properties: { phase: { type: 'string' } } },
            },
          },
        },
      },
    ],
  },
};

const Bakery = defineApi({
  ...{ group: 'example.com', version: 'v1', kind: 'Bakery' },
  spec: t.object({ degrees: t.integer() }),
  status: t.object({ conditions: t.conditions() }),
});
const metadata = { namespace: 'default', name: 'first' };

describe('a kind with a file of its CRD', () => {
  let folder: string;
  let Oven: Kind<Oven>;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'imported-'));
    const file = path.join(folder, 'oven.crd.json');
    await writeFile(file, JSON.stringify(crd));
    const names = { group: 'ovens.example.org', version: 'v1', kind: 'Oven', plural: 'ovens' };
    Oven = { ...names, namespaced: true, crdFile: pathToFileURL(file) };
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is named with its file if that is broken', async () => {
    const crdFile = pathToFileURL(path.join(folder, 'broken.crd.json'));
    await writeFile(crdFile, '<<<<<<< HEAD');
    const controller = defineController(Bakery, {
      owns: { ovens: owns({ ...Oven, crdFile }) },
      reconcile: () => Promise.resolve(awaitChange),
    });
    await expect(runController(controller)).rejects.toThrow(
      /^failed to read the CRD of Oven\.ovens\.example\.org in \/.*broken\.crd\.json: .*: restore it/,
    );
  });

  it('is validated and completed when a controller owns it', async () => {
    const bakery = defineController(Bakery, {
      owns: { ovens: owns(Oven) },
      async reconcile({ metadata: { name }, spec: { degrees } }, { ovens }) {
        await ovens.apply({ metadata: { name }, spec: { degrees } });
        return awaitChange;
      },
    });
    await using run = await runController(bakery);
    const { client } = run.server;
    await client.resource(Bakery).create({ metadata, spec: { degrees: 200 } });
    await run.awaitIdle();
    expect(run.server.objects(Oven)[0]?.spec).toEqual({ degrees: 200, mode: 'Bake' });

    const ovens = client.resource(unchecked(Oven));
    await expect(ovens.mergePatch(metadata, { spec: { mode: 'Grill', degrees: 80 } })).rejects.toThrow('grill hotter');
    await ovens.mergePatch(metadata, { status: { phase: 'Hot' } });
    // The API server sets the default of the status on creation, as for a GatewayClass.
    expect(run.server.objects(Oven)[0]?.status).toEqual({ phase: 'Cold' });
    await ovens.mergePatch(metadata, { status: { phase: 'Hot' } }, { subresource: 'status' });
    expect(run.server.objects(Oven)[0]?.status).toEqual({ phase: 'Hot' });

    await client.resource(Bakery).mergePatch(metadata, { spec: { degrees: 20 } });
    await run.awaitIdle();
    expect(run.server.objects(Oven)[0]?.spec.degrees).toBe(200);
    const [ready] = run.server.objects(Bakery)[0]?.status?.conditions ?? [];
    expect(ready).toMatchObject({ status: 'False', message: expect.stringContaining('spec.degrees') as string });
  });

  it('is validated also if only its metadata is watched, or a part edited', async () => {
    const bakery = defineController(Bakery, {
      watches: {
        ovens: watches(
          onlyMetadata(Oven),
          usedBy(Bakery, ({ metadata: { name } }) => [name]),
        ),
      },
      reconcile: () => Promise.resolve(awaitChange),
    });
    const tuned = defineController(Bakery, {
      edits: { ovens: edits(Oven) },
      finalizer: { name: 'example.com/tuned' },
      reconcile: () => Promise.resolve(awaitChange),
    });
    for (const controller of [bakery, tuned]) {
      await using run = await runController(controller);
      const created = run.server.client.resource(unchecked(Oven)).create({ metadata, spec: { degrees: 20 } });
      await expect(created).rejects.toThrow('spec.degrees');
    }
  });
});
