import { Echo, ScheduledEcho } from '../../../operator/src/kubewright.ts';
import { CronJob, Job } from '../../../operator/runtime/src/kinds/index.ts';
import type { Scope } from '../../support/scope.ts';
import { buildGoReference, createAs } from '../support/create-as.ts';
import type { StoredEcho, StoredScheduledEcho } from './echos.ts';

/** The field manager of the upstream operator. */
const upstreamManager = 'echoperator';

/** How the child that the upstream operator has left differs from the spec. */
interface Leftover {
  /**
   * The namespace of the child: the upstream operator may create it in its own namespace. @default - the namespace of
   * the owner
   */
  readonly namespace?: string;
  /** The message that the child prints. @default - the message of the spec */
  readonly message?: string;
  /** Whether the Job is suspended. @default - it runs */
  readonly suspend?: boolean;
}

/** Creates the Job that the upstream operator creates for an Echo. */
export function createUpstreamJob({ client }: Scope, echo: StoredEcho, leftover: Leftover = {}): Promise<Job> {
  const { name, namespace: own } = echo.metadata;
  const { namespace = own, suspend } = leftover;
  const metadata = { namespace, name, ownerReferences: [buildGoReference(Echo, echo)] };
  const spec = { ...buildJobSpec(echo, leftover), ...(suspend !== undefined && { suspend }) };
  return createAs(client, upstreamManager, { kind: Job, body: { metadata, spec } });
}

/** Creates the CronJob that the upstream operator creates for a ScheduledEcho. */
export function createUpstreamCronJob(
  { client }: Scope,
  echo: StoredScheduledEcho,
  leftover: Leftover = {},
): Promise<CronJob> {
  const { name, namespace: own } = echo.metadata;
  const { namespace = own } = leftover;
  const metadata = { namespace, name, ownerReferences: [buildGoReference(ScheduledEcho, echo)] };
  const jobTemplate = { metadata: { generateName: `${name}-`, namespace }, spec: buildJobSpec(echo, leftover) };
  const spec = { schedule: echo.spec.schedule, concurrencyPolicy: 'Forbid', jobTemplate };
  return createAs(client, upstreamManager, { kind: CronJob, body: { metadata, spec } });
}

/**
 * Builds the spec of the upstream Job: one container, with the name of the owner, which runs `echo` with the message.
 */
function buildJobSpec({ metadata, spec }: StoredEcho | StoredScheduledEcho, leftover: Leftover): object {
  const { name, namespace } = metadata;
  const { message = spec.message } = leftover;
  const image = { image: 'busybox:1.33.1', imagePullPolicy: 'IfNotPresent' };
  return {
    template: {
      metadata: { generateName: `${name}-`, namespace },
      spec: { containers: [{ name, ...image, command: ['echo', message] }], restartPolicy: 'Never' },
    },
  };
}
