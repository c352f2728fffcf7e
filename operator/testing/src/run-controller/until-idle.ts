import { OperatorError, systemClock } from '@kubewright/runtime/internal/base';
import type { WorkQueue } from '@kubewright/runtime/internal/queue';
import type { InMemoryApiServer } from '../in-memory-api-server/index.ts';
import type { Activity } from './activity.ts';

interface Watched {
  /** The controller's. */
  readonly name: string;
  readonly activity: Activity;
  readonly queue: WorkQueue;
  readonly server: InMemoryApiServer;
  /** Real time, after which it gives up. */
  readonly timeoutMs: number;
}

/** So many turns of the event loop in a row without anything happening are the end of all that was set off. */
const quietTurns = 3;

/** Resolves once nothing happens any more that does not wait for time. Errors: `TIMED_OUT`. */
export async function untilIdle(watched: Watched): Promise<void> {
  const end = systemClock.monotonic() + watched.timeoutMs;
  let quiet = 0;
  let before = stateOf(watched);
  while (quiet < quietTurns) {
    if (systemClock.monotonic() > end) {
      throw new OperatorError('TIMED_OUT', 'settle', { hint: whyNot(watched) });
    }
    await turn();
    const now = stateOf(watched);
    quiet = now === before && isIdle(watched) ? quiet + 1 : 0;
    before = now;
  }
}

function whyNot({ name, activity: { keys }, timeoutMs }: Watched): string {
  const wait = `after ${String(timeoutMs / 1000)} s of real time`;
  if (keys.length === 0) return `the controller ${name} does not come to rest: it still writes or reconciles ${wait}`;
  return `the controller ${name} is still reconciling ${keys.join(', ')} ${wait}: let what it waits for end`;
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
