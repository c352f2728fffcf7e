import type { Pair, Replica } from './pair.ts';
import { type ArrivedWrite, type Write, writesBegunBy, writesByUser } from './writes.ts';

/** A leader was stopped (SIGSTOP), and the other replica had acquired the Lease when it was resumed. */
export interface Pause {
  readonly replica: Replica;
  readonly stoppedAt: number;
  readonly resumedAt: number;
}

/** The writes that a replica has begun, by its own log, and those that have arrived, by the audit log; oldest first. */
export interface WritesOfReplica {
  readonly begun: readonly Write[];
  readonly arrived: readonly ArrivedWrite[];
}

export async function writesByReplica(
  pairs: readonly Pair[],
  auditLogPath: string,
): Promise<ReadonlyMap<Replica, WritesOfReplica>> {
  const arrived = await writesByUser(auditLogPath);
  const replicas = pairs.flatMap((pair) => pair.replicas);
  const rows = replicas.map(async (replica) => {
    const begun = await writesBegunBy(replica.operator);
    return [replica, { begun, arrived: arrived.get(replica.user) ?? [] }] as const;
  });
  return new Map(await Promise.all(rows));
}

/** Writes that arrived without a line of the log before them: if there are none, the log is complete. */
export function unlogged({ begun, arrived }: WritesOfReplica): readonly Write[] {
  const lines = Map.groupBy(begun, ({ text }) => text);
  const seen = new Map<string, number>();
  return arrived.filter(({ text, atMs }) => {
    const nth = seen.get(text) ?? 0;
    seen.set(text, nth + 1);
    const line = lines.get(text)?.[nth];
    return line === undefined || line.atMs > atMs;
  });
}

/** Whether it was writing right before it was stopped. */
export function wasBusy({ stoppedAt }: Pause, { arrived }: WritesOfReplica): boolean {
  return arrived.some(within(stoppedAt - 300, stoppedAt));
}

/** Whether it emitted an event right before it was stopped. */
export function emittedBefore({ stoppedAt }: Pause, { arrived }: WritesOfReplica): boolean {
  return arrived.some((write) => within(stoppedAt - 300, stoppedAt)(write) && write.text.includes('/events'));
}

/** Writes that it began after the pause, before it acquired the Lease again; to try to acquire it is none. */
export function begunAfter(pause: Pause, writes: WritesOfReplica): readonly Write[] {
  return writes.begun.filter(isAfter(pause, writes));
}

/** Writes that arrived in that time, and how long before the pause they were begun: they were in flight. */
export function lateWritesOf(pause: Pause, writes: WritesOfReplica): readonly string[] {
  return writes.arrived.filter(isAfter(pause, writes)).map(({ text, code, atMs }) => {
    const begunMs = writes.begun.findLast((write) => write.text === text && write.atMs <= atMs)?.atMs;
    const before = begunMs === undefined ? '?' : String(pause.stoppedAt - begunMs);
    return `${text} was answered ${String(code)} and begun ${before} ms before the pause`;
  });
}

function isAfter({ resumedAt }: Pause, { arrived }: WritesOfReplica): (write: Write) => boolean {
  const leadsAgain = arrived.find(({ atMs, code, text }) => atMs >= resumedAt && isOfLease(text) && code === 200);
  const isThen = within(resumedAt, leadsAgain?.atMs ?? Infinity);
  return (write) => isThen(write) && !isOfLease(write.text);
}

function isOfLease(text: string): boolean {
  return text.includes('/leases/');
}

function within(fromMs: number, untilMs: number): (write: Write) => boolean {
  return ({ atMs }) => atMs >= fromMs && atMs < untilMs;
}
