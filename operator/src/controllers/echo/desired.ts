import { isDeepStrictEqual } from 'node:util';

import type { Desired, Job } from '../../index.ts';
import type { Echo } from '../../apis/mmontes.io/v1alpha1/echo.ts';
import { echoPod, printing } from '../parts/echo-pod.ts';

/** The Job that prints the message. */
export function jobFor(echo: Echo, image: string): Desired<Job> {
  const { message } = echo.spec;
  return { metadata: { name: echo.metadata.name }, spec: { template: echoPod({ message, image }) } };
}

/** Whether a Job prints the message: one of ours, or one that the original operator made. */
export function prints(job: Job, message: string): boolean {
  const commands = [printing(message), ['echo', message]];
  const { containers = [] } = job.spec.template.spec ?? {};
  return containers.some(({ command }) => commands.some((one) => isDeepStrictEqual(command, one)));
}
