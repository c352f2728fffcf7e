import { setTimeout as sleep } from 'node:timers/promises';

import { type ProcessIdentity, readProcessTable, type ProcessEntry } from './process-table.ts';

const pollMs = 10;

/**
 * The first process of a process tree. It may have ended: its session id stays in use while the session has members.
 */
export type Leader = ProcessIdentity;

/**
 * Lists the living processes in the tree of `leader`: the leader, all members of its session (Linux) or process group
 * (elsewhere), and all their descendants in any session.
 *
 * Guarantees: a process that reuses the leader's pid is not a member. (A system does not reuse a pid that is still a
 * session id, so in that case the tree is empty.)
 * Caveat: it misses a descendant that opened its own session *and* whose parent has ended (a daemon), because nothing
 * links it to the tree.
 */
export function listMembers(table: readonly ProcessEntry[], leader: Leader): number[] {
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
 * Ends the process trees of all `leaders` (see `listMembers`) with SIGKILL and waits until they have ended.
 *
 * Guarantees: returns after `deadlineMs` at the latest; ends processes that are forked while it sends signals; waits
 * for every signalled process, even if its parent ended first.
 */
export async function endTrees(leaders: readonly Leader[], deadlineMs: number): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  const killed = new Map<number, string>();
  while (Date.now() < deadline) {
    const table = readProcessTable();
    const members = new Set(leaders.flatMap((leader) => listMembers(table, leader)));
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
