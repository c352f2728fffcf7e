import type { AuditEvent } from '../../operator/testing/src/index.ts';
import { type Right, right } from './granted.ts';

/**
 * The rights on the finalizers of its own kind that the controller with this field manager needs to create children.
 */
export type OwnerFinalizers = (fieldManager: string) => readonly Right[];

/**
 * The rights that a request used. A patch that was answered with 201 has created its object, which needs `create` and
 * `patch`. The runtime creates objects only with an owner reference that blocks deletion, so it also needs `update` on
 * the owner's finalizers: the admission plug-in OwnerReferencesPermissionEnforcement checks that. What a webhook tries
 * has no owner yet.
 */
export function rightsUsed(event: AuditEvent, ownerFinalizersOf: OwnerFinalizers): readonly Right[] {
  const { objectRef, verb } = event;
  if (objectRef?.resource === undefined) return [];
  const { apiGroup = '', resource, subresource } = objectRef;
  const target = subresource === undefined ? resource : `${resource}/${subresource}`;
  const used = right(apiGroup, target, verb);
  const created = verb === 'patch' && subresource === undefined && event.responseStatus?.code === 201;
  if (!created) return [used];
  const ofOwner = isDryRun(event) ? [] : ownerFinalizersOf(fieldManagerIn(event));
  return [used, right(apiGroup, target, 'create'), ...ofOwner];
}

/** Whether nothing is stored whatever the answer is: webhooks ask so what the API server would say. */
export function isDryRun({ requestURI }: AuditEvent): boolean {
  return new URL(requestURI, 'https://cluster').searchParams.has('dryRun');
}

/** Whether a request changed something. */
export function isWrite({ verb, responseStatus }: AuditEvent): boolean {
  return !['get', 'list', 'watch'].includes(verb) && (responseStatus?.code ?? 0) < 400;
}

function fieldManagerIn({ requestURI }: AuditEvent): string {
  return new URL(requestURI, 'https://cluster').searchParams.get('fieldManager') ?? '';
}
