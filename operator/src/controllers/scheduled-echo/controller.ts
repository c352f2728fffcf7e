/**
 * ScheduledEcho: a CronJob that prints a message on a schedule.
 *
 * - `desired`: the CronJob, as a function of the ScheduledEcho
 * - `status`: the status, as a function of the CronJob
 *
 * @module
 */
import {
  CronJob,
  defineDependencies,
  owns,
  defineController,
  awaitChange,
  type ContextOf,
  type ControllerDefinition,
  type Action,
  type Event,
  type ObjectKey,
} from '@kubewright/runtime';
import { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import { echoSettings } from '../parts/echo-pod.ts';
import { watchJobEvents } from '../parts/failed-create.ts';
import { buildCronJob } from './desired.ts';
import { buildScheduledEchoStatus, findFailedCreate } from './status.ts';

const dependencies = defineDependencies({
  settings: echoSettings,
  owns: { cronJobs: owns(CronJob) },
  watches: watchJobEvents(mapToScheduledEcho).watches,
});

type Context = ContextOf<typeof ScheduledEcho, typeof dependencies>;

export const scheduledEcho: ControllerDefinition = defineController(ScheduledEcho, { ...dependencies, reconcile });

/**
 * Maps an event about a Job to the ScheduledEcho: the Jobs of a CronJob are named `<its name>-<minutes since 1970>`.
 */
export function mapToScheduledEcho({ regarding }: Event): readonly ObjectKey[] {
  const { namespace, name } = regarding ?? {};
  const of = /^(.+)-\d+$/.exec(name ?? '')?.[1];
  return namespace === undefined || of === undefined ? [] : [{ namespace, name: of }];
}

export async function reconcile(echo: ScheduledEcho, context: Context): Promise<Action> {
  const { cronJobs, status, settings } = context;
  const { name } = echo.metadata;
  const found = cronJobs.get(name) ?? (await cronJobs.getLive(name));
  const cronJob = await cronJobs.apply(buildCronJob(echo, { image: settings.echoImage, found }));
  status.set(buildScheduledEchoStatus(cronJob, findFailedCreate(cronJob, context)));
  return awaitChange;
}
