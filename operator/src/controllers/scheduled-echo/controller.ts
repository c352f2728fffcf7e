/**
 * ScheduledEcho: a CronJob that prints a message on a schedule.
 *
 * - `desired`: the CronJob, as a function of the resource
 * - `failed-create`: why the Job of a run has no Pod, from its events
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
} from '@kubewright/runtime';
import { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import { echoSettings } from '../parts/echo-pod.ts';
import { jobEventsOf } from '../parts/failed-create.ts';
import { cronJobFor } from './desired.ts';
import { scheduledEchoOf, failedCreateOf } from './failed-create.ts';
import { statusFor } from './status.ts';

const dependencies = defineDependencies({
  settings: echoSettings,
  owns: { cronJobs: owns(CronJob) },
  watches: jobEventsOf(scheduledEchoOf).watches,
});

type Context = ContextOf<typeof ScheduledEcho, typeof dependencies>;

export const scheduledEcho: ControllerDefinition = defineController(ScheduledEcho, { ...dependencies, reconcile });

/** Applies the CronJob, then writes the status. */
export async function reconcile(echo: ScheduledEcho, context: Context): Promise<Action> {
  const { cronJobs, status, settings } = context;
  const { name } = echo.metadata;
  const found = cronJobs.get(name) ?? (await cronJobs.getLive(name));
  const cronJob = await cronJobs.apply(cronJobFor(echo, { image: settings.echoImage, found }));
  status.set(statusFor(cronJob, failedCreateOf(cronJob, context)));
  return awaitChange;
}
