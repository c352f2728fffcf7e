import type { CronJob, Desired } from '@kubewright/runtime';
import type { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import { buildEchoPod } from '../parts/echo-pod.ts';

/** What the CronJob depends on in addition to its ScheduledEcho. */
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
          // Any other value could make a run print nothing, or several times.
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
 * Returns the name of the container. Keeps the one that the upstream operator uses (the name of the ScheduledEcho),
 * because otherwise the Pod would have two containers that print.
 */
function getContainerName(found: CronJob | undefined, name: string): string {
  const names = found?.spec.jobTemplate.spec?.template.spec?.containers.map((container) => container.name) ?? [];
  return names.includes(name) && !names.includes('echo') ? name : 'echo';
}
