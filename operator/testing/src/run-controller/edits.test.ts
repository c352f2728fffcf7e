import { describe, expect, it } from 'vitest';

import { awaitChange, defineApi, defineController, edits, t } from '@kubewright/runtime';
import { Namespace, Node } from '@kubewright/runtime/kinds';

import { type ControllerRun, createInMemoryApiServer, runController } from '../index.ts';

const NodeLabel = defineApi({
  ...{ group: 'example.com', version: 'v1', kind: 'NodeLabel', scope: 'Cluster' },
  spec: t.object({ nodes: t.array(t.string()), key: t.string(), value: t.string(), force: t.optional(t.boolean()) }),
  status: t.object({ conditions: t.conditions() }),
});

const nodeLabel = defineController(NodeLabel, {
  edits: { nodes: edits(Node) },
  finalizer: { name: 'example.com/node-labels' },
  async reconcile({ spec }, { nodes }) {
    for (const name of spec.nodes)
      await nodes.apply({ metadata: { name, labels: { [spec.key]: spec.value } } }, { force: spec.force ?? false });
    return awaitChange;
  },
});

async function createNode({ server }: ControllerRun, name: string): Promise<void> {
  await server.client.resource(Node).create({ apiVersion: 'v1', kind: 'Node', metadata: { name }, spec: {} });
}

async function createOwner({ server }: ControllerRun, name: string, spec: object): Promise<void> {
  const object = { apiVersion: 'example.com/v1', kind: 'NodeLabel', metadata: { name } };
  await server.client
    .resource(NodeLabel)
    .create({ ...object, spec: { key: name, value: 'yes', nodes: ['one'], ...spec } });
}

const getLabels = async ({ server }: ControllerRun, name = 'one') =>
  (await server.client.resource(Node).get({ name })).metadata.labels ?? {};

const getReady = async ({ server }: ControllerRun, name: string) =>
  (await server.client.resource(NodeLabel).get({ name })).status?.conditions?.find(({ type }) => type === 'Ready');

/** The number of writes of Nodes so far. */
const countWrites = ({ server }: ControllerRun): number =>
  server.requests().filter(({ method, path }) => method === 'PATCH' && path.startsWith('/api/v1/nodes/')).length;

