import { Echo, ScheduledEcho } from '../../src/kubewright.ts';
import { isApiError } from '../../runtime/src/client/index.ts';
import { CronJob, Job, Lease, Pod } from '../../runtime/src/kinds/index.ts';
import { until } from '../../../test/support/until.ts';
import { deleteAll, toDefaultKey, waitUntilReady } from '../resources.ts';
import { buildSamplesStep } from '../operator-steps.ts';
import type { ReportText, Step, StepContext } from '../step.ts';
import type { Tour } from './tours.ts';

const kinds = ['Echo', 'ScheduledEcho'];
const key = toDefaultKey('hello-world');
const scheduledKey = toDefaultKey('hello-world-scheduled');
const leaseKey = { namespace: 'kubewright-system', name: 'kubewright' };
/** Jobs of a CronJob have generated names; the Job of an Echo has the name of the Echo. */
const scheduledPods = `job-name,job-name!=${key.name}`;

async function waitUntilPrinted(context: StepContext, say: ReportText): Promise<string> {
  await waitUntilReady(context, { kind: Echo, key }, say);
  return `the Pod printed: ${await readPodOutput(context, `job-name=${key.name}`)}`;
}

const isReady: Step = {
  title: 'The Echo becomes Ready',
  ids: ['EC-A1'],
  run: waitUntilPrinted,
};

const scheduledIsReady: Step = {
  title: 'The ScheduledEcho becomes Ready',
  ids: ['EC-A2'],
  async run(context, say) {
    await waitUntilReady(context, { kind: ScheduledEcho, key: scheduledKey }, say);
    const { spec } = await context.client.resource(CronJob).get(scheduledKey);
    return `CronJob ${scheduledKey.name}, schedule ${spec.schedule}, ${String(spec.concurrencyPolicy)}`;
  },
};

const appliedAgain: Step = {
  title: 'Apply the samples again',
  ids: ['EC-A4'],
  async run(context, say) {
    const before = await listChildren(context);
    const applied = await buildSamplesStep(kinds).run(context, say);
    await waitUntilReady(context, { kind: Echo, key }, say);
    await waitUntilReady(context, { kind: ScheduledEcho, key: scheduledKey }, say);
    const after = await listChildren(context);
    const uids = (children: Children): string => children.map(({ metadata }) => metadata.uid).join();
    if (uids(after) !== uids(before))
      throw new Error(`the children were replaced: before ${formatChildren(before)}, now ${formatChildren(after)}`);
    return `${applied}: still ${formatChildren(after)}`;
  },
};

const messageChanged: Step = {
  title: "Change the message to '-n $(HOSTNAME)'",
  async run(context, say) {
    await context.client.resource(Echo).mergePatch(key, { spec: { message: '-n $(HOSTNAME)' } });
    return waitUntilPrinted(context, say);
  },
};

const jobDeleted: Step = {
  title: 'kubectl delete job: the message is not printed again',
  async run(context, say) {
    await context.cluster.controlPlane.kubectl(['delete', 'job', key.name]);
    await waitUntilReady(context, { kind: Echo, key }, say);
    const jobs = await context.client.resource(Job).list({ namespace: key.namespace });
    const again = jobs.items.filter(({ metadata }) => metadata.name === key.name);
    if (again.length > 0) throw new Error('a new Job printed the message again');
    return 'no new Job, the Echo stays Ready';
  },
};

const scheduleCame: Step = {
  title: 'At the next minute, a Job of the CronJob prints the message',
  ids: ['EC-A2'],
  async run(context, say) {
    const { status } = await until(
      'the message was printed on schedule',
      async () => {
        const scheduled = await context.client.resource(ScheduledEcho).get(scheduledKey);
        const { lastScheduleTime = 'not yet', active = 0 } = scheduled.status ?? {};
        say(`last schedule ${lastScheduleTime}, ${String(active)} active`);
        return active === 0 && lastScheduleTime !== 'not yet' && scheduled;
      },
      { timeoutMs: 90_000, signal: context.signal },
    );
    return `${String(status?.lastScheduleTime)}: ${await readPodOutput(context, scheduledPods)}`;
  },
};

const retainedByAnother: Step = {
  title: 'The new leader retained the CronJob',
  ids: ['EC-A4'],
  async run({ client }) {
    const { metadata } = await client.resource(CronJob).get(scheduledKey);
    const { acquireTime = '' } = (await client.resource(Lease).get(leaseKey)).spec;
    if (!(Date.parse(metadata.creationTimestamp) < Date.parse(acquireTime)))
      throw new Error('the CronJob was replaced');
    return `CronJob ${metadata.name}, created at ${metadata.creationTimestamp}; the leader has held the Lease since ${acquireTime.slice(0, 19)}Z`;
  },
};

