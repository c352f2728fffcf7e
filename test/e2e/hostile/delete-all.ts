import type { Kind, KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { isApiError, type Resource } from '../../../operator/runtime/src/client/index.ts';
import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import type { Victim } from './victim.ts';

/** Deletes all objects of these kinds while the operator still runs, and removes the finalizers of others. */
export async function deleteAll({ client, namespace }: Scope, victims: readonly Victim[]): Promise<void> {
  const deletions = victims.map(async ({ api }) => {
    const resource = client.resource(api as Kind);
    const { items } = await resource.list({ namespace });
    for (const item of items) await deleteOne(resource, item, `${api.group}/`);
    const isEmpty = async (): Promise<boolean> => (await resource.list({ namespace })).items.length === 0;
    await until(`each ${api.kind} is deleted`, isEmpty, { timeoutMs: 120_000, everyMs: 1000 });
  });
  await Promise.all(deletions);
}

async function deleteOne(resource: Resource<KubeObject>, { metadata }: KubeObject, ours: string): Promise<void> {
  const { finalizers = [] } = metadata;
  const kept = finalizers.filter((name) => name.startsWith(ours));
  try {
    if (kept.length < finalizers.length) await resource.mergePatch(metadata, { metadata: { finalizers: kept } });
    await resource.delete(metadata, { propagation: 'Background' });
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
  }
}