describe('edits', () => {
  it('sets fields of an object for several owners, and gives back those of a deleted one', async () => {
    await using run = await runController(nodeLabel);
    await createNode(run, 'one');
    await createOwner(run, 'left', {});
    await createOwner(run, 'right', {});
    await run.awaitIdle();
    expect(await getLabels(run)).toEqual({ left: 'yes', right: 'yes' });
    expect(countWrites(run)).toBe(2);
    const { metadata } = await run.server.client.resource(Node).get({ name: 'one' });
    const managers = metadata.managedFields?.map(({ manager }) => manager).filter((each) => each?.startsWith('test/'));
    expect(managers).toHaveLength(2);
    await run.server.client.resource(NodeLabel).delete({ name: 'left' }, { propagation: 'Background' });
    await run.awaitIdle();
    expect(await getLabels(run)).toEqual({ right: 'yes' });
    expect(await run.server.client.resource(NodeLabel).tryGet({ name: 'left' })).toBeUndefined();
    expect(countWrites(run)).toBe(3);
  });

  it('gives back an object that a reconcile no longer applies, and fields that it omits', async () => {
    await using run = await runController(nodeLabel);
    await createNode(run, 'one');
    await createNode(run, 'two');
    await createOwner(run, 'zone', { nodes: ['one', 'two'] });
    await run.awaitIdle();
    const owners = run.server.client.resource(NodeLabel);
    await owners.mergePatch({ name: 'zone' }, { spec: { nodes: ['two'], key: 'area' } });
    await run.awaitIdle();
    expect([await getLabels(run), await getLabels(run, 'two')]).toEqual([{}, { area: 'yes' }]);
  });

  it('sends nothing if nothing has changed, also after a restart, and repairs drift at once', async () => {
    await using run = await runController(nodeLabel);
    await createNode(run, 'one');
    await createOwner(run, 'zone', {});
    await run.awaitIdle();
    const nodes = run.server.client.resource(Node);
    await nodes.mergePatch({ name: 'one' }, { metadata: { annotations: { heartbeat: '1' } } });
    await run.awaitIdle();
    await nodes.mergePatch({ name: 'one' }, { metadata: { labels: { zone: null } } });
    await run.awaitIdle();
    expect(await getLabels(run)).toEqual({ zone: 'yes' });
    const before = run.server.resourceVersion;
    await using again = await runController(nodeLabel, { server: run.server });
    await again.awaitIdle();
    expect(run.server.resourceVersion).toBe(before);
    const reconciles = run.results.length;
    await nodes.mergePatch({ name: 'one' }, { metadata: { annotations: { heartbeat: '2' } } });
    await run.awaitIdle();
    expect(run.results).toHaveLength(reconciles);
  });

  it('never creates the object, and applies it once it exists', async () => {
    await using run = await runController(nodeLabel);
    await createOwner(run, 'zone', {});
    await run.awaitIdle();
    expect(await getReady(run, 'zone')).toMatchObject({
      ...{ status: 'False', reason: 'EditNotFound' },
      message: 'Node one does not exist; its fields are set once it exists',
    });
    await createNode(run, 'one');
    await run.advance(30_000);
    expect(await getLabels(run)).toEqual({ zone: 'yes' });
    expect(await getReady(run, 'zone')).toBeUndefined();
  });

  it('names the field and the manager of a conflict, and takes it over only with force', async () => {
    await using run = await runController(nodeLabel);
    await createNode(run, 'one');
    await run.server.client
      .resource(Node)
      .apply(
        { apiVersion: 'v1', kind: 'Node', metadata: { name: 'one', labels: { zone: 'no' } } },
        { fieldManager: 'admin', force: false },
      );
    await createOwner(run, 'zone', {});
    await run.awaitIdle();
    const ready = await getReady(run, 'zone');
    expect(ready).toMatchObject({ status: 'False', reason: 'EditConflict' });
    expect(ready?.message).toBe(
      'Node one: .metadata.labels.zone belongs to admin; edit other fields, or take these over with { force: true }',
    );
    expect(await getLabels(run)).toEqual({ zone: 'no' });
    await run.server.client.resource(NodeLabel).mergePatch({ name: 'zone' }, { spec: { force: true } });
    await run.awaitIdle();
    expect(await getLabels(run)).toEqual({ zone: 'yes' });
  });

  it('notifies an owner whose fields another owner of the controller takes over', async () => {
    await using run = await runController(nodeLabel);
    await createNode(run, 'one');
    await createOwner(run, 'first', { key: 'zone', value: 'a' });
    await run.awaitIdle();
    await createOwner(run, 'second', { key: 'zone', value: 'b', force: true });
    await run.awaitIdle();
    expect(await getReady(run, 'first')).toMatchObject({ reason: 'EditConflict' });
    expect(await getLabels(run)).toEqual({ zone: 'b' });
  });

  it('gives back edits of an earlier leader that the cache does not show yet', async () => {
    const server = createInMemoryApiServer({ kinds: [NodeLabel], watchList: false });
    {
      await using earlier = await runController(nodeLabel, { server });
      await createNode(earlier, 'one');
      await createOwner(earlier, 'zone', {});
      await earlier.awaitIdle();
    }
    await server.client.resource(NodeLabel).delete({ name: 'zone' }, { propagation: 'Background' });
    let isFirst = true;
    server.intercept(async ({ verb, kind }, next) => {
      const answer = await next();
      if (!isFirst || verb !== 'list' || kind !== 'Node') return answer;
      isFirst = false;
      return {
        ...answer,
        body: JSON.parse(JSON.stringify(answer.body).replaceAll('node-label/', 'another/')) as object,
      };
    });
    await using run = await runController(nodeLabel, { server });
    await run.awaitIdle();
    expect(await getLabels(run)).toEqual({});
    expect(await server.client.resource(NodeLabel).tryGet({ name: 'zone' })).toBeUndefined();
    expect(server.requests().filter(({ verb, kind }) => verb === 'list' && kind === 'Node').length).toBe(3);
  });

  it('completes a deletion after the edited object is gone', async () => {
    await using run = await runController(nodeLabel);
    await createNode(run, 'one');
    await createOwner(run, 'zone', {});
    await run.awaitIdle();
    await run.server.client.resource(Node).delete({ name: 'one' }, { propagation: 'Background' });
    await run.awaitIdle();
    await run.server.client.resource(NodeLabel).delete({ name: 'zone' }, { propagation: 'Background' });
    await run.awaitIdle();
    expect(await run.server.client.resource(NodeLabel).tryGet({ name: 'zone' })).toBeUndefined();
  });

  it('labels the reconciled object itself, in one write and without a loop', async () => {
    const labeller = defineController(Namespace, {
      edits: { namespaces: edits(Namespace) },
      async reconcile({ metadata: { name } }, { namespaces }) {
        await namespaces.apply({ metadata: { name, labels: { 'example.com/team': name.split('-')[0] ?? name } } });
        return awaitChange;
      },
    });
    expect(labeller.rules).toEqual([
      { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'patch', 'watch'] },
      { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] },
    ]);
    await using run = await runController(labeller);
    const namespaces = run.server.client.resource(Namespace);
    await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'red-shop' } });
    await run.awaitIdle();
    expect((await namespaces.get({ name: 'red-shop' })).metadata.labels).toEqual({ 'example.com/team': 'red' });
    expect(run.results).toHaveLength(1);
    await namespaces.mergePatch({ name: 'red-shop' }, { metadata: { labels: { 'example.com/team': null } } });
    await run.awaitIdle();
    expect((await namespaces.get({ name: 'red-shop' })).metadata.labels).toEqual({ 'example.com/team': 'red' });
    expect(run.results).toHaveLength(2);
  });
});
