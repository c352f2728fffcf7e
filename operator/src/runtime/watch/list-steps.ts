import type { KubeObject } from '../base/index.ts';
import { ApiError, isApiError, type ListResult } from '../client/index.ts';
import type { WatchContext } from './watch-context.ts';
import { afterSync, type PartialList, type StateIn, type Step, type WatchMemory } from './watch-state.ts';

/** Objects per page, as in client-go. */
const pageSize = 500;

const noVersion = 'the list has no metadata.resourceVersion, from which it could be watched on';

/** Begins a list: of what the server has at hand, or of its newest if what it told last was too old already. */
export function beginList<T extends KubeObject>(memory: WatchMemory): StateIn<T, 'listing'> {
  return { phase: 'listing', memory, list: { from: memory.expired ? '' : '0', pages: [] } };
}

/** Asks for one page; with the last one, tells all of them. */
export async function listPage<T extends KubeObject>(
  state: StateIn<T, 'listing'>,
  context: WatchContext<T>,
): Promise<Step<T>> {
  const { memory, list } = state;
  const { from, askedAt = context.clock.monotonic() } = list;
  const page = await askForPage(list, context);
  if (page === 'token expired') return [{ ...state, list: { from, pages: [], whole: true } }];
  const { resourceVersion, continueToken } = page;
  if (resourceVersion === '') throw new ApiError('list', { status: 0, body: noVersion });
  const pages = [...list.pages, page.items.map(context.trim)];
  if (continueToken !== undefined) return [{ ...state, list: { ...list, askedAt, pages, continueToken } }];
  return [
    { phase: 'listed', resourceVersion, memory: afterSync(memory) },
    { type: 'replaced', items: pages.flat(), resourceVersion, ...(from === '' && { asOf: askedAt }) },
  ];
}

async function askForPage<T extends KubeObject>(
  { from, continueToken, whole }: PartialList<T>,
  { resource, selection, signal }: WatchContext<T>,
): Promise<ListResult<T> | 'token expired'> {
  try {
    return await resource.list({
      ...selection,
      signal,
      ...(whole !== true && { limit: pageSize }),
      // A token stands for a resource version already: the server refuses both together.
      ...(continueToken !== undefined ? { continueToken } : from !== '' && { resourceVersion: from }),
    });
  } catch (error) {
    if (continueToken !== undefined && isApiError(error, 410)) return 'token expired';
    throw error;
  }
}
