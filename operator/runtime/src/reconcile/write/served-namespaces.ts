import { formatKey, getKey, type KubeObject, type ObjectKey, OperatorError } from '../../base/index.ts';
import type { CacheView } from '../../cache/index.ts';
import type { Run } from './run.ts';

/**
 * `STALE` if the namespace of the owner has lost its label since the reconcile began: then the caches do not show its
 * children any more.
 */
export function findLeft({ environment, owner, ownerKind }: Run): OperatorError | undefined {
  const key = getKey(owner);
  const cache = environment.getCache(ownerKind);
  if (cache.followsNamespaces !== true || isServed(cache, key)) return undefined;
  const hint = 'its namespace has lost the label of the operator';
  return new OperatorError('STALE', `reconcile ${ownerKind.kind} ${formatKey(key)}`, { object: key, hint });
}

function isServed({ namespaces }: CacheView<KubeObject>, { namespace }: ObjectKey): boolean {
  return namespace === undefined || namespaces?.includes(namespace) !== false;
}
