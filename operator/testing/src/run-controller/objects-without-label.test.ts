import { describe, expect, it } from 'vitest';

import { awaitChange, defineApi, defineController, edits, owns, t } from '@kubewright/runtime';
import { ConfigMap, Namespace, Secret } from '@kubewright/runtime/kinds';

import { type ControllerRun, runController } from '../index.ts';

const Copy = defineApi({
  ...{ group: 'example.com', version: 'v1', kind: 'Copy', scope: 'Cluster' },
  spec: t.object({ to: t.array(t.string()) }),
  status: t.object({ conditions: t.conditions() }),
});

const copies = defineController(Copy, {
  owns: { maps: owns(ConfigMap, { anyNamespace: true, delete: true }) },
  finalizer: { name: 'example.com/copies' },
  async reconcile({ metadata: { name }, spec }, { maps }) {
    for (const namespace of spec.to) await maps.apply({ metadata: { name, namespace } });
    return awaitChange;
  },
});

const labels = defineController(Copy, {
  edits: { secrets: edits(Secret) },
  finalizer: { name: 'example.com/labels' },
  async reconcile({ metadata: { name }, spec }, { secrets }) {
    for (const namespace of spec.to)
      await secrets.apply({ metadata: { name: 'token', namespace, labels: { [name]: 'yes' } } });
    return awaitChange;
  },
});

const options = { namespaces: { labelSelector: 'team=a' }, expectedError: /does not have the label/ };

async function create({ server: { client } }: ControllerRun, to: readonly string[]): Promise<void> {
  await client.resource(Copy).create({ metadata: { name: 'all' }, spec: { to } });
}

async function createNamespace({ server: { client } }: ControllerRun, name: string, team: string): Promise<void> {
  await client.resource(Namespace).create({ metadata: { name, labels: { team } } });
  await client.resource(Secret).create({ metadata: { name: 'token', namespace: name } });
}

async function setTeam({ server: { client } }: ControllerRun, name: string, team: string): Promise<void> {
  await client.resource(Namespace).mergePatch({ name }, { metadata: { labels: { team } } });
}

async function deleteOwner(run: ControllerRun): Promise<void> {
  await run.server.client.resource(Copy).delete({ name: 'all' }, { propagation: 'Background' });
}

const listMaps = ({ server }: ControllerRun) => server.objects(ConfigMap).map(({ metadata }) => metadata.namespace);
const listEdited = ({ server }: ControllerRun) =>
  server.objects(Secret).flatMap(({ metadata }) => (metadata.labels?.['all'] === 'yes' ? [metadata.namespace] : []));
const readReady = ({ server }: ControllerRun) =>
  server.objects(Copy)[0]?.status?.conditions?.find(({ type }) => type === 'Ready');

describe.each([
  ['a child', copies, listMaps],
  ['an edit', labels, listEdited],
] as const)('with namespaces by label, %s', (_, controller, list) => {
  it('in a namespace without the label is made as soon as the namespace gets it', async () => {
    await using run = await runController(controller, options);
    await createNamespace(run, 'north', 'b');
    await create(run, ['north']);
    await run.awaitIdle();
    expect(list(run)).toEqual([]);
    expect(readReady(run)?.message).toMatch(/namespace north does not have the label/);

    await setTeam(run, 'north', 'a');
    await run.advance(30_000);
    expect([list(run), readReady(run)]).toEqual([['north'], undefined]);
  });

  it('in a namespace that has lost the label is taken back when the owner is deleted', async () => {
    await using run = await runController(controller, options);
    await createNamespace(run, 'north', 'a');
    await createNamespace(run, 'south', 'a');
    await create(run, ['north', 'south']);
    await run.awaitIdle();
    expect(list(run)).toEqual(['north', 'south']);

    await setTeam(run, 'north', 'b');
    await run.awaitIdle();
    await deleteOwner(run);
    await run.advance(5_000);
    expect([list(run), run.server.objects(Copy)]).toEqual([[], []]);
  });
});

it('with namespaces by label, the end of a child that no watch shows is awaited', async () => {
  await using run = await runController(copies, options);
  await createNamespace(run, 'north', 'a');
  await create(run, ['north']);
  await run.awaitIdle();
  const maps = run.server.client.resource(ConfigMap);
  const key = { namespace: 'north', name: 'all' };
  await maps.mergePatch(key, { metadata: { finalizers: ['example.com/slow'] } });
  await setTeam(run, 'north', 'b');
  await run.awaitIdle();
  await deleteOwner(run);
  await run.advance(5_000);
  expect(run.server.objects(Copy)).toHaveLength(1);

  await maps.mergePatch(key, { metadata: { finalizers: null } });
  await run.advance(1_000);
  expect([listMaps(run), run.server.objects(Copy)]).toEqual([[], []]);
});
