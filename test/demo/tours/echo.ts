import { Echo, ScheduledEcho } from '../../../operator/src/apis/index.ts';
import { CronJob, Job, Lease, Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { until } from '../../support/until.ts';
import { deleteAll, inDefault, ready } from '../resources.ts';
import { printedBy } from '../printed.ts';
import { samplesApplied } from '../samples.ts';
import type { Say, Stage, Step, Tour } from '../stage.ts';

const kinds = ['Echo', 'ScheduledEcho'];
const key = inDefault('hello-world');
const scheduledKey = inDefault('hello-world-scheduled');
const leaseKey = { namespace: 'kubewright-system', name: 'kubewright' };
/** Jobs of a CronJob have names of their own; those of an Echo have its name. */
const scheduledPods = `job-name,job-name!=${key.name}`;

async function printed(stage: Stage, say: Say): Promise<string> {
  await ready(stage, { kind: Echo, key }, say);
  return `its Pod printed: ${await printedBy(stage, `job-name=${key.name}`)}`;
}

const isReady: Step = {
  title: 'The Echo becomes Ready',
  ids: ['EC-A1'],
  run: printed,
};

const scheduledIsReady: Step = {
  title: 'The ScheduledEcho becomes Ready',
  ids: ['EC-A2'],
  async run(stage, say) {
    await ready(stage, { kind: ScheduledEcho, key: scheduledKey }, say);
    const { spec } = await stage.client.resource(CronJob).get(scheduledKey);
    return `CronJob ${scheduledKey.name}, schedule ${spec.schedule}, ${String(spec.concurrencyPolicy)}`;
  },
};

const appliedAgain: Step = {
  title: 'Apply the samples again',
  ids: ['EC-A4'],
  async run(stage, say) {
    const before = await childrenOf(stage);
    const applied = await samplesApplied(kinds).run(stage, say);
    await ready(stage, { kind: Echo, key }, say);
    await ready(stage, { kind: ScheduledEcho, key: scheduledKey }, say);
    const after = await childrenOf(stage);
    const uids = (children: Children): string => children.map(({ metadata }) => metadata.uid).join();
    if (uids(after) !== uids(before)) throw new Error(`there was ${namesOf(before)}, and now ${namesOf(after)}`);
    return `${applied}: still ${namesOf(after)}`;
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
  ids: ['EC-A2'],
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

const keptByAnother: Step = {
  title: 'The other leader kept it',
  ids: ['EC-A4'],
  async run({ client }) {
    const { metadata } = await client.resource(CronJob).get(scheduledKey);
    const { acquireTime = '' } = (await client.resource(Lease).get(leaseKey)).spec;
    if (!(Date.parse(metadata.creationTimestamp) < Date.parse(acquireTime)))
      throw new Error('the CronJob is a new one');
    return `CronJob ${metadata.name} of ${metadata.creationTimestamp}; it leads since ${acquireTime.slice(0, 19)}Z`;
  },
};

const rescheduled: Step = {
  title: 'Another message and schedule, 0 4 * * SUN, then a bad one',
  ids: ['EC-A3'],
  async run({ client, signal }, say) {
    const echoes = client.resource(ScheduledEcho);
    const reasonOf = async (): Promise<string> => {
      const found = (await echoes.get(scheduledKey)).status?.conditions?.find(({ type }) => type === 'Ready');
      say(found?.message ?? 'no status yet');
      return found?.reason ?? '';
    };
    await echoes.mergePatch(scheduledKey, { spec: { message: 'Good night', schedule: '0 4 * * SUN' } });
    const command = await until(
      'the CronJob follows',
      async () => {
        const { schedule, jobTemplate } = (await client.resource(CronJob).get(scheduledKey)).spec;
        const said = jobTemplate.spec?.template.spec?.containers[0]?.command;
        return schedule === '0 4 * * SUN' && said?.at(-1) === 'Good night' && said;
      },
      { signal },
    );
    await echoes.mergePatch(scheduledKey, { spec: { schedule: '0 4 * * SOMEDAY' } });
    await until('the bad schedule is reported', async () => (await reasonOf()) === 'Invalid', { signal });
    await echoes.mergePatch(scheduledKey, { spec: { schedule: '@midnight' } });
    await until('the good one is', async () => (await reasonOf()) !== 'Invalid', { signal });
    const { spec } = await client.resource(CronJob).get(scheduledKey);
    return `it runs ${JSON.stringify(command)}, now ${spec.schedule}; the bad one was refused as Invalid`;
  },
};

const echoDeleted: Step = {
  title: 'kubectl delete echo',
  ids: ['EC-A5'],
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
  ids: ['EC-A5'],
  async run(stage, say) {
    const left = async (): Promise<readonly unknown[]> => [
      await stage.client.resource(CronJob).tryGet(scheduledKey),
      ...(await podsOf(stage, scheduledPods)),
    ];
    await deleteAll(stage, { resource: 'scheduledecho', name: scheduledKey.name, left }, say);
    return 'CronJob, Jobs and Pods are gone';
  },
};

type Children = readonly (Job | CronJob)[];

/** Every Job of an Echo, and every CronJob. */
async function childrenOf({ client }: Stage): Promise<Children> {
  const { namespace } = key;
  const jobs = (await client.resource(Job).list({ namespace })).items;
  const isOfAnEcho = ({ metadata }: Job): boolean =>
    metadata.ownerReferences?.some(({ kind }) => kind === Echo.kind) ?? false;
  return [...jobs.filter(isOfAnEcho), ...(await client.resource(CronJob).list({ namespace })).items];
}

function namesOf(children: Children): string {
  return children.map(({ kind, metadata: { name, uid } }) => `${kind} ${name} (uid ${uid.slice(0, 8)}…)`).join(' and ');
}

async function podsOf({ client }: Stage, labelSelector: string): Promise<readonly Pod[]> {
  return (await client.resource(Pod).list({ namespace: key.namespace, labelSelector })).items;
}

/** The walk-through of the Echo operator. */
export const echoTour: Tour = {
  name: 'echo',
  title: 'Echo and ScheduledEcho: print a message once, or on a schedule',
  kinds,
  opening: [isReady, scheduledIsReady],
  steps: [appliedAgain, messageChanged, jobDeleted, echoDeleted],
  finale: [scheduleCame, keptByAnother, rescheduled, scheduledDeleted],
  commands: () =>
    Promise.resolve([
      'kubectl get ec,sec,jobs,cronjobs',
      `kubectl patch echo hello-world --type=merge -p '{"spec":{"message":"Good morning"}}'`,
      'kubectl describe scheduledecho hello-world-scheduled',
    ]),
};
