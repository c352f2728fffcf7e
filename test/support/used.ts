import type { AuditEvent } from '../../operator/src/testing/index.ts';
import { type Right, right } from './granted.ts';

/**
 * The rights that a request made use of. A patch that was answered 201 has made its object, which is `create` and
 * `patch`; and as the runtime makes an object only with an owner that blocks deletion, it is also `update` on the owner's
 * finalizers, which the admission plug-in OwnerReferencesPermissionEnforcement asks for.
 */
export function rightsUsed(event: AuditEvent, ownerFinalizers: readonly Right[]): readonly Right[] {
  const { objectRef, verb } = event;
  if (objectRef?.resource === undefined) return [];
  const { apiGroup = '', resource, subresource } = objectRef;
  const target = subresource === undefined ? resource : `${resource}/${subresource}`;
  const made = verb === 'patch' && subresource === undefined && event.responseStatus?.code === 201;
  return [right(apiGroup, target, verb), ...(made ? [right(apiGroup, target, 'create'), ...ownerFinalizers] : [])];
}

/** Whether a request changed something. */
export function isWrite({ verb, responseStatus }: AuditEvent): boolean {
  return !['get', 'list', 'watch'].includes(verb) && (responseStatus?.code ?? 0) < 400;
}
