import type { KubeObject } from '../base/index.ts';
import { type Action, checkAgain } from './action.ts';
import type { Run } from './environment.ts';
import { isWatched } from './ownership.ts';

/** The end of a child is an event that starts the next run; but of a child without our label no watch tells. */
export function noteGoing(run: Run, child: KubeObject | undefined): void {
  if (child?.metadata.deletionTimestamp === undefined || isWatched(child, run.environment.operator)) return;
  run.checked.add(goesUnseen);
}

/** Whether a live look of this run has shown a child whose end nobody tells. */
export function awaitsUnseenEnd(run: Run): boolean {
  return run.checked.has(goesUnseen);
}

/** What happens next where the author wants `action`: a look for such an end is not put off by it. */
export function nextLook(run: Run, action: Action): Action {
  if (!awaitsUnseenEnd(run)) return action;
  return checkAgain(action.kind === 'checkAgain' ? Math.min(action.afterMs, lookAfterMs) : lookAfterMs);
}

const lookAfterMs = 1_000;

const goesUnseen = 'a child goes unseen';
