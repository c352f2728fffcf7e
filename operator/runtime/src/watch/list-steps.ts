import type { KubeObject } from '../base/index.ts';
import { AnswerTooLarge, ApiError, type ListResult } from '../client/index.ts';
import type { WatchContext } from './event-stream.ts';
import { resetAfterSync, type PartialList, type StateIn, type Step, type WatchMemory } from './watch-state.ts';

/** Objects per page, as in client-go. */
const pageSize = 500;

/** The maximum size of one response, because it is parsed as a whole. A larger page is requested in smaller ones. */
const atMostBytes = 4 * 2 ** 20;

/** The factor by which a page shrinks if it is too large. */
const smaller = 4;

/** After this many pages of one size the size doubles, so that a few large objects among small ones cost little. */
const growsAfter = 8;

const noVersion = 'the list does not have a metadata.resourceVersion to watch from';

/**
 * Starts a list: from the API server's watch cache (resource version "0"), which ignores the limit and sends one
 * response; or of the newest state in pages, if that is known to be too large, or if the last list has expired.
 */
export function beginList<T extends KubeObject>(memory: WatchMemory): StateIn<T, 'listing'> {
  const from = memory.expired || memory.large ? '' : '0';
  return { phase: 'listing', memory, list: { from, pages: [], limit: pageSize } };
}

/** Requests one page; after the last one, emits the objects of all pages. */
export async function listPage<T extends KubeObject>(
  state: StateIn<T, 'listing'>,
  context: WatchContext<T>,
): Promise<Step<T>> {
  const { memory, list } = state;
  const { from, askedAt = context.clock.monotonic() } = list;
  const page = await askForPage(list, context);
  if (page === 'too large') return [withSmallerPages(state)];
  const { resourceVersion, continueToken } = page;
  if (resourceVersion === '') throw new ApiError('list', { status: 0, body: noVersion });
  const pages = [...list.pages, await trimAll(page.items, context)];
  if (continueToken !== undefined)
    return [{ ...state, list: { ...list, ...computePageSize(list), askedAt, pages, continueToken } }];
  return [
    { phase: 'listed', resourceVersion, memory: resetAfterSync(memory) },
    { type: 'replaced', items: pages.flat(), resourceVersion, ...(from === '' && { asOf: askedAt }) },
  ];
}

/** Trims all objects, and yields to the event loop in between. Parsing cannot yield. */
async function trimAll<T extends KubeObject>(items: readonly T[], { trim, clock }: WatchContext<T>): Promise<T[]> {
  const kept: T[] = [];
  for (const item of items) {
    const due = clock.yieldIfDue();
    if (due !== undefined) await due;
    kept.push(trim(item));
  }
  return kept;
}

/** Restarts a list of everything in pages; for a page that is too large, only reduces the page size. */
function withSmallerPages<T extends KubeObject>(state: StateIn<T, 'listing'>): StateIn<T, 'listing'> {
  const { list } = state;
  if (list.from !== '') return beginList({ ...state.memory, large: true });
  return { ...state, list: { ...list, limit: Math.ceil(list.limit / smaller), steady: 0 } };
}

/** The size of the next page. */
function computePageSize<T>({ limit, steady = 0 }: PartialList<T>): Pick<PartialList<T>, 'limit' | 'steady'> {
  const grows = steady + 1 >= growsAfter && limit < pageSize;
  return grows ? { limit: Math.min(2 * limit, pageSize), steady: 0 } : { limit, steady: steady + 1 };
}

async function askForPage<T extends KubeObject>(
  { from, continueToken, limit }: PartialList<T>,
  { resource, selection, signal }: WatchContext<T>,
): Promise<ListResult<T> | 'too large'> {
  try {
    return await resource.list({
      ...selection,
      signal,
      limit,
      // A single object cannot be divided.
      ...(limit > 1 && { atMostBytes }),
      // A token implies a resource version: the server rejects both together.
      ...(continueToken !== undefined ? { continueToken } : from !== '' && { resourceVersion: from }),
    });
  } catch (error) {
    if (error instanceof AnswerTooLarge) return 'too large';
    throw error;
  }
}
