import { describe, expect, it } from 'vitest';

import {
  awaitChange,
  ConfigMap,
  defineApi,
  defineController,
  Deployment,
  type Kind,
  type KubeObject,
  notReady,
  owns,
  t,
} from '@kubewright/runtime';
import { Namespace } from '@kubewright/runtime/kinds';

import { createInMemoryApiServer, runController } from '../index.ts';

/** A kind of another project. */
interface Gateway extends KubeObject {
  readonly spec: { readonly port: number };
  readonly status?: {
    readonly address?: string;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason: string;
      readonly message: string;
      readonly lastTransitionTime: string;
    }[];
  };
}
const Gateway: Kind<Gateway> = {
  ...{ group: 'gateways.example.org', version: 'v1', kind: 'Gateway', plural: 'gateways', namespaced: true },
};

/** The same kind with its CRD, as it is installed in the cluster. */
const served = defineApi({
  ...{ group: Gateway.group, version: 'v1', kind: 'Gateway' },
  spec: t.object({ port: t.integer() }),
  status: t.object({ address: t.string(), conditions: t.conditions() }),
});

const team = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-a' } };

describe('a controller of a kind that is not ours', () => {
  it('reconciles Namespaces, owns objects in them, and leaves their status alone', async () => {
    const quotas = defineController(Namespace, {
      owns: { maps: owns(ConfigMap) },
      async reconcile({ metadata: { name } }, { maps, events }) {
        await maps.apply({ metadata: { name: 'team', namespace: name }, data: { team: name } });
        events.normal('Described', 'The team is described.');
        return awaitChange;
      },
    });
    await using run = await runController(quotas);
    const { client } = run.server;
    await client.resource(Namespace).create(team);
    await run.awaitIdle();
    const map = await client.resource(ConfigMap).get({ namespace: 'team-a', name: 'team' });
    expect(map.metadata.ownerReferences).toMatchObject([{ kind: 'Namespace', name: 'team-a', controller: true }]);
    await client.resource(ConfigMap).mergePatch({ namespace: 'team-a', name: 'team' }, { data: { team: 'other' } });
    await run.awaitIdle();
    expect((await client.resource(ConfigMap).get({ namespace: 'team-a', name: 'team' })).data).toEqual({
      team: 'team-a',
    });
    const writes = run.server.requests().filter(({ method }) => method === 'PATCH');
    expect(writes.some(({ path }) => path.includes('status'))).toBe(false);
    expect(quotas.rules).toEqual([
      { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: [''], resources: ['namespaces/finalizers'], verbs: ['update'] },
      { apiGroups: [''], resources: ['configmaps'], verbs: ['create', 'get', 'list', 'patch', 'watch'] },
      { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] },
    ]);
  });

  it('reports what blocks it, and unexpected errors, in events instead of the status', async () => {
    let problem: () => Error = () => notReady('NoTeam', 'Label the Namespace.', { retry: false });
    const strict = defineController(Namespace, { reconcile: () => Promise.reject(problem()) });
    await using run = await runController(strict, { expectedError: /broken/ });
    await run.server.client.resource(Namespace).create(team);
    await run.awaitIdle();
    problem = () => new Error('broken');
    await run.server.client.resource(Namespace).mergePatch({ name: 'team-a' }, { metadata: { labels: { a: 'b' } } });
    await run.awaitIdle();
    await run.advance(2_000);
    const events = run.server
      .requests()
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/events'))
      .map(({ body }) => body as { reason: string; note: string });
    expect(events.map(({ reason }) => reason)).toEqual(['NoTeam', 'ReconcileError']);
    const stored = await run.server.client.resource(Namespace).get({ name: 'team-a' });
    expect(stored.status).toBeUndefined();
  });

  it('cleans up before the deletion with a finalizer', async () => {
    const cleaned: string[] = [];
    const guard = defineController(Deployment, {
      finalizer: {
        name: 'example.com/guard',
        cleanUp: ({ metadata }) => Promise.resolve(void cleaned.push(metadata.name)),
      },
      reconcile: () => Promise.resolve(awaitChange),
    });
    expect(guard.rules[0]).toEqual({
      ...{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['list', 'patch', 'watch'] },
    });
    await using run = await runController(guard);
    const deployments = run.server.client.resource(Deployment);
    const key = { namespace: 'default', name: 'web' };
    const spec = { selector: {}, template: { spec: { containers: [{ name: 'web', image: 'web' }] } } };
    await deployments.create({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: key, spec });
    await run.awaitIdle();
    expect((await deployments.get(key)).metadata.finalizers).toEqual(['example.com/guard']);
    await deployments.delete(key, { propagation: 'Background' });
    await run.awaitIdle();
    expect(cleaned).toEqual(['web']);
    expect(await deployments.tryGet(key)).toBeUndefined();
  });

  it('writes exactly the status that it sets, with ownsStatus', async () => {
    const gateways = defineController(Gateway, {
      ownsStatus: true,
      reconcile({ spec }, { status }) {
        if (spec.port === 0) throw notReady('NoPort', 'Set a port.');
        const accepted = { type: 'Accepted', status: 'True', reason: 'Accepted', message: 'Accepted.' };
        status.set({ address: `10.0.0.1:${String(spec.port)}`, conditions: [accepted] });
        return Promise.resolve(awaitChange);
      },
    });
    expect(gateways.rules).toContainEqual({
      ...{ apiGroups: [Gateway.group], resources: ['gateways/status'], verbs: ['patch'] },
    });
    await using run = await runController(gateways, { server: createInMemoryApiServer({ kinds: [served] }) });
    const client = run.server.client.resource(Gateway);
    const key = { namespace: 'default', name: 'front' };
    await client.create({ apiVersion: 'gateways.example.org/v1', kind: 'Gateway', metadata: key, spec: { port: 80 } });
    await run.awaitIdle();
    const { status } = await client.get(key);
    expect(status).toEqual({
      address: '10.0.0.1:80',
      conditions: [
        {
          ...{ type: 'Accepted', status: 'True', reason: 'Accepted', message: 'Accepted.' },
          lastTransitionTime: expect.any(String) as string,
        },
      ],
    });
    const before = run.server.resourceVersion;
    await run.advance(60_000);
    await client.mergePatch(key, { metadata: { labels: { touched: 'yes' } } });
    await run.awaitIdle();
    expect(Number(run.server.resourceVersion)).toBe(Number(before) + 1);
    await client.mergePatch(key, { spec: { port: 0 } });
    await run.awaitIdle();
    expect((await client.get(key)).status).toEqual(status);
  });
});

it('a declared kind of another operator is served, also if it is not optional', async () => {
  const Route: Kind = { group: 'routes.example.com', version: 'v1', kind: 'Route', plural: 'routes', namespaced: true };
  const Site = defineApi({ group: 'example.com', version: 'v1', kind: 'Site', spec: t.object({}) });
  const controller = defineController(Site, {
    owns: { routes: owns(Route) },
    async reconcile({ metadata: { name } }, { routes }) {
      await routes.apply({ metadata: { name } });
      return awaitChange;
    },
  });
  await using run = await runController(controller);
  await run.server.client.resource(Site).create({ metadata: { namespace: 'default', name: 'a' }, spec: {} });
  await run.awaitIdle();

  expect(run.server.objects(Route)).toHaveLength(1);
});
