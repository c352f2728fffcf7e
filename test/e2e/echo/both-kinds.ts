import { Echo, ScheduledEcho } from '../../../operator/src/kubewright.ts';
import type { Api } from '../../../operator/runtime/src/api/index.ts';
import {
  apiVersionOf,
  type Kind,
  type KubeObject,
  type OwnerReference,
} from '../../../operator/runtime/src/base/index.ts';
import { CronJob, Job } from '../../../operator/runtime/src/kinds/index.ts';
import { type WithConditions, withCondition } from '../../support/conditions.ts';
import type { Manifest } from '../../support/manifests.ts';
import { keyIn, type Scope } from '../../support/scope.ts';
import { echo, scheduledEcho } from './echos.ts';

/** Echo with its Job or ScheduledEcho with its CronJob, for tests that run on both kinds. */
export interface EchoKind {
  readonly api: Api;
  readonly child: Kind;
  readonly controller: string;
  /** The condition `Ready` while the Job runs, or while the CronJob is as desired. */
  readonly works: { readonly type: 'Ready'; readonly status: string; readonly reason: string };
  readonly manifest: (scope: Pick<Scope, 'namespace'>, name: string) => Manifest;
  /** The spec of an object that somebody else created for another purpose. */
  readonly foreignSpec: object;
}

const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'example.com/a:1' }] } };

export const bothKinds: readonly EchoKind[] = [
  {
    api: Echo,
    child: Job,
    controller: 'echo',
    works: { type: 'Ready', status: 'False', reason: 'Running' },
    manifest: echo,
    foreignSpec: { suspend: true, template },
  },
  {
    api: ScheduledEcho,
    child: CronJob,
    controller: 'scheduled-echo',
    works: { type: 'Ready', status: 'True', reason: 'Scheduled' },
    manifest: scheduledEcho,
    foreignSpec: { schedule: '@weekly', jobTemplate: { spec: { template } } },
  },
];

/** Waits until the Job of the resource runs, or its CronJob is as desired. */
export function works(scope: Scope, kind: EchoKind, name: string): Promise<WithConditions> {
  return withCondition(scope.client.resource(kind.api as Kind<WithConditions>), keyIn(scope, name), kind.works);
}

/** The owner reference that makes a resource the controller of an object. */
export function referenceTo({ api }: EchoKind, { metadata }: Pick<KubeObject, 'metadata'>): OwnerReference {
  const { name, uid } = metadata;
  return { apiVersion: apiVersionOf(api), kind: api.kind, name, uid, controller: true };
}
