import { systemClock } from '../../runtime/base/index.ts';
import type { ReconcileResult } from '../../runtime/controller/reconcile-observer.ts';
import type { WorkQueue } from '../../runtime/queue/index.ts';
import type { InMemoryApiServer } from '../in-memory-api-server/index.ts';

/** What a controller is doing. */
export interface Activity {
  /** Reconciles that have begun and not ended. */
  underWay: number;
  finished(result: ReconcileResult): void;
}

interface Watched {
  readonly activity: Activity;
  readonly queue: WorkQueue;
  readonly server: InMemoryApiServer;
}

const patienceMs = 10_000;

/** So many turns of the event loop in a row without anything happening are the end of all that was set off. */
const quietTurns = 3;

/** Resolves once nothing happens any more that does not wait for time. */
export async function untilIdle(watched: Watched): Promise<void> {
  const end = systemClock.monotonic() + patienceMs;
  let quiet = 0;
  let before = stateOf(watched);
  while (quiet < quietTurns) {
    if (systemClock.monotonic() > end) {
      throw new Error(`failed to settle: ${watched.activity.underWay} reconciles are still under way`);
    }
    await turn();
    const now = stateOf(watched);
    quiet = now === before && isIdle(watched) ? quiet + 1 : 0;
    before = now;
  }
}

function isIdle({ activity, queue }: Watched): boolean {
  return activity.underWay === 0 && queue.length === 0;
}

function stateOf({ server }: Watched): string {
  return `${server.requests().length} ${server.resourceVersion}`;
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