const rescheduled: Step = {
  title: 'Change message and schedule (0 4 * * SUN), then set an invalid schedule',
  ids: ['EC-A3'],
  async run({ client, signal }, say) {
    const echoes = client.resource(ScheduledEcho);
    await echoes.mergePatch(scheduledKey, { spec: { message: 'Good night', schedule: '0 4 * * SUN' } });
    const command = await until(
      'the CronJob has the new message and schedule',
      async () => {
        const { schedule, jobTemplate } = (await client.resource(CronJob).get(scheduledKey)).spec;
        const command = jobTemplate.spec?.template.spec?.containers[0]?.command;
        return schedule === '0 4 * * SUN' && command?.at(-1) === 'Good night' && command;
      },
      { signal },
    );
    const rejection = await expectRejection(echoes.mergePatch(scheduledKey, { spec: { schedule: '0 4 * * SOMEDAY' } }));
    say(rejection);
    const { spec } = await client.resource(CronJob).get(scheduledKey);
    return `the CronJob runs ${JSON.stringify(command)} on schedule ${spec.schedule}; the webhook rejected the invalid one`;
  },
};

/** Returns the API server's message for a write that it must reject. */
async function expectRejection(write: Promise<unknown>): Promise<string> {
  try {
    await write;
  } catch (error) {
    if (isApiError(error, 422)) return error.serverMessage;
    throw error;
  }
  throw new Error('the API server accepted an invalid object');
}

const echoDeleted: Step = {
  title: 'kubectl delete echo',
  ids: ['EC-A5'],
  async run(context, say) {
    const left = async (): Promise<readonly unknown[]> => [
      await context.client.resource(Job).tryGet(key),
      ...(await listPods(context, `job-name=${key.name}`)),
    ];
    await deleteAll(context, { resource: 'echo', name: key.name, left }, say);
    return 'Job and Pod are deleted';
  },
};

const scheduledDeleted: Step = {
  title: 'kubectl delete scheduledecho',
  ids: ['EC-A5'],
  async run(context, say) {
    const left = async (): Promise<readonly unknown[]> => [
      await context.client.resource(CronJob).tryGet(scheduledKey),
      ...(await listPods(context, scheduledPods)),
    ];
    await deleteAll(context, { resource: 'scheduledecho', name: scheduledKey.name, left }, say);
    return 'CronJob, Jobs and Pods are deleted';
  },
};

type Children = readonly (Job | CronJob)[];

async function listChildren({ client }: StepContext): Promise<Children> {
  const { namespace } = key;
  const jobs = (await client.resource(Job).list({ namespace })).items;
  const isOfAnEcho = ({ metadata }: Job): boolean =>
    metadata.ownerReferences?.some(({ kind }) => kind === Echo.kind) ?? false;
  return [...jobs.filter(isOfAnEcho), ...(await client.resource(CronJob).list({ namespace })).items];
}

function formatChildren(children: Children): string {
  return children.map(({ kind, metadata: { name, uid } }) => `${kind} ${name} (uid ${uid.slice(0, 8)}…)`).join(' and ');
}

async function listPods({ client }: StepContext, labelSelector: string): Promise<readonly Pod[]> {
  return (await client.resource(Pod).list({ namespace: key.namespace, labelSelector })).items;
}

/** The walk-through of the Echo operator. */
export const tour: Tour = {
  name: 'echo',
  title: 'Echo and ScheduledEcho: print a message once, or on a schedule',
  kinds,
  readySteps: [isReady, scheduledIsReady],
  steps: [appliedAgain, messageChanged, jobDeleted, echoDeleted],
  lastSteps: [scheduleCame, retainedByAnother, rescheduled, scheduledDeleted],
  commands: () =>
    Promise.resolve([
      'kubectl get ec,sec,jobs,cronjobs',
      `kubectl patch echo hello-world --type=merge -p '{"spec":{"message":"Good morning"}}'`,
      'kubectl describe scheduledecho hello-world-scheduled',
    ]),
};

async function readPodOutput({ client, cluster }: StepContext, labelSelector: string): Promise<string> {
  const { items } = await client.resource(Pod).list({ namespace: 'default', labelSelector });
  const [newest] = items.toSorted((a, b) => b.metadata.creationTimestamp.localeCompare(a.metadata.creationTimestamp));
  const container = newest?.spec.containers[0]?.name;
  if (newest === undefined || container === undefined) throw new Error(`no Pod with the labels ${labelSelector} found`);
  return (await cluster.node.log('default', newest.metadata.name, container)).trimEnd();
}
