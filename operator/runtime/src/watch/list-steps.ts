import type { KubeObject } from '../base/index.ts';
import { AnswerTooLarge, ApiError, type ListResult } from '../client/index.ts';
import type { WatchContext } from './event-stream.ts';
import { resetAfterSync, type PartialList, type StateIn, type Step, type WatchMemory } from './watch-state.ts';

/** Objects per page, as in client-go. */
const pageSize = 500;

/**
 * Maximum size of one response in bytes, because it is parsed as a whole. A larger page is requested again in smaller
 * ones.
 */
const atMostBytes = 4 * 2 ** 20;

/** The factor by which a page shrinks if it is too large. */
const smaller = 4;

/**
 * Number of pages after which the page size doubles again, so that a few large objects among small ones cost little.
 */
const growsAfter = 8;

const noVersion = 'the list does not have a metadata.resourceVersion to watch from';

/**
 * Starts a list. Usually it reads the API server's watch cache (resource version "0"), which ignores the limit and
 * sends one response. If that is known to be too large, or the last list has expired, it reads the newest state in
 * pages.
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

/** Trims all objects; yields to the event loop in between, which parsing the response could not do. */
async function trimAll<T extends KubeObject>(items: readonly T[], { trim, clock }: WatchContext<T>): Promise<T[]> {
  const kept: T[] = [];
  for (const item of items) {
    const due = clock.yieldIfDue();
    if (due !== undefined) await due;
    kept.push(trim(item));
  }
  return kept;
}

/** Starts the list again with pages if one response is too large; makes the page smaller if a page is too large. */
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
      // One object per page is the minimum, so a size limit would have no effect.
      ...(limit > 1 && { atMostBytes }),
      // The server rejects a request with both: a token implies a resource version.
      ...(continueToken !== undefined ? { continueToken } : from !== '' && { resourceVersion: from }),
    });
  } catch (error) {
    if (error instanceof AnswerTooLarge) return 'too large';
    throw error;
  }
}
