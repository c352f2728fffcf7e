import { compareResourceVersions, type KubeObject } from '../base/index.ts';
import type { WatchContext } from './watch-context.ts';
import type { StateIn, Step } from './watch-state.ts';

/**
 * Asks how far the server is before a watch goes on: an etcd that was restored from a backup is not as far as what it
 * sent before, and the API server then keeps a watch from there waiting, without a word, until it is.
 *
 * What is asked for is the newest, so that of several API servers one that lags behind is not taken for that; and of it
 * one object, which costs the server as little however few are selected. A `fieldSelector` may be all that we have the
 * right to list.
 */
export async function resumeWatch<T extends KubeObject>(
  { memory, resourceVersion }: StateIn<T, 'resuming'>,
  { resource, selection, signal, logger }: WatchContext<T>,
): Promise<Step<T>> {
  const { labelSelector: _, ...where } = selection;
  const { resourceVersion: newest } = await resource.list({ ...where, limit: 1, signal });
  // An API server that counts nothing says nothing.
  const wasSetBack = newest !== '' && compareResourceVersions(newest, resourceVersion) < 0;
  if (!wasSetBack) return [{ phase: 'listed', memory, resourceVersion }];
  logger.warn('server was set back to an earlier state, listing again', { resourceVersion, newest });
  return [{ phase: 'empty', memory: { ...memory, expired: true } }];
}
