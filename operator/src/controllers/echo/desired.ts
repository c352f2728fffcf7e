import { isDeepStrictEqual } from 'node:util';

import type { Desired, Job } from '@kubewright/runtime';
import type { Echo } from '../../apis/mmontes.io/v1alpha1/echo.ts';
import { buildEchoPod, buildPrintCommand } from '../parts/echo-pod.ts';

export function buildEchoJob(echo: Echo, image: string): Desired<Job> {
  const { message } = echo.spec;
  return { metadata: { name: echo.metadata.name }, spec: { template: buildEchoPod({ message, image }) } };
}

/**
 * Whether a Job prints this message and nothing else. It may be a Job of this operator or of the upstream operator.
 * Arguments in a Job of this operator are accepted: a mutating webhook added them, and would also add them to the next
 * Job.
 */
export function isPrinting({ metadata, spec }: Job, message: string): boolean {
  const commands = [buildPrintCommand(message), ['echo', message]];
  const isOurs = metadata.labels?.['app.kubernetes.io/managed-by'] !== undefined;
  const { containers = [] } = spec.template.spec ?? {};
  return containers.some(
    ({ command, args }) =>
      commands.some((one) => isDeepStrictEqual(command, one)) && (isOurs || (args ?? []).length === 0),
  );
}
