import { describe, expect, it } from 'vitest';

import { Deployment, Job, Node, Service } from '@kubewright/runtime/kinds';
import { createInMemoryApiServer, type InMemoryApiServer } from '../in-memory-api-server.ts';
import { failing } from './simulated-kind.ts';

const key = { namespace: 'default', name: 'web' };

function createDeployment({ client }: InMemoryApiServer, name = 'web'): Promise<Deployment> {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'a:1' }] } };
  const spec = { selector: { matchLabels: labels }, template };
  return client.resource(Deployment).create({ metadata: { ...key, name }, spec });
}

function createJob({ client }: InMemoryApiServer, name: string): Promise<Job> {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a:1' }] } } as const;
  return client.resource(Job).create({ metadata: { ...key, name }, spec: { template } });
}

const readReady = (server: InMemoryApiServer): unknown =>
  server.objects(Deployment).map(({ status }) => status?.readyReplicas);
const readEnds = (server: InMemoryApiServer): unknown =>
  server.objects(Job).map(({ metadata, status }) => [metadata.name, status?.conditions?.at(-1)?.type]);

describe('simulated controllers', () => {
  it('answer a write before the status is written, as the real ones do', async () => {
    const server = createInMemoryApiServer();
    server.simulate([Deployment]);
    const made = await createDeployment(server);
    expect(made.status).toBeUndefined();
    const stored = await server.client.resource(Deployment).get(key);
    expect([stored.status?.readyReplicas, stored.metadata.generation]).toEqual([1, 1]);
    const entry = stored.metadata.managedFields?.find(({ subresource }) => subresource === 'status');
    expect(entry?.manager).toBe('kube-controller-manager');
  });

  it('leave a status that the test writes until the spec changes', async () => {
    const server = createInMemoryApiServer();
    server.simulate([Deployment]);
    await createDeployment(server);
    const deployments = server.client.resource(Deployment);
    const down = { status: { readyReplicas: 0 } };
    await deployments.mergePatch(key, down, { subresource: 'status' });
    await deployments.mergePatch(key, { metadata: { labels: { a: 'b' } } });
    expect(readReady(server)).toEqual([0]);
    await deployments.mergePatch(key, { spec: { replicas: 3 } });
    expect(readReady(server)).toEqual([3]);
    expect(server.objects(Deployment)[0]?.status?.observedGeneration).toBe(2);
  });

  it('begin with the existing objects, and end when disposed', async () => {
    const server = createInMemoryApiServer();
    await createDeployment(server, 'a');
    server.simulate([Deployment])[Symbol.dispose]();
    await createDeployment(server, 'b');
    expect(readReady(server)).toEqual([1, undefined]);
  });

  it('fail selected objects, until the kind is simulated without failures', async () => {
    const server = createInMemoryApiServer();
    server.simulate([failing(Job, ({ metadata }) => metadata.name === 'bad'), failing(Deployment)]);
    for (const name of ['bad', 'good']) await createJob(server, name);
    await createDeployment(server);
    expect(readEnds(server)).toEqual([
      ['bad', 'Failed'],
      ['good', 'Complete'],
    ]);
    expect(readReady(server)).toEqual([undefined]);
    server.simulate([Deployment, Job]);
    expect(readReady(server)).toEqual([1]);
    expect(readEnds(server)).toEqual([
      ['bad', 'Failed'],
      ['good', 'Complete'],
    ]);
  });

  it('do nothing in a dry run, and to objects that are being deleted', async () => {
    const server = createInMemoryApiServer();
    server.simulate([Deployment]);
    await createDeployment(server);
    const path = '/apis/apps/v1/namespaces/default/deployments/web';
    const body = { spec: { replicas: 2 } };
    const dry = {
      method: 'PATCH',
      path,
      query: { dryRun: 'All' },
      contentType: 'application/merge-patch+json',
      body,
    } as const;
    expect((await server.transport.call(dry)).status).toBe(200);
    expect(readReady(server)).toEqual([1]);
    const deployments = server.client.resource(Deployment);
    await deployments.mergePatch(key, { metadata: { finalizers: ['example.com/a'] } });
    await deployments.delete(key, { propagation: 'Background' });
    await deployments.mergePatch(key, { spec: { replicas: 3 } });
    expect(readReady(server)).toEqual([1]);
  });

  it('keep the time of a transition while the status of a condition stays', async () => {
    const server = createInMemoryApiServer();
    server.simulate([Deployment]);
    await createDeployment(server);
    if (!('advance' in server.clock)) throw new Error('the clock is not fake');
    await (server.clock as { advance(ms: number): Promise<void> }).advance(60_000);
    await server.client
      .resource(Deployment)
      .mergePatch(key, { spec: { template: { metadata: { labels: { x: 'y' } } } } });
    const read = (): unknown[] =>
      (server.objects(Deployment)[0]?.status?.conditions ?? []).map((each) => [
        ...[each.type, each.lastTransitionTime, each.lastUpdateTime],
      ]);
    expect(read()).toEqual([
      ['Available', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
      ['Progressing', '2026-01-01T00:00:00Z', '2026-01-01T00:01:00Z'],
    ]);
  });

  it('reject a kind without a simulation, with the remedy', () => {
    const server = createInMemoryApiServer();
    for (const kind of [Service, Node])
      expect(() => server.simulate([kind as unknown as typeof Deployment])).toThrow(/can simulate only .*Deployment/);
  });
});
