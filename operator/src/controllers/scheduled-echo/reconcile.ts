import { awaitChange, type Action, type CronJob, type Owns, type StatusWriter, type ValuesOf } from '../../index.ts';
import type { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import type { echoSettings } from '../parts/echo-pod.ts';
import { cronJobFor } from './desired.ts';
import { statusFor } from './status.ts';

interface Handles {
  readonly cronJobs: Owns<CronJob>;
  readonly status: StatusWriter<NonNullable<ScheduledEcho['status']>>;
  readonly settings: ValuesOf<typeof echoSettings>;
}

/** A CronJob that equals the spec, then what it does. */
export async function reconcile(echo: ScheduledEcho, { cronJobs, status, settings }: Handles): Promise<Action> {
  const { name } = echo.metadata;
  const standing = cronJobs.get(name) ?? (await cronJobs.getLive(name));
  const cronJob = await cronJobs.apply(cronJobFor(echo, { image: settings.echoImage, standing }));
  status.set(statusFor(cronJob));
  return awaitChange;
}
