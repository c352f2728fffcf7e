import { compareResourceVersions, type KubeObject } from '../base/index.ts';
import { afterFailure, afterSetBack } from './after-failure.ts';
import { beginList, listPage } from './list-steps.ts';
import { openInitial, openStream, readInitial, readStream } from './stream-steps.ts';
import type { WatchContext } from './watch-context.ts';
import type { StateIn, Step, WatchState } from './watch-state.ts';

/**
 * From one state of a watch to the next: all its decisions.
 *
 * Guarantees: depends on its parameters only; never rejects; when the next state has no stream, the stream is closed.
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

/**
 * Asks how far the server is before a watch goes on: an etcd that was restored from a backup is not as far as what it
 * sent before, and the API server then keeps a watch from there waiting, without a word, until it is.
 *
 * What is asked for is the newest, so that of several API servers one that lags behind is not taken for that; and of it
 * one object, which costs the server as little however few are selected. A `fieldSelector` may be all that we have the
 * right to list.
 */
async function resumeWatch<T extends KubeObject>(
  { memory, resourceVersion }: StateIn<T, 'resuming'>,
  context: WatchContext<T>,
): Promise<Step<T>> {
  const { resource, selection, signal, logger } = context;
  const { labelSelector: _, ...where } = selection;
  const { resourceVersion: newest } = await resource.list({ ...where, limit: 1, signal });
  // An API server that counts nothing says nothing.
  const wasSetBack = newest !== '' && compareResourceVersions(newest, resourceVersion) < 0;
  if (!wasSetBack) return [{ phase: 'listed', memory, resourceVersion }];
  logger.warn('server was set back to an earlier state, listing again', { resourceVersion, newest });
  return [afterSetBack(memory, context)];
}

async function wait<T extends KubeObject>(state: StateIn<T, 'waiting'>, context: WatchContext<T>): Promise<Step<T>> {
  await context.clock.sleep(state.delayMs, context.signal);
  return [state.then];
}
