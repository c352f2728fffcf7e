import { describe, expect, it } from 'vitest';

import { Service } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf } from '../../support/conditions.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { quotaOfPods } from '../support/pod-quota.ts';
import { settled } from '../support/settled.ts';
import { warningsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { change, createReady, onlyMemcached, ready, type StoredMemcached, withCondition } from './caches.ts';

describe('a Memcached that is not Ready', () => {
  const scope = useScope(onlyMemcached);
  const notReady = (name: string, reason: string): Promise<StoredMemcached> =>
    withCondition(scope(), name, { type: 'Ready', status: 'False', reason });

  it('has the reason in Ready and Degraded, and one Warning event, if its Pods cannot be created', async () => {
    const name = 'short';
    await createReady(scope(), name, { size: 1 });
    await using _quota = await quotaOfPods(scope(), 1);
    await change(scope(), name, { spec: { size: 3 } });
    const memcached = await notReady(name, 'FailedCreate');
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

  it('is Ready again once its terminating Service is replaced', async () => {
    const name = 'away';
    await createReady(scope(), name, { size: 0 });
    const services = scope().client.resource(Service);
    await services.mergePatch(keyIn(scope(), name), { metadata: { finalizers: ['example.com/held'] } });
    await services.delete(keyIn(scope(), name), { propagation: 'Background' });
    const memcached = await notReady(name, 'Replacing');
    expect(conditionOf(memcached, 'Ready')?.message).toBe(
      `Service ${scope().namespace}/away is terminating; a new one is created once it no longer exists.`,
    );
    await services.mergePatch(keyIn(scope(), name), { metadata: { finalizers: null } });
    await ready(scope(), name);
  });
});
