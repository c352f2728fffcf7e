import { describe, expect, it } from 'vitest';

import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf } from '../../support/conditions.ts';
import { until } from '../../support/until.ts';
import { quotaOfPods } from '../support/pod-quota.ts';
import { settled } from '../support/settled.ts';
import { warningsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { change, createReady, onlyMemcached, ready, readyWithNodes, withCondition } from './caches.ts';

describe('a Memcached that is not Ready', () => {
  const scope = useScope(onlyMemcached);

  it('BUG-MC-14 has the reason in Ready and Degraded, and one Warning event, if its Pods cannot be created', async () => {
    const name = 'short';
    await createReady(scope(), name, { size: 1 });
    await using _quota = await quotaOfPods(scope(), 1);
    await change(scope(), name, { spec: { size: 3 } });
    const memcached = await withCondition(scope(), name, { type: 'Ready', status: 'False', reason: 'FailedCreate' });
    const { message } = conditionOf(memcached, 'Ready')!;
    expect(message).toMatch(
      /^Deployment \S+\/short: pods "short-[a-z0-9]+-\*" is forbidden: exceeded quota: none, requested: pods=1/,
    );
    expect(conditionOf(memcached, 'Degraded')).toMatchObject({ status: 'True', reason: 'FailedCreate', message });
    await until('there is a Warning', async () => (await warningsAbout(scope(), memcached)).length > 0);
    await settled(scope());
    expect(await warningsAbout(scope(), memcached)).toEqual(['FailedCreate ×1']);
    await change(scope(), name, { spec: { size: 1 } });
    await ready(scope(), name);
  });

  it('BUG-MC-14 is Degraded from the loss of available Pods until they are replaced', async () => {
    const name = 'lossy';
    const { client, namespace } = scope();
    await createReady(scope(), name, { size: 2 });
    const before = await readyWithNodes(scope(), name, 2);
    expect(conditionOf(before, 'Degraded')?.status).toBe('False');
    const [victim = ''] = before.status?.nodes ?? [];
    const conditions = [{ type: 'Ready', status: 'False', lastTransitionTime: '2030-01-01T00:00:00Z' }];
    // A Pod that can no longer run; it is replaced only once it is deleted.
    await client
      .resource(Pod)
      .mergePatch({ namespace, name: victim }, { status: { conditions } }, { subresource: 'status' });
    const lost = await withCondition(scope(), name, { type: 'Degraded', status: 'True', reason: 'PodsLost' });
    expect(conditionOf(lost, 'Available')?.status).toBe('False');
    expect(conditionOf(lost, 'Degraded')?.message).toMatch(
      /^Deployment \S+ has lost availability: 1 of 2 available\.$/,
    );
    await client.resource(Pod).delete({ namespace, name: victim }, { propagation: 'Background' });
    await withCondition(scope(), name, { type: 'Degraded', status: 'False' });
    await ready(scope(), name);
  });
});
