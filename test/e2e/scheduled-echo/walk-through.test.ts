import { beforeAll, describe, expect, it } from 'vitest';

import { ScheduledEcho } from '../../../operator/src/kubewright.ts';
import { type CronJob, Job, Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { apply, cronJobOf, printing, scheduledEcho, scheduledEchoWith } from '../echo/echos.ts';
import { podsOf, printedBy } from '../echo/pods.ts';
import { atOnce } from '../support/at-once.ts';
import { mark, requestsOf, writesIn } from '../support/requests.ts';
import { restartOperator } from '../support/restart.ts';
import { settled } from '../support/settled.ts';
import { useScope } from '../support/use-scope.ts';

/** ScheduledEchos by name with their messages: the last tests of this file wait until they are due. */
const everyMinute = { 'hello-world-scheduled': 'Hola, 世界!', odd: '-n $(HOSTNAME) $$ "%s"' };
const longestMinuteMs = 90_000;

describe('the walk-through of ScheduledEcho', () => {
  const scope = useScope(printing);

  const change = (name: string, spec: object): Promise<ScheduledEcho> =>
    scope().client.resource(ScheduledEcho).mergePatch(keyIn(scope(), name), { spec });

  /** The Jobs that a CronJob has created. */
  async function jobsOf(cronJob: string): Promise<readonly Job[]> {
    const { items } = await scope().client.resource(Job).list({ namespace: scope().namespace });
    return items.filter(({ metadata }) => metadata.ownerReferences?.some(({ name }) => name === cronJob));
  }

  /** Waits until the CronJob has this spec, which must happen at once. */
  function cronJobWith(name: string, spec: object): Promise<CronJob> {
    return atOnce(`the CronJob has ${JSON.stringify(spec)}`, async () => {
      const cronJob = await cronJobOf(scope(), name);
      expect(cronJob).toMatchObject({ spec });
      return cronJob;
    });
  }

  beforeAll(async () => {
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    await scope().client.resource(Namespace).mergePatch({ name: scope().namespace }, { metadata: { labels } });
    const due = Object.entries(everyMinute).map(([name, message]) =>
      scheduledEcho(scope(), name, { message, schedule: '*/1 * * * *' }),
    );
    await apply(scope(), ...due);
    await apply(scope(), scheduledEcho(scope(), 'yearly'));
    await scheduledEchoWith(scope(), 'yearly', 'Scheduled');
  });

  it('EC-A2 the sample of the original operator gets a CronJob in its own namespace, which never runs two Jobs at once', async () => {
    await scheduledEchoWith(scope(), 'hello-world-scheduled', 'Scheduled');
    expect((await cronJobOf(scope(), 'hello-world-scheduled'))?.spec).toMatchObject({
      ...{ schedule: '*/1 * * * *', concurrencyPolicy: 'Forbid', suspend: false },
    });
  });

  it('EC-A3 a new message or schedule is applied to the CronJob at once', async () => {
    const { metadata } = (await cronJobOf(scope(), 'yearly'))!;
    await change('yearly', { message: 'Adiós' });
    const command = ['printf', String.raw`%s\n`, 'Adiós'];
    const template = { spec: { containers: [{ name: 'echo', command }] } };
    await cronJobWith('yearly', { schedule: '@yearly', jobTemplate: { spec: { template } } });
    await change('yearly', { schedule: '@monthly' });
    const after = await cronJobWith('yearly', { schedule: '@monthly', jobTemplate: { spec: { template } } });
    expect(after.metadata.uid).toBe(metadata.uid);
  });

  it('EC-A4 writes nothing when a ScheduledEcho is applied again, or the operator restarts', async () => {
    await apply(scope(), scheduledEcho(scope(), 'quiet'));
    await scheduledEchoWith(scope(), 'quiet', 'Scheduled');
    await settled(scope());
    const [before, since] = [await cronJobOf(scope(), 'quiet'), await mark(scope())];
    await apply(scope(), scheduledEcho(scope(), 'quiet'));
    await restartOperator(scope());
    await settled(scope());
    expect(await cronJobOf(scope(), 'quiet')).toEqual(before);
    const written = writesIn(await requestsOf(scope(), since));
    expect(written.filter((write) => /\/(quiet|yearly)\b/.test(write))).toEqual([]);
  });

  it(
    'EC-A2 a Job prints the message byte for byte at the full minute, and the status has the time',
    async () => {
      for (const [name, message] of Object.entries(everyMinute)) {
        const job = await until(
          `a Job of ${name} is complete`,
          async () => (await jobsOf(name)).find(({ status }) => status?.succeeded === 1),
          { timeoutMs: longestMinuteMs },
        );
        expect(await printedBy(scope(), job.metadata.name)).toBe(`${message}\n`);
        const { status } = await until('the status has the time of the run', async () => {
          const now = await scope().client.resource(ScheduledEcho).get(keyIn(scope(), name));
          return now.status?.lastScheduleTime !== undefined && now.status.active === 0 && now;
        });
        expect(status?.lastScheduleTime).toMatch(/:00Z$/);
      }
    },
    longestMinuteMs * 2,
  );

  it('EC-A5 deletes the CronJob, its Jobs and their Pods with the ScheduledEcho', async () => {
    const name = 'odd';
    const jobs = (await jobsOf(name)).map(({ metadata }) => metadata.name);
    expect(jobs.length).toBeGreaterThan(0);
    await scope().client.resource(ScheduledEcho).delete(keyIn(scope(), name), { propagation: 'Background' });
    await until('the CronJob, its Jobs and their Pods are deleted', async () => {
      const pods = await Promise.all(jobs.map((job) => podsOf(scope(), job)));
      return (await cronJobOf(scope(), name)) === undefined && (await jobsOf(name)).length === 0 && !pods.flat().length;
    });
  });
});
