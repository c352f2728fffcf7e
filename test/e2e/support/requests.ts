import { randomUUID } from 'node:crypto';

import { ConfigMap } from '../../../operator/runtime/src/kinds/index.ts';
import type { AuditEvent } from '../../../operator/testing/src/index.ts';
import { ScopeLog } from '../../support/scope-log.ts';
import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { isWrite } from '../../support/used-permissions.ts';

/** A point in the audit log, before which all requests are older. */
export type Mark = string;

const logs = new WeakMap<Scope, ScopeLog>();

function getLog(scope: Scope): ScopeLog {
  const log = logs.get(scope) ?? new ScopeLog(scope.auditLogPath, scope.namespace);
  logs.set(scope, log);
  return log;
}

/**
 * Leaves a mark in the audit log: a request for a unique name. The API server logs requests as it answers them, so all
 * requests that were answered earlier precede the mark.
 */
export async function createMark(scope: Scope): Promise<Mark> {
  const { client, namespace } = scope;
  const name = `mark-${randomUUID()}`;
  const log = getLog(scope);
  await client.resource(ConfigMap).tryGet({ namespace, name });
  await until('the audit log has the mark', async () => {
    await log.readOn();
    return log.events.some(({ objectRef }) => objectRef?.name === name);
  });
  return name;
}

/**
 * Lists all requests of the scope's operator up to now.
 * @param since a mark; lists only requests after it
 */
export async function listRequests(scope: Scope, since?: Mark): Promise<readonly AuditEvent[]> {
  const end = await createMark(scope);
  const { events } = getLog(scope);
  const findMark = (name: Mark): number => events.findIndex(({ objectRef }) => objectRef?.name === name);
  return events
    .slice(since === undefined ? 0 : findMark(since), findMark(end))
    .filter(({ user, stage }) => user.username === scope.operator.user && stage !== 'Panic');
}

/** Lists the writes among `requests` as `patch deployments/blue 201`, without those about the operator itself. */
export function listWrites(requests: readonly AuditEvent[]): readonly string[] {
  return requests.filter((event) => isWrite(event) && !isAboutItself(event)).map(formatRequest);
}

/** Whether the operator writes about itself: its Lease, or the annotation with the kinds in use. */
function isAboutItself({ objectRef }: AuditEvent): boolean {
  return ['leases', 'limitranges'].includes(objectRef?.resource ?? '');
}

/** Lists the writes among `requests` that the API server rejected: `patch services/blue-service 422`. */
export function listRejectedWrites(requests: readonly AuditEvent[]): readonly string[] {
  const rejected = ({ verb, responseStatus }: AuditEvent): boolean =>
    !['get', 'list', 'watch'].includes(verb) && (responseStatus?.code ?? 0) >= 400;
  return requests.filter(rejected).map(formatRequest);
}

function formatRequest({ verb, objectRef, responseStatus }: AuditEvent): string {
  const { resource = '', name = '', subresource } = objectRef ?? {};
  return [verb, [resource, name, subresource].filter(Boolean).join('/'), responseStatus?.code].join(' ');
}

/** Lists the requests that the operator's Role does not allow. Omits those that a quota or a policy rejected. */
export async function listUnauthorized(scope: Scope): Promise<readonly string[]> {
  const requests = await listRequests(scope);
  return requests
    .filter(({ annotations }) => annotations?.['authorization.k8s.io/decision'] === 'forbid')
    .map(formatRequest);
}
