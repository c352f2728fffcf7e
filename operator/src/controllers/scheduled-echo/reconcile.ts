import { awaitChange, type Action } from '@kubewright/runtime';
import type { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import type { Context } from './dependencies.ts';
import { cronJobFor } from './desired.ts';
import { failedCreateOf } from './failed-create.ts';
import { statusFor } from './status.ts';

/** Applies the CronJob, then writes the status. */
export async function reconcile(echo: ScheduledEcho, context: Context): Promise<Action> {
  const { cronJobs, status, settings } = context;
  const { name } = echo.metadata;
  const found = cronJobs.get(name) ?? (await cronJobs.getLive(name));
  const cronJob = await cronJobs.apply(cronJobFor(echo, { image: settings.echoImage, found }));
  status.set(statusFor(cronJob, failedCreateOf(cronJob, context)));
  return awaitChange;
}
