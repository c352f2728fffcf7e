import { formatKey, getKey, type Kind, type KubeObject, type ObjectKey, OperatorError } from '../../base/index.ts';
import type { CacheView } from '../../cache/index.ts';
import type { Run } from './run.ts';

/**
 * Returns the error `STALE` if the namespace of the owner has lost the watched label since the reconcile began: then
 * the caches do not show its children any more.
 */
export function findLeft({ environment, owner, ownerKind }: Run): OperatorError | undefined {
  const key = getKey(owner);
  const cache = environment.getCache(ownerKind);
  if (cache.followsNamespaces !== true || isServed(cache, key)) return undefined;
  const hint = 'the namespace of the object has lost the label that the operator selects';
  return new OperatorError('STALE', `reconcile ${ownerKind.kind} ${formatKey(key)}`, { object: key, hint });
}

/**
 * Throws for an object that no watch would show: `NOT_READY` if its namespace may still get the watched label,
 * otherwise `DECLARATION_INVALID`.
 * @param asked the kind, and the verb that completes "failed to"
 */
export function rejectUnserved(
  { environment }: Run,
  { verb, kind }: { readonly verb: string; readonly kind: Kind },
  key: ObjectKey,
): void {
  const cache = environment.getCache(kind);
  const { namespaces = [], followsNamespaces } = cache;
  // An optional kind that is not installed has no watch, and the API server rejects the call itself.
  if (!kind.namespaced || !cache.isPresent || isServed(cache, key)) return;
  const what = `${verb} ${kind.kind} ${formatKey(key)}`;
  const namespace = key.namespace ?? '';
  if (followsNamespaces === true) {
    const hint = `the namespace ${namespace} does not have the label that the operator selects; the reconcile is retried`;
    throw new OperatorError('NOT_READY', what, { object: key, hint });
  }
  const hint = `the operator watches only the namespaces ${namespaces.join(', ')}; add ${namespace} to --watch-namespaces`;
  throw new OperatorError('DECLARATION_INVALID', what, { hint });
}

/**
 * The namespaces in which to list live objects, so that none is missed that this operator has written; `undefined` for
 * all namespaces. With a label selector it is all of them, because objects stay in a namespace that loses its label;
 * the operator then has permissions in all namespaces.
 */
export function listReached({ namespaces, followsNamespaces }: CacheView<KubeObject>): readonly (string | undefined)[] {
  return followsNamespaces === true ? [undefined] : (namespaces ?? [undefined]);
}

function isServed({ namespaces }: CacheView<KubeObject>, { namespace }: ObjectKey): boolean {
  return namespace === undefined || namespaces?.includes(namespace) !== false;
}
