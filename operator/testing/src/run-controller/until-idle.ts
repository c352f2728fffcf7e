import { OperatorError, systemClock } from '@kubewright/runtime/internal/base';
import type { WorkQueue } from '@kubewright/runtime/internal/queue';
import type { InMemoryApiServer } from '../in-memory-api-server/index.ts';
import type { Activity } from './activity.ts';

interface RunningController {
  readonly name: string;
  readonly activity: Activity;
  readonly queue: WorkQueue;
  readonly server: InMemoryApiServer;
  /** Real time after which `untilIdle` rejects. */
  readonly timeoutMs: number;
}

/** After this many turns of the event loop without a change, all work that needs no timer has ended. */
const quietTurns = 3;

/** Resolves once all remaining work waits for a timer. Errors: `TIMED_OUT`. */
export async function untilIdle(controller: RunningController): Promise<void> {
  const end = systemClock.monotonic() + controller.timeoutMs;
  let quiet = 0;
  let before = stateOf(controller);
  while (quiet < quietTurns) {
    if (systemClock.monotonic() > end) {
      throw new OperatorError('TIMED_OUT', 'settle', { hint: timeoutHint(controller) });
    }
    await nextTurn();
    const now = stateOf(controller);
    quiet = now === before && isIdle(controller) ? quiet + 1 : 0;
    before = now;
  }
}

function timeoutHint({ name, activity: { keys }, timeoutMs }: RunningController): string {
  const wait = `after ${String(timeoutMs / 1000)} s of real time`;
  if (keys.length === 0) return `the controller ${name} does not come to rest: it still writes or reconciles ${wait}`;
  return `the controller ${name} is still reconciling ${keys.join(', ')} ${wait}: let what it waits for end`;
}

function isIdle({ activity, queue }: RunningController): boolean {
  return activity.underWay === 0 && queue.length === 0;
}

function stateOf({ server }: RunningController): string {
  return `${server.requests().length} ${server.resourceVersion}`;
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
