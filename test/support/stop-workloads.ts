import type { Kind } from '../../operator/runtime/src/base/index.ts';
import type { Client } from '../../operator/runtime/src/client/index.ts';
import { CronJob, Deployment, Job, Pod } from '../../operator/runtime/src/kinds/index.ts';
import { deleteIfPresent } from './manifests.ts';

/** What runs Pods, before the Pods that it would replace. */
const workloads: readonly Kind[] = [CronJob, Deployment, Job, Pod];

/**
 * Ends the Pods of a namespace whose operator has ended. The namespace stays: to delete one costs the control plane some
 * 200 requests, and as many again every few seconds as long as a finalizer that nobody removes holds a resource in it.
 * The whole cluster is deleted with the run.
 */
export async function stopWorkloads(client: Client, namespace: string): Promise<void> {
  for (const kind of workloads) {
    const { items } = await client.resource(kind).list({ namespace });
    await Promise.all(items.map(({ metadata: { name } }) => deleteIfPresent(client, kind, { namespace, name })));
  }
}
