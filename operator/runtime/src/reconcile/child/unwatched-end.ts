import type { KubeObject } from '../../base/index.ts';
import { type Action, checkAgain } from '../declare/index.ts';
import { isWatched, type Run } from '../write/index.ts';

/** The end of a child is an event that starts the next run; but no watch shows a child without our label. */
export function noteTerminating(run: Run, child: KubeObject | undefined): void {
  if (child?.metadata.deletionTimestamp === undefined || isWatched(child, run.environment.operator)) return;
  run.checked.add(terminatesUnwatched);
}

/** Whether a live look of this run has shown a terminating child whose end no watch shows. */
export function awaitsUnwatchedEnd(run: Run): boolean {
  return run.checked.has(terminatesUnwatched);
}

/** What happens next where the author wants `action`: a look for such an end is not put off by it. */
export function nextLook(run: Run, action: Action): Action {
  if (!awaitsUnwatchedEnd(run)) return action;
  return checkAgain(action.kind === 'checkAgain' ? Math.min(action.afterMs, lookAfterMs) : lookAfterMs);
}

const lookAfterMs = 1_000;

const terminatesUnwatched = 'a terminating child is unwatched';
