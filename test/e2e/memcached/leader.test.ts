import { beforeAll, describe, expect, it } from 'vitest';

import { Memcached } from '../../../operator/src/kubewright.ts';
import { Deployment, Lease, Pod, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { toKey } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { fetchMetrics } from '../support/operator-process.ts';
import { useScope } from '../support/use-scope.ts';
import {
  change,
  findDeployment,
  createReady,
  onlyMemcached,
  awaitMemcachedReady,
  awaitReadyWithNodes,
} from './caches.ts';

const name = 'example-memcached';
const undesired = 'memcached_deployment_size_undesired_count_total';

/** The samples of a metric family, without its HELP and TYPE lines. */
function filterSamples(metrics: string, family: string): readonly string[] {
  return metrics.split('\n').filter((line) => line.startsWith(family));
}

describe('an operator with two replicas', () => {
  const scope = useScope({ ...onlyMemcached, replicas: 2 });

  async function findStandby(): Promise<Pod> {
    const leader = await scope().operator.leader();
    const [other] = (await scope().operator.pods()).filter(({ metadata }) => metadata.uid !== leader.metadata.uid);
    if (other === undefined) throw new Error('the operator lacks a standby replica');
    return other;
  }

  const scrapeLeader = async (): Promise<string> => fetchMetrics(await scope().operator.leader());
  const readCount = async (): Promise<number> =>
    Number(filterSamples(await scrapeLeader(), `${undesired} `)[0]?.split(' ')[1]);

  beforeAll(async () => {
    await createReady(scope(), name, { size: 1 });
  });

  it('MC-T5 MC-T10 has a Service that selects both replicas for metrics, and the leader has metrics', async () => {
    const { client, operator } = scope();
    const key = { namespace: operator.namespace, name: 'kubewright-metrics' };
    const { spec } = await client.resource(Service).get(key);
    const pods = await operator.pods();
    expect(pods).toHaveLength(2);
    expect(Object.keys(spec.selector ?? {})).not.toEqual([]);
    for (const pod of pods) expect(pod.metadata.labels).toMatchObject(spec.selector ?? {});
    expect(spec.ports).toMatchObject([{ name: 'metrics', port: 8080 }]);
    expect(await scrapeLeader()).toContain('# TYPE controller_runtime_reconcile_total counter');
  });

  it('MC-T6 exposes each Memcached in memcached_info, and none that is deleted', async () => {
    await createReady(scope(), 'brief', { size: 0 });
    const readInfo = async (): Promise<readonly string[]> => filterSamples(await scrapeLeader(), 'memcached_info{');
    const namespace = `namespace="${scope().namespace}"`;
    expect((await readInfo()).toSorted()).toEqual([
      `memcached_info{${namespace},memcached="brief"} 1`,
      `memcached_info{${namespace},memcached="${name}"} 1`,
    ]);
    expect(await scrapeLeader()).toContain(
      '# HELP memcached_info Information about the Memcached custom resource.\n# TYPE memcached_info gauge\n',
    );
    await scope().client.resource(Memcached).delete(toKey(scope(), 'brief'), { propagation: 'Background' });
    await until('memcached_info no longer has the deleted Memcached', async () => (await readInfo()).length === 1);
  });

  it('MC-T6 exposes memcached_info only on the leader', async () => {
    const metrics = await fetchMetrics(await findStandby());
    expect(filterSamples(metrics, 'memcached_info{')).toEqual([]);
    expect(metrics).toContain('leader_election_master_status');
  });

  it('MC-T12 BUG-MC-15 counts each size that somebody else sets, and none from the spec', async () => {
    await change(scope(), name, { spec: { size: 2 } });
    await awaitMemcachedReady(scope(), name);
    expect(await readCount()).toBe(0);
    for (const times of [1, 2, 3, 4, 5]) {
      await scope()
        .client.resource(Deployment)
        .mergePatch(toKey(scope(), name), { spec: { replicas: 3 } });
      await until('the size is restored', async () => (await findDeployment(scope(), name))?.spec.replicas === 2);
      await until('the edit is counted', async () => (await readCount()) >= times);
    }
    expect(await readCount()).toBe(5);
  });

  it('MC-T3 has a leader, and another one when the Pod of the leader is deleted', async () => {
    const { client, operator } = scope();
    const before = await operator.leader();
    expect(before.status?.phase).toBe('Running');
    await client.resource(Pod).delete(before.metadata, { propagation: 'Background' });
    const after = await until('another replica leads', async () => {
      const lease = await client.resource(Lease).get({ namespace: operator.namespace, name: 'kubewright' });
      const holder = lease.spec.holderIdentity ?? '';
      return holder !== '' && !holder.startsWith(`${before.metadata.name}_`) && holder;
    });
    await until('two replicas are available again', async () => {
      const key = { namespace: operator.namespace, name: 'kubewright' };
      return (await client.resource(Deployment).get(key)).status?.availableReplicas === 2;
    });
    expect((await operator.pods()).some(({ metadata }) => after.startsWith(`${metadata.name}_`))).toBe(true);
    await change(scope(), name, { spec: { size: 3 } });
    await awaitReadyWithNodes(scope(), name, 3);
    expect(filterSamples(await scrapeLeader(), 'memcached_info{')).toHaveLength(1);
  });
});
