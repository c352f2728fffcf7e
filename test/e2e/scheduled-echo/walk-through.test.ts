import { beforeAll, describe, expect, it } from 'vitest';

import { ScheduledEcho } from '../../../operator/src/kubewright.ts';
import { type CronJob, Job, Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { toKey } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { apply, findCronJob, printing, buildScheduledEcho, awaitScheduledEcho } from '../echo/echos.ts';
import { listPods, readOutput } from '../echo/pods.ts';
import { untilWithoutResync } from '../support/until-without-resync.ts';
import { createMark, listRequests, listWrites } from '../support/requests.ts';
import { restartOperator } from '../support/restart.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { useScope } from '../support/use-scope.ts';

/** The messages of ScheduledEchos by name. The last tests of this file wait until they are due. */
const everyMinute = { 'hello-world-scheduled': 'Hola, 世界!', odd: '-n $(HOSTNAME) $$ "%s"' };
const longestMinuteMs = 90_000;

describe('the walk-through of ScheduledEcho', () => {
  const scope = useScope(printing);

  const change = (name: string, spec: object): Promise<ScheduledEcho> =>
    scope().client.resource(ScheduledEcho).mergePatch(toKey(scope(), name), { spec });

  /** The Jobs that a CronJob has created. */
  async function listJobs(cronJob: string): Promise<readonly Job[]> {
    const { items } = await scope().client.resource(Job).list({ namespace: scope().namespace });
    return items.filter(({ metadata }) => metadata.ownerReferences?.some(({ name }) => name === cronJob));
  }

  /**
   * Waits until the CronJob has this spec. No resync runs in that time, so the update must come from the change
   * itself.
   */
  function awaitCronJob(name: string, spec: object): Promise<CronJob> {
    return untilWithoutResync(`the CronJob has ${JSON.stringify(spec)}`, async () => {
      const cronJob = await findCronJob(scope(), name);
      expect(cronJob).toMatchObject({ spec });
      return cronJob;
    });
  }

  beforeAll(async () => {
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    await scope().client.resource(Namespace).mergePatch({ name: scope().namespace }, { metadata: { labels } });
    const due = Object.entries(everyMinute).map(([name, message]) =>
      buildScheduledEcho(scope(), name, { message, schedule: '*/1 * * * *' }),
    );
    await apply(scope(), ...due);
    await apply(scope(), buildScheduledEcho(scope(), 'yearly'));
    await awaitScheduledEcho(scope(), 'yearly', 'Scheduled');
  });

  it('EC-A2 the upstream sample gets a CronJob in its own namespace, which never runs two Jobs at once', async () => {
    await awaitScheduledEcho(scope(), 'hello-world-scheduled', 'Scheduled');
    expect((await findCronJob(scope(), 'hello-world-scheduled'))?.spec).toMatchObject({
      ...{ schedule: '*/1 * * * *', concurrencyPolicy: 'Forbid', suspend: false },
    });
  });

  it('EC-A3 a new message or schedule is applied to the CronJob at once', async () => {
    const { metadata } = (await findCronJob(scope(), 'yearly'))!;
    await change('yearly', { message: 'Adiós' });
    const command = ['printf', String.raw`%s\n`, 'Adiós'];
    const template = { spec: { containers: [{ name: 'echo', command }] } };
    await awaitCronJob('yearly', { schedule: '@yearly', jobTemplate: { spec: { template } } });
    await change('yearly', { schedule: '@monthly' });
    const after = await awaitCronJob('yearly', { schedule: '@monthly', jobTemplate: { spec: { template } } });
    expect(after.metadata.uid).toBe(metadata.uid);
  });

  it('EC-A4 writes nothing when a ScheduledEcho is applied again, or the operator restarts', async () => {
    await apply(scope(), buildScheduledEcho(scope(), 'quiet'));
    await awaitScheduledEcho(scope(), 'quiet', 'Scheduled');
    await awaitSettled(scope());
    const [before, since] = [await findCronJob(scope(), 'quiet'), await createMark(scope())];
    await apply(scope(), buildScheduledEcho(scope(), 'quiet'));
    await restartOperator(scope());
    await awaitSettled(scope());
    expect(await findCronJob(scope(), 'quiet')).toEqual(before);
    const written = listWrites(await listRequests(scope(), since));
    expect(written.filter((write) => /\/(quiet|yearly)\b/.test(write))).toEqual([]);
  });

  it(
    'EC-A2 a Job prints the message byte for byte at the full minute, and the status has the time',
    async () => {
      for (const [name, message] of Object.entries(everyMinute)) {
        const job = await until(
          `a Job of ${name} is complete`,
          async () => (await listJobs(name)).find(({ status }) => status?.succeeded === 1),
          { timeoutMs: longestMinuteMs },
        );
        expect(await readOutput(scope(), job.metadata.name)).toBe(`${message}\n`);
        const { status } = await until('the status has the time of the run', async () => {
          const now = await scope().client.resource(ScheduledEcho).get(toKey(scope(), name));
          return now.status?.lastScheduleTime !== undefined && now.status.active === 0 && now;
        });
        expect(status?.lastScheduleTime).toMatch(/:00Z$/);
      }
    },
    longestMinuteMs * 2,
  );

  it('EC-A5 deletes the CronJob, its Jobs and their Pods with the ScheduledEcho', async () => {
    const name = 'odd';
    const jobs = (await listJobs(name)).map(({ metadata }) => metadata.name);
    expect(jobs.length).toBeGreaterThan(0);
    await scope().client.resource(ScheduledEcho).delete(toKey(scope(), name), { propagation: 'Background' });
    await until('the CronJob, its Jobs and their Pods are deleted', async () => {
      const pods = await Promise.all(jobs.map((job) => listPods(scope(), job)));
      return (
        (await findCronJob(scope(), name)) === undefined && (await listJobs(name)).length === 0 && !pods.flat().length
      );
    });
  });
});
