import type { Kind } from '../../../operator/src/runtime/base/index.ts';
import { keyIn, type Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';

const kind: Kind = { group: '', version: 'v1', kind: 'ResourceQuota', plural: 'resourcequotas', namespaced: true };

/** Lets no more than so many Pods into the namespace of a scope, once they are counted. Disposing it lets in all. */
export async function quotaOfPods(scope: Scope, pods: number): Promise<AsyncDisposable> {
  const quotas = scope.client.resource(kind);
  const key = keyIn(scope, 'none');
  const quota = { apiVersion: 'v1', kind: kind.kind, metadata: key, spec: { hard: { pods: String(pods) } } };
  await quotas.create(quota);
  await until('the Pods are counted', async () => {
    const { status } = (await quotas.get(key)) as { readonly status?: { readonly hard?: object } };
    return status?.hard !== undefined;
  });
  return {
    async [Symbol.asyncDispose]() {
      await quotas.delete(key, { propagation: 'Background' });
    },
  };
}
