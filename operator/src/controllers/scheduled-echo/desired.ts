import type { CronJob, Desired } from '@kubewright/runtime';
import type { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import { buildEchoPod } from '../parts/echo-pod.ts';

/** The inputs of a CronJob besides its ScheduledEcho. */
export interface CronJobOptions {
  readonly image: string;
  /** The existing CronJob. */
  readonly found: CronJob | undefined;
}

export function buildCronJob(echo: ScheduledEcho, { image, found }: CronJobOptions): Desired<CronJob> {
  const { name } = echo.metadata;
  const { message, schedule, suspend, timeZone } = echo.spec;
  return {
    metadata: { name },
    spec: {
      schedule,
      suspend,
      concurrencyPolicy: 'Forbid',
      timeZone: timeZone ?? null,
      jobTemplate: {
        spec: {
          // With other values, a run would print nothing, or more than once.
          suspend: null,
          completions: null,
          parallelism: null,
          template: buildEchoPod({ message, image, container: getContainerName(found, name) }),
        },
      },
    },
  };
}

/**
 * The upstream operator names its container like the ScheduledEcho: that name is retained, because otherwise two
 * containers of the Pod would print.
 */
function getContainerName(found: CronJob | undefined, name: string): string {
  const names = found?.spec.jobTemplate.spec?.template.spec?.containers.map((container) => container.name) ?? [];
  return names.includes(name) && !names.includes('echo') ? name : 'echo';
}
