import { Echo, ScheduledEcho } from '../../../operator/src/apis/index.ts';
import { CronJob, Job, Pod } from '../../../operator/src/runtime/kinds/index.ts';
import { until } from '../../support/until.ts';
import { deleteAll, inDefault, ready } from '../resources.ts';
import { printedBy } from '../printed.ts';
import type { Say, Stage, Step, Tour } from '../stage.ts';

const key = inDefault('hello-world');
const scheduledKey = inDefault('hello-world-scheduled');
/** Jobs of a CronJob have names of their own; those of an Echo have its name. */
const scheduledPods = `job-name,job-name!=${key.name}`;

async function printed(stage: Stage, say: Say): Promise<string> {
  await ready(stage, { kind: Echo, key }, say);
  return `its Pod printed: ${await printedBy(stage, `job-name=${key.name}`)}`;
}

const isReady: Step = { title: 'The Echo becomes Ready', run: printed };

const scheduledIsReady: Step = {
  title: 'The ScheduledEcho becomes Ready',
  async run(stage, say) {
    await ready(stage, { kind: ScheduledEcho, key: scheduledKey }, say);
    const { spec } = await stage.client.resource(CronJob).get(scheduledKey);
    return `CronJob ${scheduledKey.name}, schedule ${spec.schedule}, ${String(spec.concurrencyPolicy)}`;
  },
};

const messageChanged: Step = {
  title: "Change the message to '-n $(HOSTNAME)'",
  async run(stage, say) {
    await stage.client.resource(Echo).mergePatch(key, { spec: { message: '-n $(HOSTNAME)' } });
    return printed(stage, say);
  },
};

const jobDeleted: Step = {
  title: 'kubectl delete job: a message is printed once',
  async run(stage, say) {
    await stage.cluster.controlPlane.kubectl(['delete', 'job', key.name]);
    await ready(stage, { kind: Echo, key }, say);
    const jobs = await stage.client.resource(Job).list({ namespace: key.namespace });
    const again = jobs.items.filter(({ metadata }) => metadata.name === key.name);
    if (again.length > 0) throw new Error('the message is printed again');
    return 'no new Job, the Echo stays Ready';
  },
};

const scheduleCame: Step = {
  title: 'At the full minute the CronJob prints, too',
  async run(stage, say) {
    const { status } = await until(
      'the message was printed on schedule',
      async () => {
        const scheduled = await stage.client.resource(ScheduledEcho).get(scheduledKey);
        const { lastScheduleTime = 'not yet', active = 0 } = scheduled.status ?? {};
        say(`last schedule ${lastScheduleTime}, ${String(active)} active`);
        return active === 0 && lastScheduleTime !== 'not yet' && scheduled;
      },
      { timeoutMs: 90_000, signal: stage.signal },
    );
    return `${String(status?.lastScheduleTime)}: ${await printedBy(stage, scheduledPods)}`;
  },
};

const rescheduled: Step = {
  title: 'Reschedule the ScheduledEcho: 0 4 * * SUN, then a bad one',
  async run({ client, signal }, say) {
    const echoes = client.resource(ScheduledEcho);
    const reasonOf = async (): Promise<string> => {
      const found = (await echoes.get(scheduledKey)).status?.conditions?.find(({ type }) => type === 'Ready');
      say(found?.message ?? 'no status yet');
      return found?.reason ?? '';
    };
    await echoes.mergePatch(scheduledKey, { spec: { schedule: '0 4 * * SUN' } });
    await until(
      'the CronJob follows',
      async () => (await client.resource(CronJob).get(scheduledKey)).spec.schedule === '0 4 * * SUN',
      { signal },
    );
    await echoes.mergePatch(scheduledKey, { spec: { schedule: '0 4 * * SOMEDAY' } });
    await until('the bad schedule is reported', async () => (await reasonOf()) === 'Invalid', { signal });
    await echoes.mergePatch(scheduledKey, { spec: { schedule: '@midnight' } });
    await until('the good one is', async () => (await reasonOf()) !== 'Invalid', { signal });
    const { spec } = await client.resource(CronJob).get(scheduledKey);
    return `the CronJob has ${spec.schedule}; the bad one was refused as Invalid`;
  },
};

const echoDeleted: Step = {
  title: 'kubectl delete echo',
  async run(stage, say) {
    const left = async (): Promise<readonly unknown[]> => [
      await stage.client.resource(Job).tryGet(key),
      ...(await podsOf(stage, `job-name=${key.name}`)),
    ];
    await deleteAll(stage, { resource: 'echo', name: key.name, left }, say);
    return 'Job and Pod are gone';
  },
};

const scheduledDeleted: Step = {
  title: 'kubectl delete scheduledecho',
  async run(stage, say) {
    const left = async (): Promise<readonly unknown[]> => [
      await stage.client.resource(CronJob).tryGet(scheduledKey),
      ...(await podsOf(stage, scheduledPods)),
    ];
    await deleteAll(stage, { resource: 'scheduledecho', name: scheduledKey.name, left }, say);
    return 'CronJob, Jobs and Pods are gone';
  },
};

async function podsOf({ client }: Stage, labelSelector: string): Promise<readonly Pod[]> {
  return (await client.resource(Pod).list({ namespace: key.namespace, labelSelector })).items;
}

/** The walk-through of the Echo operator. */
export const echoTour: Tour = {
  name: 'echo',
  title: 'Echo and ScheduledEcho: print a message once, or on a schedule',
  kinds: ['Echo', 'ScheduledEcho'],
  opening: [isReady, scheduledIsReady],
  steps: [messageChanged, jobDeleted, echoDeleted],
  finale: [scheduleCame, rescheduled, scheduledDeleted],
  commands: () =>
    Promise.resolve([
      'kubectl get ec,sec,jobs,cronjobs',
      `kubectl patch echo hello-world --type=merge -p '{"spec":{"message":"Good morning"}}'`,
      'kubectl describe scheduledecho hello-world-scheduled',
    ]),
};
