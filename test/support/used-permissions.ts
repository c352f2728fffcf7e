import { type AuditEvent, readAuditLog } from '../../operator/testing/src/index.ts';
import { type Permission, formatPermission } from './granted-permissions.ts';

/**
 * Returns the permissions on finalizers of owners that the controller with this field manager needs to create children.
 */
export type GetOwnerFinalizers = (fieldManager: string) => readonly Permission[];

/**
 * The permissions that a request used. A patch that was answered with 201 has created its object, which needs `create`
 * and `patch`. The runtime creates objects only with an owner reference that blocks deletion, so it also needs `update`
 * on the owner's finalizers: the admission plug-in OwnerReferencesPermissionEnforcement checks that. In the dry runs of
 * webhooks, objects have no owner yet.
 */
export function listUsedPermissions(event: AuditEvent, getOwnerFinalizers: GetOwnerFinalizers): readonly Permission[] {
  const { objectRef, verb } = event;
  if (objectRef?.resource === undefined) return [];
  const { apiGroup = '', resource, subresource } = objectRef;
  const target = subresource === undefined ? resource : `${resource}/${subresource}`;
  const used = formatPermission(apiGroup, target, verb);
  const created = verb === 'patch' && subresource === undefined && event.responseStatus?.code === 201;
  if (!created) return [used];
  const ofOwner = isDryRun(event) ? [] : getOwnerFinalizers(parseFieldManager(event));
  return [used, formatPermission(apiGroup, target, 'create'), ...ofOwner];
}

/** The use that a user has made of its permissions so far. */
export interface PermissionUse {
  /** The used permissions, sorted. */
  readonly used: readonly Permission[];
  /** The requests that RBAC has rejected, such as `get /api/v1/pods`. */
  readonly forbidden: readonly string[];
}

/**
 * Reads the requests of a user in an audit log.
 * @param getOwnerFinalizers returns no permissions by default
 */
export async function readPermissionUse(
  auditLogPath: string,
  user: string,
  getOwnerFinalizers: GetOwnerFinalizers = () => [],
): Promise<PermissionUse> {
  const used = new Set<Permission>();
  const forbidden: string[] = [];
  for await (const event of readAuditLog(auditLogPath)) {
    if (event.user.username !== user) continue;
    for (const permission of listUsedPermissions(event, getOwnerFinalizers)) used.add(permission);
    if (event.annotations?.['authorization.k8s.io/decision'] === 'forbid')
      forbidden.push(`${event.verb} ${event.requestURI}`);
  }
  return { used: [...used].sort(), forbidden };
}

/** Whether a request is a dry run. Webhooks send dry runs to check the children of a new object. */
export function isDryRun({ requestURI }: AuditEvent): boolean {
  return new URL(requestURI, 'https://cluster').searchParams.has('dryRun');
}

export function isWrite({ verb, responseStatus }: AuditEvent): boolean {
  return !['get', 'list', 'watch'].includes(verb) && (responseStatus?.code ?? 0) < 400;
}

function parseFieldManager({ requestURI }: AuditEvent): string {
  return new URL(requestURI, 'https://cluster').searchParams.get('fieldManager') ?? '';
}
