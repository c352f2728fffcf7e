import type { Pair, Replica } from './pair.ts';
import { type ArrivedWrite, type Write, readBegunWrites, readWritesByUser } from './writes.ts';

/** A pause of a leader, from SIGSTOP to SIGCONT, during which the other replica acquired the Lease. */
export interface Pause {
  readonly replica: Replica;
  readonly stoppedAt: number;
  readonly resumedAt: number;
}

/** The writes that a replica has begun, from its own log, and those that arrived, from the audit log; oldest first. */
export interface WritesOfReplica {
  readonly begun: readonly Write[];
  readonly arrived: readonly ArrivedWrite[];
}

export async function readWritesByReplica(
  pairs: readonly Pair[],
  auditLogPath: string,
): Promise<ReadonlyMap<Replica, WritesOfReplica>> {
  const arrived = await readWritesByUser(auditLogPath);
  const replicas = pairs.flatMap((pair) => pair.replicas);
  const rows = replicas.map(async (replica) => {
    const begun = await readBegunWrites(replica.operator);
    return [replica, { begun, arrived: arrived.get(replica.user) ?? [] }] as const;
  });
  return new Map(await Promise.all(rows));
}

/** Lists writes that arrived without an earlier line in the replica's log. Without such writes, the log is complete. */
export function listUnlogged({ begun, arrived }: WritesOfReplica): readonly Write[] {
  const lines = Map.groupBy(begun, ({ text }) => text);
  const seen = new Map<string, number>();
  return arrived.filter(({ text, atMs }) => {
    const nth = seen.get(text) ?? 0;
    seen.set(text, nth + 1);
    const line = lines.get(text)?.[nth];
    return line === undefined || line.atMs > atMs;
  });
}

/** Whether a write of the replica arrived in the 300 ms before the pause. */
export function wasBusy({ stoppedAt }: Pause, { arrived }: WritesOfReplica): boolean {
  return arrived.some(isWithin(stoppedAt - 300, stoppedAt));
}

/** Whether an event of the replica arrived in the 300 ms before the pause. */
export function hasEmittedBefore({ stoppedAt }: Pause, { arrived }: WritesOfReplica): boolean {
  return arrived.some((write) => isWithin(stoppedAt - 300, stoppedAt)(write) && write.text.includes('/events'));
}

/**
 * Lists the writes that the replica began after the pause and before it acquired the Lease again, without those to the
 * Lease.
 */
export function listBegunAfter(pause: Pause, writes: WritesOfReplica): readonly Write[] {
  return writes.begun.filter(isAfter(pause, writes));
}

/**
 * Describes the writes that arrived in this period, each with the time between its start and the pause. They were in
 * flight.
 */
export function listLateWrites(pause: Pause, writes: WritesOfReplica): readonly string[] {
  return writes.arrived.filter(isAfter(pause, writes)).map(({ text, code, atMs }) => {
    const begunMs = writes.begun.findLast((write) => write.text === text && write.atMs <= atMs)?.atMs;
    const before = begunMs === undefined ? '?' : String(pause.stoppedAt - begunMs);
    return `${text} got ${String(code)} and began ${before} ms before the pause`;
  });
}

function isAfter({ resumedAt }: Pause, { arrived }: WritesOfReplica): (write: Write) => boolean {
  const leadsAgain = arrived.find(({ atMs, code, text }) => atMs >= resumedAt && isOfLease(text) && code === 200);
  const isThen = isWithin(resumedAt, leadsAgain?.atMs ?? Infinity);
  return (write) => isThen(write) && !isOfLease(write.text);
}

function isOfLease(text: string): boolean {
  return text.includes('/leases/');
}

function isWithin(fromMs: number, untilMs: number): (write: Write) => boolean {
  return ({ atMs }) => atMs >= fromMs && atMs < untilMs;
}
