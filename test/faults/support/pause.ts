import type { Pair, Replica } from './pair.ts';
import { type Arrived, type Write, writesBegunBy, writesByUser } from './writes.ts';

/** A leader that was stopped at some point of its work and found its Lease taken when it went on. */
export interface Pause {
  readonly replica: Replica;
  readonly stoppedAt: number;
  readonly resumedAt: number;
}

/** All that a replica has begun to write, by its own log, and all that has arrived of it, by the audit log; oldest first. */
export interface Written {
  readonly begun: readonly Write[];
  readonly arrived: readonly Arrived[];
}

export async function writtenBy(pairs: readonly Pair[], auditLogPath: string): Promise<ReadonlyMap<Replica, Written>> {
  const arrived = await writesByUser(auditLogPath);
  const replicas = pairs.flatMap((pair) => pair.replicas);
  const rows = replicas.map(async (replica) => {
    const begun = await writesBegunBy(replica.operator);
    return [replica, { begun, arrived: arrived.get(replica.user) ?? [] }] as const;
  });
  return new Map(await Promise.all(rows));
}

/** Writes that arrived without a line of their own before them: where there are none, the log tells of every write. */
export function untold({ begun, arrived }: Written): readonly Write[] {
  const lines = Map.groupBy(begun, ({ text }) => text);
  const seen = new Map<string, number>();
  return arrived.filter(({ text, atMs }) => {
    const nth = seen.get(text) ?? 0;
    seen.set(text, nth + 1);
    const line = lines.get(text)?.[nth];
    return line === undefined || line.atMs > atMs;
  });
}

/** Whether it was at work right before it was stopped. */
export function wasBusy({ stoppedAt }: Pause, { arrived }: Written): boolean {
  return arrived.some(within(stoppedAt - 300, stoppedAt));
}

/** Whether an event was told right before it was stopped. */
export function toldBefore({ stoppedAt }: Pause, { arrived }: Written): boolean {
  return arrived.some((write) => within(stoppedAt - 300, stoppedAt)(write) && write.text.includes('/events'));
}

/** What was begun after the pause, until the Lease was taken again; a claim that is refused writes nothing. */
export function begunAfter(pause: Pause, written: Written): readonly Write[] {
  return written.begun.filter(isAfter(pause, written));
}

/** What arrived in that time, and when it was begun: it was in hand as the pause came. */
export function lateOf(pause: Pause, written: Written): readonly string[] {
  return written.arrived.filter(isAfter(pause, written)).map(({ text, code, atMs }) => {
    const begunMs = written.begun.findLast((write) => write.text === text && write.atMs <= atMs)?.atMs;
    const before = begunMs === undefined ? '?' : String(pause.stoppedAt - begunMs);
    return `${text} was answered ${String(code)} and begun ${before} ms before the pause`;
  });
}

function isAfter({ resumedAt }: Pause, { arrived }: Written): (write: Write) => boolean {
  const ledAgain = arrived.find(({ atMs, code, text }) => atMs >= resumedAt && isOfLease(text) && code === 200);
  const isThen = within(resumedAt, ledAgain?.atMs ?? Infinity);
  return (write) => isThen(write) && !isOfLease(write.text);
}

function isOfLease(text: string): boolean {
  return text.includes('/leases/');
}

function within(fromMs: number, untilMs: number): (write: Write) => boolean {
  return ({ atMs }) => atMs >= fromMs && atMs < untilMs;
}
