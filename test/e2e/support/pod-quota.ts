import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { keyIn, type Scope } from '../../support/scope.ts';
import { type Hindered, refused, taken } from './obstacles.ts';

const hindered: Hindered = { kind: Pod, body: { spec: { containers: [{ name: 'a', image: 'example.com/a:1' }] } } };
const kind: Kind = { group: '', version: 'v1', kind: 'ResourceQuota', plural: 'resourcequotas', namespaced: true };

/** Creates a quota of `pods` Pods in the scope's namespace, which must have that many. Disposing removes the quota. */
export async function quotaOfPods(scope: Scope, pods: number): Promise<AsyncDisposable> {
  const quotas = scope.client.resource(kind);
  const key = keyIn(scope, 'none');
  const quota = { apiVersion: 'v1', kind: kind.kind, metadata: key, spec: { hard: { pods: String(pods) } } };
  await quotas.create(quota);
  await refused(scope, hindered, /exceeded quota: none/);
  return {
    async [Symbol.asyncDispose]() {
      await quotas.delete(key, { propagation: 'Background' });
      await taken(scope, hindered);
    },
  };
}
