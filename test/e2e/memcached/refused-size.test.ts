import { describe, expect, it } from 'vitest';

import { Memcached } from '../../../operator/src/kubewright.ts';
import { Deployment } from '../../../operator/runtime/src/kinds/index.ts';
import { until } from '../../support/until.ts';
import { createObstacle, obstaclesTo } from '../support/obstacles.ts';
import { metricsOf } from '../support/operator-process.ts';
import { mark, refusedIn, requestsOf } from '../support/requests.ts';
import { useScope } from '../support/use-scope.ts';
import { watched } from '../support/watched.ts';
import {
  change,
  deploymentOf,
  createReady,
  onlyMemcached,
  ready,
  type StoredMemcached,
  withCondition,
} from './caches.ts';

const undesired = 'memcached_deployment_size_undesired_count_total';
const labels = { app: 'probe' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'example.com/a:1' }] } };

describe('a size that the cluster refuses', () => {
  const scope = useScope(onlyMemcached);
  const policy = obstaclesTo({
    kind: Deployment,
    body: { spec: { selector: { matchLabels: labels }, template } },
    operations: ['CREATE', 'UPDATE'],
  }).find(({ what }) => what === 'a policy');

  /** A condition, also if it is of an older generation. */
  const standing = ({ status }: StoredMemcached, type: string) =>
    status?.conditions?.find((condition) => condition.type === type);

  /** The line of the counter, which has no labels. */
  async function counted(): Promise<string | undefined> {
    const metrics = await metricsOf(await scope().operator.leader());
    return metrics.split('\n').find((line) => line.startsWith(`${undesired} `));
  }

  it('BUG-MC-14 BUG-MC-15 is not counted as set by others, and is reached later without Degraded', async () => {
    const name = 'refused';
    const before = await createReady(scope(), name, { size: 1 });
    expect(standing(before, 'Available')).toMatchObject({ status: 'True', observedGeneration: 1 });
    await using memcacheds = await watched(scope(), Memcached);
    {
      await using _created = await createObstacle(scope(), policy!);
      const since = await mark(scope());
      await change(scope(), name, { spec: { size: 3 } });
      const refused = await withCondition(scope(), name, { type: 'Ready', status: 'False', reason: 'Forbidden' });
      expect(standing(refused, 'Available')).toEqual(standing(before, 'Available'));
      expect(refused.status?.observedGeneration).toBe(2);
      await until('the operator has tried again twice', async () => {
        const tried = refusedIn(await requestsOf(scope(), since));
        return tried.filter((write) => write.startsWith(`patch deployments/${name}`)).length > 2;
      });
      expect((await deploymentOf(scope(), name))?.spec.replicas).toBe(1);
    }
    const { status } = await ready(scope(), name);
    expect(status?.readyReplicas).toBe(3);
    const degraded = memcacheds.changes.filter(({ object }) => standing(object, 'Degraded')?.status !== 'False');
    expect(degraded).toEqual([]);
    expect(await counted()).toBe(`${undesired} 0`);
  });
});
