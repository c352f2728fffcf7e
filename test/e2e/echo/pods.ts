import { readFile } from 'node:fs/promises';

import { Event, Job, Pod } from '../../../operator/runtime/src/kinds/index.ts';
import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';

export async function listPods({ client, namespace }: Scope, job: string): Promise<readonly Pod[]> {
  const labelSelector = `batch.kubernetes.io/job-name=${job}`;
  return (await client.resource(Pod).list({ namespace, labelSelector })).items;
}

/** Lists the Pods of a Job by its uid, because an earlier Job with its name may still have Pods. */
async function listOwnPods({ client, namespace }: Scope, job: Job): Promise<readonly Pod[]> {
  const labelSelector = `batch.kubernetes.io/controller-uid=${job.metadata.uid}`;
  return (await client.resource(Pod).list({ namespace, labelSelector })).items;
}

/** Returns the output of the only Pod of a Job, byte for byte. */
export async function readOutput(scope: Scope, job: string): Promise<string> {
  const { client, namespace } = scope;
  const [pod, ...others] = await listOwnPods(scope, await client.resource(Job).get({ namespace, name: job }));
  const log = pod?.metadata.annotations?.['log.node.kubewright.dev/echo'];
  if (log === undefined || others.length > 0) throw new Error(`Job ${job} must have exactly one Pod that ran`);
  return readFile(log, 'utf8');
}

/** Ends the simulated Pods of a Job: sets the status that a kubelet would report. */
export async function endPods(scope: Scope, job: Job, phase: 'Succeeded' | 'Failed' = 'Succeeded'): Promise<void> {
  const { client } = scope;
  const pods = await until(`a Pod of ${job.metadata.name} runs`, async () => {
    const items = await listOwnPods(scope, job);
    if (items.some(({ status }) => status?.phase === 'Running')) return items;
    const { status } = await client.resource(Job).get(job.metadata);
    const phases = items.map((pod) => `${pod.metadata.name} ${pod.status?.phase ?? ''}`);
    throw new Error(`Pods: ${JSON.stringify(phases)}, Job: ${JSON.stringify(status)}`);
  });
  for (const { metadata } of pods) {
    await client.resource(Pod).mergePatch(metadata, { status: { phase } }, { subresource: 'status' });
  }
}

/** Returns how often a Job failed to create a Pod. */
export async function countFailures({ client, namespace }: Scope, job: string): Promise<number> {
  const fieldSelector = `regarding.kind=Job,regarding.name=${job},reason=FailedCreate`;
  const { items } = await client.resource(Event).list({ namespace, fieldSelector });
  return items.reduce((sum, { deprecatedCount, series }) => sum + (series?.count ?? deprecatedCount ?? 1), 0);
}
