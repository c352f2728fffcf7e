import { formatObject, type Kind, type KubeObject } from '../../base/index.ts';
import type { ReconcileEnvironment, Run } from '../write/index.ts';

/** The kinds for which the warning was logged, by controller. */
const warned = new WeakMap<ReconcileEnvironment, Set<Kind>>();

/**
 * Logs once per controller and kind that children keep an owner reference with an old API version: the admission
 * plug-in OwnerReferencesPermissionEnforcement, as on OpenShift, allows a change of the reference only to users who may
 * delete the child. After the CRD drops that version, the garbage collector does not delete the child.
 */
export function warnOfForbiddenReference(
  { environment, log }: Run,
  kind: Kind,
  { live, error }: { readonly live: KubeObject; readonly error: Error },
): void {
  const kinds = warned.get(environment) ?? new Set();
  if (kinds.has(kind)) return;
  warned.set(environment, kinds.add(kind));
  log.warn('cannot update the version in an owner reference', {
    child: formatObject({ kind: kind.kind, metadata: live.metadata }),
    detail: error.message,
    hint: `grant delete on ${kind.plural} before the old version is removed from the CRD, and restart the operator`,
  });
}
