import type { AuditEvent } from '../../operator/testing/src/index.ts';
import { type Right, right } from './granted.ts';

/** The right on the finalizers of its own kind that a controller needs to create children; named by its field manager. */
export type OwnerFinalizers = (fieldManager: string) => readonly Right[];

/**
 * The rights that a request used. A patch that was answered 201 has created its object, which is `create` and
 * `patch`; and as the runtime creates an object only with an owner that blocks deletion, it is also `update` on the owner's
 * finalizers, which the admission plug-in OwnerReferencesPermissionEnforcement asks for.
 */
export function rightsUsed(event: AuditEvent, ownerFinalizersOf: OwnerFinalizers): readonly Right[] {
  const { objectRef, verb } = event;
  if (objectRef?.resource === undefined) return [];
  const { apiGroup = '', resource, subresource } = objectRef;
  const target = subresource === undefined ? resource : `${resource}/${subresource}`;
  const created = verb === 'patch' && subresource === undefined && event.responseStatus?.code === 201;
  return [
    right(apiGroup, target, verb),
    ...(created ? [right(apiGroup, target, 'create'), ...ownerFinalizersOf(fieldManagerIn(event))] : []),
  ];
}

/** Whether a request changed something. */
export function isWrite({ verb, responseStatus }: AuditEvent): boolean {
  return !['get', 'list', 'watch'].includes(verb) && (responseStatus?.code ?? 0) < 400;
}

function fieldManagerIn({ requestURI }: AuditEvent): string {
  return new URL(requestURI, 'https://cluster').searchParams.get('fieldManager') ?? '';
}
