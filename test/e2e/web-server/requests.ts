import { randomUUID } from 'node:crypto';

import { ConfigMap } from '../../../operator/src/runtime/kinds/index.ts';
import { type AuditEvent, readAuditLog } from '../../../operator/src/testing/index.ts';
import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { isWrite } from '../../support/used.ts';

/** A point in the audit log: requests after it are newer. */
export type Mark = string;

/**
 * Leaves a mark in the audit log. The API server logs requests as it answers them, so whatever was answered before the
 * mark was asked for stands before it.
 */
export async function mark({ client, namespace, auditLogPath }: Scope): Promise<Mark> {
  const name = `mark-${randomUUID()}`;
  await client.resource(ConfigMap).tryGet({ namespace, name });
  await until('the audit log has the mark', () => hasMark(auditLogPath, name), { everyMs: 100 });
  return name;
}

async function hasMark(auditLogPath: string, name: Mark): Promise<boolean> {
  for await (const { objectRef } of readAuditLog(auditLogPath)) if (objectRef?.name === name) return true;
  return false;
}

/** All requests of the scope's operator up to now. @param since only those after this mark */
export async function requestsOf(scope: Scope, since?: Mark): Promise<readonly AuditEvent[]> {
  const end = await mark(scope);
  const requests: AuditEvent[] = [];
  let counts = since === undefined;
  for await (const event of readAuditLog(scope.auditLogPath)) {
    const { name } = event.objectRef ?? {};
    if (name === end) break;
    if (name === since) counts = true;
    if (counts && event.user.username === scope.operator.user && event.stage !== 'Panic') requests.push(event);
  }
  return requests;
}

/** The writes among `requests`, but for those of the Lease: `patch deployments/blue 201`. */
export function writesIn(requests: readonly AuditEvent[]): readonly string[] {
  return requests.filter((event) => isWrite(event) && event.objectRef?.resource !== 'leases').map(textOf);
}

/** The writes among `requests` that the API server did not take: `patch services/blue-service 422`. */
export function refusedIn(requests: readonly AuditEvent[]): readonly string[] {
  const refused = ({ verb, responseStatus }: AuditEvent): boolean =>
    !['get', 'list', 'watch'].includes(verb) && (responseStatus?.code ?? 0) >= 400;
  return requests.filter(refused).map(textOf);
}

function textOf({ verb, objectRef, responseStatus }: AuditEvent): string {
  const { resource = '', name = '', subresource } = objectRef ?? {};
  return [verb, [resource, name, subresource].filter(Boolean).join('/'), responseStatus?.code].join(' ');
}

/** What the operator asked for though its Role does not grant it. Quotas and policies refuse what is granted. */
export async function notAuthorized(scope: Scope): Promise<readonly string[]> {
  const requests = await requestsOf(scope);
  return requests.filter(({ annotations }) => annotations?.['authorization.k8s.io/decision'] === 'forbid').map(textOf);
}
