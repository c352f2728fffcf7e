/**
 * Echo: a Job that prints a message once.
 *
 * - `desired`: the Job, as a function of the Echo
 * - `status`: whether the message is printed, as a function of the Echo and its Job
 *
 * @module
 */
import {
  defineDependencies,
  Job,
  owns,
  defineController,
  awaitChange,
  requeueAfter,
  tryFindCondition,
  notReady,
  type ContextOf,
  type ControllerDefinition,
  type Action,
  type Event,
  type ObjectKey,
} from '@kubewright/runtime';
import { Echo } from '../../apis/mmontes.io/v1alpha1/echo.ts';
import { echoSettings } from '../parts/echo-pod.ts';
import { watchJobEvents } from '../parts/failed-create.ts';
import { buildEchoJob, isPrinting } from './desired.ts';
import {
  isAwaitingJob,
  computeJobDeletionTime,
  wasJustDeleted,
  isEchoed,
  buildEchoStatus,
  findFailedCreate,
} from './status.ts';

const dependencies = defineDependencies({
  settings: echoSettings,
  owns: { jobs: owns(Job, { delete: true }) },
  watches: watchJobEvents(mapToEcho).watches,
});

type Context = ContextOf<typeof Echo, typeof dependencies>;

export const echo: ControllerDefinition = defineController(Echo, { ...dependencies, reconcile });

/** Maps an event about a Job to the Echo with the name of the Job. */
export function mapToEcho({ regarding }: Event): readonly ObjectKey[] {
  const { namespace, name } = regarding ?? {};
  return namespace === undefined || name === undefined ? [] : [{ namespace, name }];
}

/** Creates the Job that prints the message once, and writes the status. */
export async function reconcile(echo: Echo, context: Context): Promise<Action> {
  const { jobs, clock } = context;
  const { name } = echo.metadata;
  const found = jobs.get(name) ?? (await jobs.getLive(name));
  const job = await jobOf(echo, found, context);
  const obstacle = job && findFailedCreate(job, context);
  const status = {
    ...buildEchoStatus(echo, job, obstacle),
    ...computeJobDeletionTime(echo, { found, left: job, now: clock.now() }),
  };
  context.status.set(status);
  const ready = tryFindCondition(status.conditions, 'Ready');
  if (ready?.reason === 'JobFailed') throw notReady('JobFailed', ready.message, { retry: false });
  return isAwaitingJob(echo, job) ? requeueAfter(1_000) : awaitChange;
}

/**
 * Returns the Job of the message: the existing one, or a new one, which is created at least a second after the deletion
 * of the last one. Creates no Job once the message was printed or its Job has failed.
 */
async function jobOf(
  echo: Echo,
  found: Job | undefined,
  { jobs, status, settings, clock }: Context,
): Promise<Job | undefined> {
  const { name } = echo.metadata;
  if (found !== undefined && isPrinting(found, echo.spec.message)) return jobs.keep({ name });
  if (found !== undefined) {
    // Saving the status fails if the Echo has changed since it was read, so a reconcile for an older message cannot
    // delete the Job of a newer one.
    await status.save(buildEchoStatus(echo, found));
    // The template of a Job is immutable: another message needs another Job.
    return (await jobs.delete(name, { note: 'the Job does not print spec.message' })) ? undefined : found;
  }
  return wasJustDeleted(echo, clock.now()) || isEchoed(echo)
    ? undefined
    : jobs.apply(buildEchoJob(echo, settings.echoImage));
}
