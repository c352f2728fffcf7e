import type { Event } from '@kubewright/runtime';
import { byJob, type JobEvents } from '../failed-create.ts';

/** Indexes events in memory like the runtime. */
export function buildJobEvents(...events: readonly Event[]): JobEvents {
  const ofReason = (reason: string): JobEvents['failedCreates'] => ({
    by: (_index, uid) => events.filter((event) => event.reason === reason && byJob(event) === uid),
  });
  return { failedCreates: ofReason('FailedCreate'), successfulCreates: ofReason('SuccessfulCreate') };
}
