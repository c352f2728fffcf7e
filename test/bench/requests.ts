import { type AuditEvent, readAuditLog } from '../../operator/testing/src/index.ts';

/** The requests of a peer, by their effect. */
export interface Requests {
  /** The number of creates, updates, patches and deletes, without events. */
  readonly writes: number;
  readonly gets: number;
  readonly lists: number;
  readonly watches: number;
  readonly events: number;
  /** The number of requests that were answered with 409. */
  readonly conflicts: number;
}

export interface CountOptions {
  readonly user: string;
  /** Counts only requests after this time, in milliseconds since 1970. */
  readonly sinceMs: number;
}

export async function countRequests(auditLogPath: string, { user, sinceMs }: CountOptions): Promise<Requests> {
  const counts = { writes: 0, gets: 0, lists: 0, watches: 0, events: 0, conflicts: 0 };
  for await (const event of readAuditLog(auditLogPath)) {
    if (event.user.username !== user || Date.parse(event.requestReceivedTimestamp) < sinceMs) continue;
    // A watch has two lines in the audit log, at its start and at its end.
    if (event.verb === 'watch' && event.stage !== 'ResponseStarted') continue;
    counts[getColumn(event)] += 1;
    if (event.responseStatus?.code === 409) counts.conflicts += 1;
  }
  return counts;
}

const reads: ReadonlyMap<string, 'gets' | 'lists' | 'watches'> = new Map([
  ['get', 'gets'],
  ['list', 'lists'],
  ['watch', 'watches'],
]);

function getColumn({ verb, objectRef }: AuditEvent): 'writes' | 'gets' | 'lists' | 'watches' | 'events' {
  return objectRef?.resource === 'events' ? 'events' : (reads.get(verb) ?? 'writes');
}
