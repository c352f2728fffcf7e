import type { Kind, KubeObject, ObjectKey } from '../../base/index.ts';
import { resolveChildNamespace } from '../declare/index.ts';
import { rejectUnserved, type Run } from '../write/index.ts';

/**
 * Returns the key of a child. Errors: `DECLARATION_INVALID` if the child cannot be in the namespace; those of
 * `rejectUnserved` if the operator does not watch the namespace, because it would see neither a change nor the deletion
 * of the child.
 * @param asked the kind, and the verb that completes "failed to": apply, get, delete
 */
export function resolveChildKey<T extends KubeObject>(
  run: Run,
  asked: { readonly verb: string; readonly kind: Kind<T> },
  child: { readonly name: string; readonly namespace?: string | undefined },
): ObjectKey {
  const { owner, environment } = run;
  const { verb, kind } = asked;
  const anyNamespace = environment.isInAnyNamespace?.(kind);
  const namespace = resolveChildNamespace({ owner, verb, kind, anyNamespace }, child);
  if (namespace === undefined) return { name: child.name };
  const key = { namespace, name: child.name };
  rejectUnserved(run, asked, key);
  return key;
}
