import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { toKey, type Scope } from '../../support/scope.ts';
import { type HinderedKind, awaitRejected, awaitAccepted } from './obstacles.ts';

const hindered: HinderedKind = { kind: Pod, body: { spec: { containers: [{ name: 'a', image: 'example.com/a:1' }] } } };
const kind: Kind = { group: '', version: 'v1', kind: 'ResourceQuota', plural: 'resourcequotas', namespaced: true };

/** Creates a quota of `pods` Pods in the scope's namespace, which must have that many. Disposing removes the quota. */
export async function createPodQuota(scope: Scope, pods: number): Promise<AsyncDisposable> {
  const quotas = scope.client.resource(kind);
  const key = toKey(scope, 'none');
  const quota = { apiVersion: 'v1', kind: kind.kind, metadata: key, spec: { hard: { pods: String(pods) } } };
  await quotas.create(quota);
  await awaitRejected(scope, hindered, /exceeded quota: none/);
  return {
    async [Symbol.asyncDispose]() {
      await quotas.delete(key, { propagation: 'Background' });
      await awaitAccepted(scope, hindered);
    },
  };
}
