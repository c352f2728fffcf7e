import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/apis/index.ts';
import { pathOf, type Sent, type Status, unchecked } from '../../../operator/runtime/src/client/index.ts';
import type { CustomResourceDefinition } from '../../../operator/runtime/src/kinds/index.ts';
import { installOperator } from '../../support/install-operator.ts';
import { applyManifests, type Manifest, readManifests } from '../../support/manifests.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { conditionOf, ready, withCondition } from '../../support/web-server.ts';
import { atOnce } from '../support/at-once.ts';
import { simulatedServer } from './servers.ts';

const long = 'a'.repeat(60);
const key = (name: string): { namespace: string; name: string } => ({ namespace: 'default', name });
const survivors = [long, 'bare', 'leaving'];
const invalid = { type: 'Ready', status: 'False', reason: 'Invalid' };

/** The CRD as it was when it had no rules yet. */
function withoutRules(crd: Manifest): Manifest {
  const copy = structuredClone(crd) as Manifest & Pick<CustomResourceDefinition, 'spec'>;
  for (const { schema } of copy.spec.versions) {
    delete (schema?.openAPIV3Schema as Record<string, unknown>)['x-kubernetes-validations'];
  }
  return copy;
}

/** A WebServer that the rules would refuse. */
function survivor(name: string): Manifest {
  const { spec, ...rest } = simulatedServer('default', name) as Manifest & { spec: object };
  return {
    ...rest,
    metadata: { ...key(name), finalizers: ['example.com/kept'] },
    ...(name === long && { spec }),
  } as Manifest;
}

describe('an invalid WebServer', () => {
  let own: TestCluster;
  const crd = readManifests('embedded', 'crds').find(({ metadata }) => metadata.name === 'webservers.my.domain');

  beforeAll(async () => {
    own = await startTestCluster({ extraArgs: { 'kube-apiserver': ['--service-node-port-range=31000-31999'] } });
    const { client, cluster } = own;
    await applyManifests(client, [withoutRules(crd!)]);
    for (const name of survivors)
      await until(`${name} is stored`, () => client.resource(unchecked(WebServer)).create(survivor(name)));
    await applyManifests(client, [crd!]);
    await until('the rules are in force', async () =>
      (await refusedAs(survivor('late')))?.includes('spec is required'),
    );
    // The garbage collector looks for new kinds every 30 s, and when it starts.
    await cluster.controlPlane.restart('kube-controller-manager');
    await installOperator({
      client,
      namespace: 'kubewright-system',
      namespaces: ['default'],
      controllers: ['web-server'],
    });
  });

  afterAll(async () => {
    await own[Symbol.asyncDispose]();
  });

  /** Why the API server refuses to create it; `undefined` if it would create it. */
  async function refusedAs(body: Sent): Promise<string | undefined> {
    const path = pathOf(WebServer, { namespace: 'default' });
    const answer = await own.client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body });
    return answer.status >= 400 ? (answer.body as Status).message : undefined;
  }

  describe('that was stored before its rules', () => {
    it.each(['bare', long])('can still be patched by others, status and labels: %s', async (name) => {
      const servers = own.client.resource(WebServer);
      const condition = {
        ...{ type: 'example.com/Seen', status: 'True' as const, reason: 'Seen', message: '' },
        lastTransitionTime: '2030-01-01T00:00:00Z',
      };
      const { apiVersion, kind } = survivor(name);
      const status = { apiVersion, kind, metadata: key(name), status: { conditions: [condition] } };
      const { object } = await servers.apply(status, { fieldManager: 'seer', subresource: 'status' });
      expect(object.status?.conditions).toContainEqual(condition);
      await servers.mergePatch(key(name), { metadata: { labels: { seen: 'yes' } } });
    });

    it.each([
      ['without a spec', 'bare', /spec is required: add it/],
      ['with a name that is too long', long, /a{60}-service.*must be no more than 63/],
    ])('BUG-WS-11 is not Ready and waits for a person, in words of what to do: one %s', async (_what, name, words) => {
      const server = await withCondition(own.client, key(name), invalid);
      expect(conditionOf(server, 'Ready')?.message).toMatch(words);
      expect(conditionOf(server, 'Stalled')?.status).toBe('True');
      expect(conditionOf(server, 'Reconciling')?.status).toBe('False');
    });

    it('becomes Ready when its spec is added, which cannot be removed any more', async () => {
      const servers = own.client.resource(WebServer);
      await servers.mergePatch(key('bare'), { spec: { image: 'example.com/web:1' } });
      const { status } = await ready(own.client, key('bare'));
      expect(status?.readyReplicas).toBe(1);
      for (const name of ['bare', long]) {
        await expect(servers.mergePatch(key(name), { spec: null })).rejects.toThrow('spec is required');
      }
    });

    it.each(['bare', long, 'leaving'])('is deleted once its finalizer is removed: %s', async (name) => {
      const servers = own.client.resource(WebServer);
      await servers.delete(key(name), { propagation: 'Background' });
      expect((await servers.get(key(name))).metadata.deletionTimestamp).toBeDefined();
      await servers.mergePatch(key(name), { metadata: { finalizers: null } });
      await until(`${name} is deleted`, async () => (await servers.tryGet(key(name))) === undefined);
    });
  });

  it('whose node port its cluster does not give out says so, and is Ready at once with another', async () => {
    const { client } = own;
    const servers = client.resource(WebServer);
    await applyManifests(client, [simulatedServer('default', 'outside', { replicas: 0, nodePort: 30_999 })]);
    const server = await withCondition(client, key('outside'), invalid);
    expect(conditionOf(server, 'Ready')?.message).toContain('The range of valid ports is 31000-31999');
    expect(conditionOf(server, 'Stalled')?.status).toBe('True');
    await servers.mergePatch(key('outside'), { spec: { nodePort: 31_999 } });
    const healed = await atOnce('it is Ready', async () => {
      const now = await servers.get(key('outside'));
      return conditionOf(now, 'Ready')?.status === 'True' && now;
    });
    expect(healed.status?.nodePort).toBe(31_999);
  });
});
