import { beforeAll, describe, expect, it } from 'vitest';

import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { until } from '../../support/until.ts';
import { holderOf, takenFrom, writersIn } from '../support/lease.ts';
import { processIdOf } from '../support/operator-process.ts';
import { requestsOf } from '../support/requests.ts';
import { useScope } from '../support/use-scope.ts';
import { watched } from '../support/watched.ts';
import { deletePod, createReady, nextPod, onlyImmortal, podName, started } from './containers.ts';

describe('an operator with two replicas', () => {
  const scope = useScope({
    ...onlyImmortal,
    replicas: 2,
    // Long enough that a leader that stalls for some seconds keeps the Lease.
    settings: { leaseDurationSeconds: 10, renewDeadlineSeconds: 8, retryPeriodSeconds: 1 },
  });

  beforeAll(async () => {
    await createReady(scope(), 'phoenix');
  });

  it('has one leader, which is the only replica that writes, and one standby', async () => {
    const leader = await scope().operator.leader();
    const writers = writersIn(await requestsOf(scope()));
    expect(new Set(writers)).toEqual(new Set([leader.metadata.name]));
    expect(await scope().operator.pods()).toHaveLength(2);
  });

  it.each([2, 3])('counts exactly to %i when its leader is killed while a Pod is being deleted', async (startTimes) => {
    await until('both replicas run', async () => {
      const replicas = await scope().operator.pods();
      return replicas.filter(({ status }) => status?.containerStatuses?.[0]?.ready === true).length === 2;
    });
    await using pods = await watched(scope(), Pod);
    const [before, leader] = [await holderOf(scope()), await scope().operator.leader()];
    const pod = await deletePod(scope(), 'phoenix');
    process.kill(processIdOf(leader), 'SIGKILL');
    await takenFrom(scope(), before);
    await nextPod(scope(), 'phoenix', pod);
    await started(scope(), 'phoenix', startTimes);
    const added = (): readonly string[] =>
      pods.changes.filter(({ type }) => type === 'ADDED').map(({ object }) => object.metadata.name);
    await until('the watch has shown the new Pod', async () => added().length > 0);
    expect(added()).toEqual([podName('phoenix')]);
  });
});
