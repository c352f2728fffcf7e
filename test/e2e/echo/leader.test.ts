import { beforeAll, describe, expect, it } from 'vitest';

import { ScheduledEcho } from '../../../operator/src/kubewright.ts';
import { CronJob, Job, Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import {
  holderOf,
  holdersIn,
  leaseOf,
  msOf,
  releasedAtMs,
  takenFrom,
  watchedLease,
  writersIn,
} from '../support/lease.ts';
import { metricsOf, processIdOf } from '../support/operator-process.ts';
import { mark, requestsOf } from '../support/requests.ts';
import { settled } from '../support/settled.ts';
import { useScope } from '../support/use-scope.ts';
import { apply, cronJobOf, echo, echoWith, jobOf, newJobOf, say, scheduledEcho, simulated } from './echos.ts';
import { endPodsOf } from './pods.ts';

const leaseDurationSeconds = 10;
// Long enough that a leader that stalls for some seconds keeps the Lease.
const timing = { leaseDurationSeconds, renewDeadlineSeconds: 8, retryPeriodSeconds: 1 };

describe('an operator with three replicas', () => {
  const scope = useScope({ ...simulated, replicas: 3, settings: { ...simulated.settings, ...timing } });

  async function allThree(): Promise<readonly Pod[]> {
    return until('three replicas are ready', async () => {
      const pods = await scope().operator.pods();
      const ready = pods.filter(({ status }) => status?.containerStatuses?.[0]?.ready === true);
      return pods.length === 3 && ready.length === 3 && pods;
    });
  }

  const schedule = (name: string, value: string): Promise<unknown> =>
    scope()
      .client.resource(ScheduledEcho)
      .mergePatch(keyIn(scope(), name), { spec: { schedule: value } });

  const scheduled = (name: string, value: string): Promise<unknown> =>
    until(`the schedule is ${value}`, async () => (await cronJobOf(scope(), name))?.spec.schedule === value);

  beforeAll(async () => {
    await apply(scope(), echo(scope(), 'done', 'once'), echo(scope(), 'open'), scheduledEcho(scope(), 'nightly'));
    await endPodsOf(scope(), await newJobOf(scope(), 'done'));
    await echoWith(scope(), 'done', 'Echoed');
    await scheduled('nightly', '@yearly');
  });

  it('EC-A6 has one leader, named by the Lease, and no other replica writes', async () => {
    const pods = await allThree();
    const leader = await scope().operator.leader();
    await settled(scope());
    const writers = writersIn(await requestsOf(scope()));
    expect(pods.map(({ metadata }) => metadata.name)).toContain(leader.metadata.name);
    expect(new Set(writers)).toEqual(new Set([leader.metadata.name]));
  });

  it('EC-A7 serves /metrics on every replica, leading or not', async () => {
    const leader = await scope().operator.leader();
    for (const pod of await allThree()) {
      const leads = String(Number(pod.metadata.uid === leader.metadata.uid));
      const status = new RegExp(`^leader_election_master_status\\{.*\\} ${leads}$`, 'm');
      const metrics = await until(`leader_election_master_status is ${leads}`, async () => {
        const text = await metricsOf(pod);
        return status.test(text) && text;
      });
      expect(metrics).toContain('# TYPE controller_runtime_reconcile_total counter');
    }
  });

  it('EC-A6 BUG-EC-14 has a new leader long before the Lease expires when the leader stops, and two never write at once', async () => {
    const [before, leader, since] = [await holderOf(scope()), await scope().operator.leader(), await mark(scope())];
    await using held = await watchedLease(scope());
    await scope().client.resource(Pod).delete(leader.metadata, { propagation: 'Background' });
    // Work for the leader that stops, and for the next one.
    await say(scope(), 'open', 'another');
    await schedule('nightly', '@monthly');
    const taken = await takenFrom(scope(), before);
    const now = taken.spec.holderIdentity ?? '';
    await until('the watch has shown the new holder of the Lease', async () => holdersIn(held).at(-1) === now);
    expect(msOf(taken.spec.acquireTime) - releasedAtMs(held)).toBeLessThan((leaseDurationSeconds * 1000) / 2);
    await scheduled('nightly', '@monthly');
    await settled(scope());

    const [old, next] = [before, now].map((identity) => identity.split('_')[0] ?? '');
    const writers = writersIn(await requestsOf(scope(), since));
    expect(new Set(writers)).toEqual(new Set([old, next]));
    expect(writers.lastIndexOf(old ?? '')).toBeLessThan(writers.indexOf(next ?? ''));
    expect((await newJobOf(scope(), 'open')).spec.template.spec?.containers[0]?.command).toContain('another');
  });

  it('EC-A6 continues the work of a killed leader once its Lease has expired, and prints nothing twice', async () => {
    await allThree();
    const { spec: held } = await leaseOf(scope());
    const [before, leader] = [held.holderIdentity ?? '', await scope().operator.leader()];
    const done = await jobOf(scope(), 'done');
    const open = await newJobOf(scope(), 'open');
    process.kill(processIdOf(leader), 'SIGKILL');
    // These changes happen while nobody leads.
    await schedule('nightly', '@weekly');
    await scope().client.resource(CronJob).delete(keyIn(scope(), 'nightly'), { propagation: 'Background' });
    await endPodsOf(scope(), open);
    await scope().client.resource(Job).delete(keyIn(scope(), 'done'), { propagation: 'Background' });

    const taken = await takenFrom(scope(), before);
    expect(msOf(taken.spec.acquireTime) - msOf(held.renewTime)).toBeGreaterThanOrEqual(leaseDurationSeconds * 1000);
    await scheduled('nightly', '@weekly');
    await echoWith(scope(), 'open', 'Echoed');
    await settled(scope());
    expect((await jobOf(scope(), 'open'))?.metadata.uid).toBe(open.metadata.uid);
    expect(done).toBeDefined();
    expect(await jobOf(scope(), 'done')).toBeUndefined();
  });
});
