import { setTimeout as sleep } from 'node:timers/promises';

import type { ProcessIdentity } from './identity.ts';
import { processTable } from './process-table.ts';
import type { ProcessEntry } from './process-table.ts';

const pollMs = 10;

/** The first process of a tree. It may have ended already: its session outlives it. */
export type Leader = Pick<ProcessIdentity, 'pid' | 'startTime'>;

/**
 * The living processes of `leader`: itself, all in its session (Linux) or process group (elsewhere), and every
 * descendant of these, wherever it has moved.
 *
 * Guarantees: another process that got the leader's pid is not a member. (A system does not give a pid away while it is
 * still the id of a session, so then there are no members at all.)
 * Caveat: a descendant that opened a session of its own *and* whose parent has ended (a daemon) belongs to nobody
 * that we could name, and is not found.
 */
export function membersOf(table: readonly ProcessEntry[], leader: Leader): number[] {
  if (table.some(({ pid, startTime }) => pid === leader.pid && startTime !== leader.startTime)) return [];
  const members = new Set(
    table.filter((entry) => entry.pid === leader.pid || entry.group === leader.pid).map(({ pid }) => pid),
  );
  for (let size = -1; size !== members.size;) {
    size = members.size;
    for (const entry of table) if (members.has(entry.parentPid)) members.add(entry.pid);
  }
  return table.filter((entry) => members.has(entry.pid) && !entry.zombie).map(({ pid }) => pid);
}

/**
 * Ends the processes of all `leaders` (see `membersOf`) with SIGKILL and waits until they have ended.
 *
 * Guarantees: returns after `deadlineMs` at the latest; what is forked while the signals go out is found and ended too;
 * what got a signal is waited for, also if its parent ended first, so that it belongs to nobody any more.
 */
export async function endTrees(leaders: readonly Leader[], deadlineMs: number): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  const killed = new Map<number, string>();
  while (Date.now() < deadline) {
    const table = processTable();
    const members = new Set(leaders.flatMap((leader) => membersOf(table, leader)));
    const alive = table.filter(
      ({ pid, startTime, zombie }) => members.has(pid) || (!zombie && killed.get(pid) === startTime),
    );
    if (alive.length === 0) return;
    for (const { pid, startTime } of alive) {
      killed.set(pid, startTime);
      killIfAlive(pid);
    }
    await sleep(pollMs);
  }
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
