import { isOperatorError, type KubeObject } from '../base/index.ts';
import { type ApiError, isApiError } from '../client/index.ts';
import { beginList } from './list-steps.ts';
import { delayAfter, failedAgain, type FailureKind } from './watch-backoff.ts';
import type { WatchContext } from './watch-context.ts';
import type { WatchMemory, WatchState } from './watch-state.ts';

/** No wait without a bound. */
const longestAskedMs = 60_000;

/**
 * What a failure leads to: mostly a wait and the same again; a new list if the server has forgotten our resource
 * version; a list instead of a WatchList if that is what it refuses.
 */
export async function afterFailure<T extends KubeObject>(
  state: WatchState<T>,
  error: unknown,
  context: WatchContext<T>,
): Promise<WatchState<T>> {
  if ('stream' in state) await state.stream.close();
  const filling = state.phase === 'filling' || (state.phase === 'empty' && state.memory.watchList);
  const refused = filling ? refusalOf(error) : 'again';
  if (refused === 'for good') return listInstead(state.memory, context, error);
  if (refused === 'now') return beginList(state.memory);
  return waitFor(state, error, context);
}

/** Lists from now on: this server does not know WatchList. */
export function listInstead<T extends KubeObject>(
  memory: WatchMemory,
  { logger }: WatchContext<T>,
  error?: unknown,
): WatchState<T> {
  logger.info(
    'server does not stream initial objects, listing them instead',
    error === undefined ? {} : { err: error },
  );
  return beginList({ ...memory, watchList: false });
}

function waitFor<T extends KubeObject>(
  state: WatchState<T>,
  error: unknown,
  { clock, random, logger, onFailure }: WatchContext<T>,
): WatchState<T> {
  onFailure?.(error);
  const kind = kindOf(error);
  const expired = kind === 'expired';
  const backoff = failedAgain(state.memory.failures[kind], clock.monotonic());
  const delayMs = Math.max(delayAfter(backoff, random), askedFor(error));
  const failures = { ...state.memory.failures, [kind]: backoff };
  const memory = { ...state.memory, failures, expired: state.memory.expired || expired };
  const fields = { delayMs: Math.round(delayMs) };
  if (expired) logger.info('watch expired, listing again', fields);
  else logger.warn('watch failed, trying again', { err: error, ...fields });
  const resume = 'resourceVersion' in state && !expired;
  const then: WatchState<T> = resume
    ? { phase: 'resuming', memory, resourceVersion: state.resourceVersion }
    : { phase: 'empty', memory };
  return { phase: 'waiting', memory, delayMs, then };
}

/** How long the server asks to be left alone; more than a minute is not the API server's, but something's on the way. */
function askedFor(error: unknown): number {
  return isApiError(error) ? Math.min(error.retryAfterMs ?? 0, longestAskedMs) : 0;
}

function kindOf(error: unknown): FailureKind {
  if (!isApiError(error) || error.status === 0) return 'unanswered';
  return isExpired(error) ? 'expired' : 'refused';
}

/** 410, or a resource version from the future, where a server says so: kube-apiserver keeps a watch from there waiting. */
function isExpired(error: ApiError): boolean {
  const tooLarge = error.causes.some(({ reason }) => reason === 'ResourceVersionTooLarge');
  return error.status === 410 || tooLarge || error.serverMessage.includes('Too large resource version');
}

/** Answers to a request that is not understood. Any other refusal may pass. */
const notUnderstood: ReadonlySet<number> = new Set([400, 405, 406, 415, 422, 501]);

/** What the failure of a WatchList leads to: another one, or a list this once, or lists from now on. */
function refusalOf(error: unknown): 'again' | 'now' | 'for good' {
  if (!isApiError(error)) return isOperatorError(error) ? 'again' : 'now';
  if (notUnderstood.has(error.status)) return 'for good';
  return error.status === 0 || error.status === 429 || isExpired(error) ? 'again' : 'now';
}
