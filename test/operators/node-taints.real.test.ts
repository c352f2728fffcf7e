import { Node } from '@kubewright/runtime/kinds';
import { describe, expect, it } from 'vitest';

import { useCluster } from '../../operator/runtime/fixtures/cluster-fixture.ts';
import { createRecordingLogger } from '../../operator/testing/src/recording-logger.ts';
import { createUser, expectExactPermissions, patient } from './exact-permissions.ts';
import { NodeTaint, tainter } from './node-taints.ts';

const cluster = useCluster(NodeTaint);

async function createNode(name: string): Promise<void> {
  await cluster().client.resource(Node).create({ apiVersion: 'v1', kind: 'Node', metadata: { name } });
}

async function createTaint(name: string, spec: object): Promise<void> {
  const apiVersion = `${NodeTaint.group}/v1`;
  await cluster()
    .client.resource(NodeTaint)
    .create({ apiVersion, kind: 'NodeTaint', metadata: { name }, spec: spec as never });
}

const getNode = (name: string) => cluster().client.resource(Node).get({ name });
const listLabels = async (name: string) =>
  Object.keys((await getNode(name)).metadata.labels ?? {}).filter((label) => label.startsWith('owner-'));
const getReady = async (name: string) =>
  (await cluster().client.resource(NodeTaint).get({ name })).status?.conditions?.find(({ type }) => type === 'Ready');
const remove = (name: string) => cluster().client.resource(NodeTaint).delete({ name }, { propagation: 'Background' });
const isGone = async (name: string) => (await cluster().client.resource(NodeTaint).tryGet({ name })) === undefined;

describe('a controller that edits Nodes', () => {
  it('shares one with another owner, gives back on deletion, and uses exactly its permissions', async () => {
    await using user = await createUser(tainter, cluster(), { everywhere: true });
    await using run = await cluster().run(tainter, { client: user.client });
    const node = `${cluster().namespace}-shared`;
    await createTaint('left', { node, label: 'owner-left', taint: { key: 'left', effect: 'NoSchedule' } });
    await expect.poll(() => getReady('left'), patient).toMatchObject({ reason: 'EditNotFound' });
    await createNode(node);
    await createTaint('right', { node, label: 'owner-right' });
    await expect.poll(() => listLabels(node), patient).toEqual(['owner-left', 'owner-right']);
    expect((await getNode(node)).spec.taints).toEqual([{ key: 'left', effect: 'NoSchedule' }]);
    await cluster()
      .client.resource(Node)
      .mergePatch({ name: node }, { metadata: { labels: { 'owner-left': null } } });
    await expect.poll(() => listLabels(node), patient).toEqual(['owner-left', 'owner-right']);
    await expect.poll(() => run.idle, patient).toBe(true);
    const writes = run.writes.length;
    await cluster()
      .client.resource(Node)
      .mergePatch({ name: node }, { metadata: { annotations: { beat: '1' } } });
    await remove('left');
    await expect.poll(() => isGone('left'), patient).toBe(true);
    expect(await listLabels(node)).toEqual(['owner-right']);
    expect((await getNode(node)).spec.taints).toBeUndefined();
    // One write returns the fields, the other removes the finalizer.
    expect(run.writes.length - writes).toBe(2);
    await remove('right');
    await expect.poll(() => isGone('right'), patient).toBe(true);
    expect(await listLabels(node)).toEqual([]);
    await expectExactPermissions(user);
  });

  it('reports the owner of a list that only one manager can have', async () => {
    await using _run = await cluster().run(tainter);
    const node = `${cluster().namespace}-atomic`;
    await createNode(node);
    const taint = (key: string) => ({ key, effect: 'NoSchedule' as const });
    await createTaint('first', { node, label: 'owner-first', taint: taint('first') });
    await expect.poll(async () => (await getNode(node)).spec.taints, patient).toEqual([taint('first')]);
    await createTaint('second', { node, label: 'owner-second', taint: taint('second') });
    await expect.poll(() => getReady('second'), patient).toMatchObject({ status: 'False', reason: 'EditConflict' });
    expect((await getReady('second'))?.message).toContain('.spec.taints belongs to fixture/node-taint/');
    await remove('first');
    await expect.poll(async () => (await getNode(node)).spec.taints, patient).toEqual([taint('second')]);
    await remove('second');
    await expect.poll(() => isGone('second'), patient).toBe(true);
    expect((await getNode(node)).spec.taints).toBeUndefined();
  });

  it('only logs its edits in a dry run', async () => {
    const logger = createRecordingLogger();
    const node = `${cluster().namespace}-dry`;
    await createNode(node);
    await using _run = await cluster().run(tainter, { logger, dryRun: true });
    await createTaint('dry', { node, label: 'owner-dry' });
    await expect.poll(() => logger.lines.map(({ message }) => message), patient).toContain('would edit an object');
    expect(await listLabels(node)).toEqual([]);
  });
});
