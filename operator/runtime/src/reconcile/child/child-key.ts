import { formatKey, type Kind, type KubeObject, type ObjectKey, OperatorError } from '../../base/index.ts';
import { resolveChildNamespace } from '../declare/index.ts';
import type { Run } from '../write/index.ts';

/**
 * The key of a child. Errors: `DECLARATION_INVALID` if the child cannot be in the namespace, or if the operator does not
 * watch it: there it would neither see a change nor the child's deletion.
 *
 * @param asked the kind, and the verb that completes "failed to": apply, get, delete
 */
export function resolveChildKey<T extends KubeObject>(
  { owner, environment }: Run,
  asked: { readonly verb: string; readonly kind: Kind<T> },
  child: { readonly name: string; readonly namespace?: string | undefined },
): ObjectKey {
  const { verb, kind } = asked;
  const anyNamespace = environment.isInAnyNamespace?.(kind);
  const namespace = resolveChildNamespace({ owner, verb, kind, anyNamespace }, child);
  if (namespace === undefined) return { name: child.name };
  const key = { namespace, name: child.name };
  const { namespaces } = environment.getCache(kind);
  if (namespaces?.includes(namespace) !== false) return key;
  const hint = `the operator watches only the namespaces ${namespaces.join(', ')}; add ${namespace} to --watch-namespaces`;
  throw new OperatorError('DECLARATION_INVALID', `${verb} ${kind.kind} ${formatKey(key)}`, { hint });
}
