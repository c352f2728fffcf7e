import type { KubeObject } from '../base/index.ts';
import { afterFailure } from './after-failure.ts';
import { beginList, listPage } from './list-steps.ts';
import { resumeWatch } from './resume-step.ts';
import { openInitial, openStream, readInitial, readStream } from './stream-steps.ts';
import type { WatchContext } from './watch-context.ts';
import type { Step, WatchState } from './watch-state.ts';

/**
 * From one state of a watch to the next: all that a watch ever decides.
 *
 * Guarantees: depends on its parameters only; never rejects; a state whose successor has no stream has closed its own.
 */
export async function step<T extends KubeObject>(state: WatchState<T>, context: WatchContext<T>): Promise<Step<T>> {
  try {
    return await advance(state, context);
  } catch (error) {
    return context.signal.aborted ? [state] : [await afterFailure(state, error, context)];
  }
}

function advance<T extends KubeObject>(state: WatchState<T>, context: WatchContext<T>): Promise<Step<T>> {
  switch (state.phase) {
    case 'empty':
      return state.memory.watchList ? openInitial(state, context) : listPage(beginList(state.memory), context);
    case 'listing':
      return listPage(state, context);
    case 'filling':
      return readInitial(state, context);
    case 'resuming':
      return resumeWatch(state, context);
    case 'listed':
      return openStream(state, context);
    case 'watching':
      return readStream(state, context);
    case 'waiting':
      return wait(state, context);
  }
}

async function wait<T extends KubeObject>(
  state: Extract<WatchState<T>, { readonly phase: 'waiting' }>,
  context: WatchContext<T>,
): Promise<Step<T>> {
  await context.clock.sleep(state.delayMs, context.signal);
  return [state.then];
}
