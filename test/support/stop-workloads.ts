import type { Kind } from '../../operator/runtime/src/base/index.ts';
import type { Client } from '../../operator/runtime/src/client/index.ts';
import { CronJob, Deployment, Job, Pod } from '../../operator/runtime/src/kinds/index.ts';
import { deleteIfPresent } from './manifests.ts';

/** The kinds to delete, in this order: the other kinds would replace deleted Pods. */
const workloads: readonly Kind[] = [CronJob, Deployment, Job, Pod];

/**
 * Deletes the workloads of a namespace whose operator has stopped. The namespace remains: its deletion costs the
 * control plane some 200 requests, and as many again every few seconds while an object in it has a stuck finalizer. The
 * end of the test run deletes the whole cluster.
 */
export async function stopWorkloads(client: Client, namespace: string): Promise<void> {
  for (const kind of workloads) {
    const { items } = await client.resource(kind).list({ namespace });
    await Promise.all(items.map(({ metadata: { name } }) => deleteIfPresent(client, kind, { namespace, name })));
  }
}
