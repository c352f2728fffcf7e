import {
  awaitChange,
  type Action,
  type CronJob,
  type Event,
  type Owns,
  type Reads,
  type StatusWriter,
  type ValuesOf,
} from '../../index.ts';
import type { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import type { echoSettings } from '../parts/echo-pod.ts';
import { cronJobFor } from './desired.ts';
import { failedCreateOf } from './failed-create.ts';
import { statusFor } from './status.ts';

interface Handles {
  readonly cronJobs: Owns<CronJob>;
  readonly failedCreates: Pick<Reads<Event>, 'list'>;
  readonly successfulCreates: Pick<Reads<Event>, 'list'>;
  readonly status: StatusWriter<NonNullable<ScheduledEcho['status']>>;
  readonly settings: ValuesOf<typeof echoSettings>;
}

/** A CronJob that equals the spec, then what it does. */
export async function reconcile(echo: ScheduledEcho, handles: Handles): Promise<Action> {
  const { cronJobs, failedCreates, successfulCreates, status, settings } = handles;
  const { name } = echo.metadata;
  const standing = cronJobs.get(name) ?? (await cronJobs.getLive(name));
  const cronJob = await cronJobs.apply(cronJobFor(echo, { image: settings.echoImage, standing }));
  // Of two events of one second the Pod that was made counts: a Job that could not make it tries again later.
  const obstacle = failedCreateOf(cronJob, [...successfulCreates.list(), ...failedCreates.list()]);
  status.set(statusFor(cronJob, obstacle));
  return awaitChange;
}
