import type { Kind, KubeObject } from '../../../operator/src/runtime/base/index.ts';
import { pathOf, type Sent } from '../../../operator/src/runtime/client/index.ts';
import { CronJob, Job } from '../../../operator/src/runtime/kinds/index.ts';
import type { Scope } from '../../support/scope.ts';
import type { StoredEcho, StoredScheduledEcho } from './echos.ts';

/** What the original operator calls itself where it writes. */
export const originalManager = 'echoperator';

/** What the original leaves beside what it always sets. */
interface Leftover {
  /** That of the operator. @default - the resource's own */
  readonly namespace?: string;
  /** @default - what the spec says */
  readonly message?: string;
  /** @default - the Job runs */
  readonly suspend?: boolean;
}

/** The Job that the original makes for an Echo. */
export function originalJob(scope: Scope, echo: StoredEcho, leftover: Leftover = {}): Promise<Job> {
  const { suspend } = leftover;
  const spec = { ...jobSpecOf(echo, leftover), ...(suspend !== undefined && { suspend }) };
  return leave(scope, Job, { ...bodyOf(Job, echo, leftover), ...{ spec } });
}

/** The CronJob that the original makes for a ScheduledEcho. */
export function originalCronJob(scope: Scope, echo: StoredScheduledEcho, leftover: Leftover = {}): Promise<CronJob> {
  const { name, namespace = '' } = echo.metadata;
  const spec = {
    schedule: echo.spec.schedule,
    concurrencyPolicy: 'Forbid',
    jobTemplate: { metadata: { generateName: `${name}-`, namespace }, spec: jobSpecOf(echo, leftover) },
  };
  return leave(scope, CronJob, { ...bodyOf(CronJob, echo, leftover), ...{ spec } });
}

function bodyOf(kind: Kind, owner: KubeObject, { namespace = owner.metadata.namespace ?? '' }: Leftover): Sent {
  const { name, uid } = owner.metadata;
  const reference = { apiVersion: 'mmontes.io/v1alpha1', kind: owner.kind, name, uid };
  const ownerReferences = [{ ...reference, controller: true, blockOwnerDeletion: true }];
  const metadata = { namespace, name, ownerReferences };
  return { apiVersion: 'batch/v1', kind: kind.kind, metadata };
}

/** Its one container is called like the resource, and has the message as an argument of `echo`. */
function jobSpecOf({ metadata, spec }: StoredEcho | StoredScheduledEcho, leftover: Leftover): object {
  const { name, namespace = '' } = metadata;
  const { message = spec.message } = leftover;
  const image = { image: 'busybox:1.33.1', imagePullPolicy: 'IfNotPresent' };
  return {
    template: {
      metadata: { generateName: `${name}-`, namespace },
      spec: { containers: [{ name, ...image, command: ['echo', message] }], restartPolicy: 'Never' },
    },
  };
}

async function leave<T extends KubeObject>({ client }: Scope, kind: Kind<T>, body: Sent): Promise<T> {
  const path = pathOf(kind, { namespace: body.metadata.namespace ?? '' });
  const query = { fieldManager: originalManager };
  const answer = await client.transport.call({ method: 'POST', path, query, body });
  if (answer.status !== 201) throw new Error(`the original could not make it: ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}
