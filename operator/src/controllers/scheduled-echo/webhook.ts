import { CronJob, defineWebhook, type WebhookDefinition } from '@kubewright/runtime';
import { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import { echoSettings } from '../parts/echo-pod.ts';
import { buildCronJob } from './desired.ts';

/** The fields that the CronJob copies from the ScheduledEcho. Their paths are the same in both. */
const fields: readonly string[] = ['spec.schedule', 'spec.timeZone'];

/**
 * Rejects a schedule or a time zone that is invalid in a CronJob. It asks the API server, because no cron library
 * accepts exactly the same schedules.
 */
export const scheduledEchoWebhook: WebhookDefinition<ScheduledEcho> = defineWebhook(ScheduledEcho, {
  dryRuns: { cronJobs: CronJob },
  settings: echoSettings,
  async validate(echo, { oldObject, cronJobs, settings }) {
    if (oldObject !== undefined && isSameTiming(oldObject, echo)) return [];
    const faults = await cronJobs.check(buildCronJob(echo, { image: settings.echoImage, found: undefined }));
    return faults.filter(({ path }) => fields.includes(path));
  },
});

/** Whether schedule and time zone are unchanged. An object that was stored before its CRD had rules may lack a spec. */
function isSameTiming(old: Partial<ScheduledEcho>, { spec }: Partial<ScheduledEcho>): boolean {
  return old.spec?.schedule === spec?.schedule && old.spec?.timeZone === spec?.timeZone;
}
