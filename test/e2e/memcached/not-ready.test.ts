import { describe, expect, it } from 'vitest';

import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { findCurrentCondition } from '../../support/conditions.ts';
import { until } from '../../support/until.ts';
import { createPodQuota } from '../support/pod-quota.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { listWarnings } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import {
  change,
  createReady,
  onlyMemcached,
  awaitMemcachedReady,
  awaitReadyWithNodes,
  awaitMemcachedCondition,
} from './caches.ts';

describe('a Memcached that is not Ready', () => {
  const scope = useScope(onlyMemcached);

  it('BUG-MC-14 has the reason in Ready and Degraded, and one Warning event, if its Pods cannot be created', async () => {
    const name = 'short';
    await createReady(scope(), name, { size: 1 });
    await using _quota = await createPodQuota(scope(), 1);
    await change(scope(), name, { spec: { size: 3 } });
    const memcached = await awaitMemcachedCondition(scope(), name, {
      type: 'Ready',
      status: 'False',
      reason: 'FailedCreate',
    });
    const { message } = findCurrentCondition(memcached, 'Ready')!;
    expect(message).toMatch(
      /^Deployment \S+\/short: pods "short-[a-z0-9]+-\*" is forbidden: exceeded quota: none, requested: pods=1/,
    );
    expect(findCurrentCondition(memcached, 'Degraded')).toMatchObject({
      status: 'True',
      reason: 'FailedCreate',
      message,
    });
    await until('there is a Warning', async () => (await listWarnings(scope(), memcached)).length > 0);
    await awaitSettled(scope());
    expect(await listWarnings(scope(), memcached)).toEqual(['FailedCreate ×1']);
    await change(scope(), name, { spec: { size: 1 } });
    await awaitMemcachedReady(scope(), name);
  });

  it('BUG-MC-14 is Degraded from the loss of available Pods until they are replaced', async () => {
    const name = 'lossy';
    const { client, namespace } = scope();
    await createReady(scope(), name, { size: 2 });
    const before = await awaitReadyWithNodes(scope(), name, 2);
    expect(findCurrentCondition(before, 'Degraded')?.status).toBe('False');
    const [victim = ''] = before.status?.nodes ?? [];
    const conditions = [{ type: 'Ready', status: 'False', lastTransitionTime: '2030-01-01T00:00:00Z' }];
    // Marks the Pod as not ready. The ReplicaSet replaces it only once it is deleted.
    await client
      .resource(Pod)
      .mergePatch({ namespace, name: victim }, { status: { conditions } }, { subresource: 'status' });
    const lost = await awaitMemcachedCondition(scope(), name, { type: 'Degraded', status: 'True', reason: 'PodsLost' });
    expect(findCurrentCondition(lost, 'Available')?.status).toBe('False');
    expect(findCurrentCondition(lost, 'Degraded')?.message).toMatch(
      /^Deployment \S+ has lost availability: 1 of 2 available\.$/,
    );
    await client.resource(Pod).delete({ namespace, name: victim }, { propagation: 'Background' });
    await awaitMemcachedCondition(scope(), name, { type: 'Degraded', status: 'False' });
    await awaitMemcachedReady(scope(), name);
  });
});
