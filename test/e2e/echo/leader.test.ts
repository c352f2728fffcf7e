import { beforeAll, describe, expect, it } from 'vitest';

import { ScheduledEcho } from '../../../operator/src/kubewright.ts';
import { CronJob, Job, Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { toKey } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import {
  awaitHolder,
  listHolders,
  getLease,
  parseTimeMs,
  findReleaseMs,
  awaitTakeover,
  watchLease,
  listWriters,
} from '../support/lease.ts';
import { fetchMetrics, getProcessId } from '../support/operator-process.ts';
import { createMark, listRequests } from '../support/requests.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { useScope } from '../support/use-scope.ts';
import {
  apply,
  findCronJob,
  buildEcho,
  awaitEcho,
  findJob,
  awaitNewJob,
  setMessage,
  buildScheduledEcho,
  simulated,
} from './echos.ts';
import { endPods } from './pods.ts';

const leaseDurationSeconds = 10;
// Long enough that a leader which stalls for some seconds keeps the Lease.
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
      .mergePatch(toKey(scope(), name), { spec: { schedule: value } });

  const scheduled = (name: string, value: string): Promise<unknown> =>
    until(`the schedule is ${value}`, async () => (await findCronJob(scope(), name))?.spec.schedule === value);

  beforeAll(async () => {
    await apply(
      scope(),
      buildEcho(scope(), 'done', 'once'),
      buildEcho(scope(), 'open'),
      buildScheduledEcho(scope(), 'nightly'),
    );
    await endPods(scope(), await awaitNewJob(scope(), 'done'));
    await awaitEcho(scope(), 'done', 'Echoed');
    await scheduled('nightly', '@yearly');
  });

  it('EC-A6 has one leader, named by the Lease, and no other replica writes', async () => {
    const pods = await allThree();
    const leader = await scope().operator.leader();
    await awaitSettled(scope());
    const writers = listWriters(await listRequests(scope()));
    expect(pods.map(({ metadata }) => metadata.name)).toContain(leader.metadata.name);
    expect(new Set(writers)).toEqual(new Set([leader.metadata.name]));
  });

  it('EC-A7 serves /metrics on every replica, leading or not', async () => {
    const leader = await scope().operator.leader();
    for (const pod of await allThree()) {
      const leads = String(Number(pod.metadata.uid === leader.metadata.uid));
      const status = new RegExp(`^leader_election_master_status\\{.*\\} ${leads}$`, 'm');
      const metrics = await until(`leader_election_master_status is ${leads}`, async () => {
        const text = await fetchMetrics(pod);
        return status.test(text) && text;
      });
      expect(metrics).toContain('# TYPE controller_runtime_reconcile_total counter');
    }
  });

  it('EC-A6 BUG-EC-14 has a new leader long before the Lease expires when the leader stops, and two never write at once', async () => {
    const [before, leader, since] = [
      await awaitHolder(scope()),
      await scope().operator.leader(),
      await createMark(scope()),
    ];
    await using held = await watchLease(scope());
    await scope().client.resource(Pod).delete(leader.metadata, { propagation: 'Background' });
    // Creates work for the stopping leader, and for the next one.
    await setMessage(scope(), 'open', 'another');
    await schedule('nightly', '@monthly');
    const taken = await awaitTakeover(scope(), before);
    const now = taken.spec.holderIdentity ?? '';
    await until('the watch has shown the new holder of the Lease', async () => listHolders(held).at(-1) === now);
    expect(parseTimeMs(taken.spec.acquireTime) - findReleaseMs(held)).toBeLessThan((leaseDurationSeconds * 1000) / 2);
    await scheduled('nightly', '@monthly');
    await awaitSettled(scope());

    const [old, next] = [before, now].map((identity) => identity.split('_')[0] ?? '');
    const writers = listWriters(await listRequests(scope(), since));
    expect(new Set(writers)).toEqual(new Set([old, next]));
    expect(writers.lastIndexOf(old ?? '')).toBeLessThan(writers.indexOf(next ?? ''));
    expect((await awaitNewJob(scope(), 'open')).spec.template.spec?.containers[0]?.command).toContain('another');
  });

  it('EC-A6 continues the work of a killed leader once its Lease has expired, and prints nothing twice', async () => {
    await allThree();
    const { spec: held } = await getLease(scope());
    const [before, leader] = [held.holderIdentity ?? '', await scope().operator.leader()];
    const done = await findJob(scope(), 'done');
    const open = await awaitNewJob(scope(), 'open');
    process.kill(getProcessId(leader), 'SIGKILL');
    // Changes objects while no replica leads.
    await schedule('nightly', '@weekly');
    await scope().client.resource(CronJob).delete(toKey(scope(), 'nightly'), { propagation: 'Background' });
    await endPods(scope(), open);
    await scope().client.resource(Job).delete(toKey(scope(), 'done'), { propagation: 'Background' });

    const taken = await awaitTakeover(scope(), before);
    expect(parseTimeMs(taken.spec.acquireTime) - parseTimeMs(held.renewTime)).toBeGreaterThanOrEqual(
      leaseDurationSeconds * 1000,
    );
    await scheduled('nightly', '@weekly');
    await awaitEcho(scope(), 'open', 'Echoed');
    await awaitSettled(scope());
    expect((await findJob(scope(), 'open'))?.metadata.uid).toBe(open.metadata.uid);
    expect(done).toBeDefined();
    expect(await findJob(scope(), 'done')).toBeUndefined();
  });
});
