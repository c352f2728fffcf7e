import { awaitChange, type Action, type CronJob, type Owns, type StatusWriter, type ValuesOf } from '../../index.ts';
import type { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import type { echoSettings } from '../parts/echo-pod.ts';
import type { JobEvents } from '../parts/failed-create.ts';
import { cronJobFor } from './desired.ts';
import { failedCreateOf } from './failed-create.ts';
import { statusFor } from './status.ts';

interface Handles extends JobEvents {
  readonly cronJobs: Owns<CronJob>;
  readonly status: StatusWriter<NonNullable<ScheduledEcho['status']>>;
  readonly settings: ValuesOf<typeof echoSettings>;
}

/** A CronJob that equals the spec, then what it does. */
export async function reconcile(echo: ScheduledEcho, handles: Handles): Promise<Action> {
  const { cronJobs, status, settings } = handles;
  const { name } = echo.metadata;
  const standing = cronJobs.get(name) ?? (await cronJobs.getLive(name));
  const cronJob = await cronJobs.apply(cronJobFor(echo, { image: settings.echoImage, standing }));
  status.set(statusFor(cronJob, failedCreateOf(cronJob, handles)));
  return awaitChange;
}
