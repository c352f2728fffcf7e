import {
  awaitChange,
  checkAgain,
  findCondition,
  notReady,
  type Action,
  type Job,
  type OwnsAndDeletes,
  type StatusWriter,
  type ValuesOf,
} from '../../index.ts';
import type { Echo } from '../../apis/mmontes.io/v1alpha1/echo.ts';
import type { echoSettings } from '../parts/echo-pod.ts';
import { jobFor, prints } from './desired.ts';
import { awaitsJob, isEchoed, statusFor } from './status.ts';

interface Handles {
  readonly jobs: OwnsAndDeletes<Job>;
  readonly status: StatusWriter<NonNullable<Echo['status']>>;
  readonly settings: ValuesOf<typeof echoSettings>;
}

/** A Job that prints the message once, then what came of it. */
export async function reconcile(echo: Echo, handles: Handles): Promise<Action> {
  const job = await jobOf(echo, handles);
  const status = statusFor(echo, job);
  handles.status.set(status);
  const ready = findCondition(status.conditions, 'Ready');
  if (ready?.reason === 'JobFailed') throw notReady('JobFailed', ready.message, { retry: false });
  return awaitsJob(echo, job) ? checkAgain(1_000) : awaitChange;
}

/**
 * The Job of the message: the one that stands, else a new one a moment after the last one has gone; none any more once
 * the message was dealt with.
 */
async function jobOf(echo: Echo, { jobs, status, settings }: Handles): Promise<Job | undefined> {
  const { name } = echo.metadata;
  const found = jobs.get(name) ?? (await jobs.getLive(name));
  if (found !== undefined && prints(found, echo.spec.message)) return jobs.keep({ name });
  if (found !== undefined) {
    // A write of the status fails if the Echo has changed: what it was some time ago must not delete what it has now.
    await status.save(statusFor(echo, found));
    // The template of a Job is immutable: another message needs another Job.
    return (await jobs.delete(name)) ? undefined : found;
  }
  // A Job gets no Pod for five minutes if Kubernetes has not seen yet that the last one of its name has gone:
  // https://github.com/kubernetes/kubernetes/issues/131917
  const hasJustGone = echo.status?.jobName !== undefined;
  return hasJustGone || isEchoed(echo) ? undefined : jobs.apply(jobFor(echo, settings.echoImage));
}
