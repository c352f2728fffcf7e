import { isDeepStrictEqual } from 'node:util';

import type { Desired, Job } from '@kubewright/runtime';
import type { Echo } from '../../apis/mmontes.io/v1alpha1/echo.ts';
import { echoPod, printing } from '../parts/echo-pod.ts';

/** The Job that prints the message. */
export function jobFor(echo: Echo, image: string): Desired<Job> {
  const { message } = echo.spec;
  return { metadata: { name: echo.metadata.name }, spec: { template: echoPod({ message, image }) } };
}

/**
 * Whether a Job prints the message, and nothing else: one of ours, or one that the original operator created. What
 * admission has changed in ours is accepted: it would change the next Job in the same way.
 */
export function prints({ metadata, spec }: Job, message: string): boolean {
  const commands = [printing(message), ['echo', message]];
  const isOurs = metadata.labels?.['app.kubernetes.io/managed-by'] !== undefined;
  const { containers = [] } = spec.template.spec ?? {};
  return containers.some(
    ({ command, args }) =>
      commands.some((one) => isDeepStrictEqual(command, one)) && (isOurs || (args ?? []).length === 0),
  );
}
