import { isOperatorError, type KubeObject } from '../base/index.ts';
import { type ApiError, isApiError } from '../client/index.ts';
import { beginList } from './list-steps.ts';
import { computeDelay, addFailure, type FailureKind } from './watch-backoff.ts';
import type { WatchContext } from './event-stream.ts';
import type { WatchMemory, WatchState } from './watch-state.ts';

/** The longest wait that a server may request, in milliseconds. */
const longestAskedMs = 60_000;

/**
 * Returns the state after a failure: usually a wait and the same request; a list if the server no longer has our
 * resource version; a list instead of a WatchList if the server rejects that.
 */
export async function recoverFromFailure<T extends KubeObject>(
  state: WatchState<T>,
  error: unknown,
  context: WatchContext<T>,
): Promise<WatchState<T>> {
  if ('stream' in state) await state.stream.close();
  const filling = state.phase === 'filling' || (state.phase === 'empty' && state.memory.watchList);
  const refused = filling ? classifyRejection(error) : 'again';
  if (refused === 'for good') return listInstead(state.memory, context, error);
  if (refused === 'now') return beginList(state.memory);
  return waitFor(state, error, context);
}

/** Switches to lists for good, because this server does not support WatchList. */
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

/**
 * Handles a server that was restored from a backup. As after a 410, it does not have our resource version: everything
 * is listed at once, and with growing waits if that recurs.
 */
export function recoverFromSetBack<T extends KubeObject>(
  { failures, ...memory }: WatchMemory,
  { clock, random }: WatchContext<T>,
): WatchState<T> {
  const expired = addFailure(failures.expired, clock.monotonic());
  const then = { phase: 'empty', memory: { ...memory, failures: { ...failures, expired }, expired: true } } as const;
  if (expired.failures === 1) return then;
  return { phase: 'waiting', memory: then.memory, delayMs: computeDelay(failures.expired, random), then };
}

function waitFor<T extends KubeObject>(
  state: WatchState<T>,
  error: unknown,
  { clock, random, onFailure, ...reporters }: WatchContext<T>,
): WatchState<T> {
  onFailure?.(error);
  const kind = toFailureKind(error);
  const expired = kind === 'expired';
  const backoff = addFailure(state.memory.failures[kind], clock.monotonic());
  const delayMs = Math.max(computeDelay(backoff, random), getRetryAfterMs(error));
  const failures = { ...state.memory.failures, [kind]: backoff };
  const memory = { ...state.memory, failures, expired: state.memory.expired || expired };
  report(error, { ...backoff, expired, delayMs: Math.round(delayMs) }, reporters);
  const resume = 'resourceVersion' in state && !expired;
  const then: WatchState<T> = resume
    ? { phase: 'resuming', memory, resourceVersion: state.resourceVersion }
    : { phase: 'empty', memory };
  return { phase: 'waiting', memory, delayMs, then };
}

function report(
  error: unknown,
  { failures, expired, delayMs }: { readonly failures: number; readonly expired: boolean; readonly delayMs: number },
  { logger, isExpected }: Pick<WatchContext<KubeObject>, 'logger' | 'isExpected'>,
): void {
  if (expired) logger.info('watch expired, listing again', { delayMs });
  else if (isExpected?.(error) === true) logger.debug('watch failed, retrying', { err: error, delayMs });
  // For about a second after a kind gets a new CRD or a conversion, the API server initializes its cache of the kind.
  else if (failures === 1 && isApiError(error) && error.status === 429)
    logger.info('API server is not ready, retrying', { reason: error.serverMessage, delayMs });
  else logger.warn('watch failed, retrying', { err: error, delayMs });
}

/** The wait that the server requests, up to a minute: longer ones come from proxies, not from the API server. */
function getRetryAfterMs(error: unknown): number {
  return isApiError(error) ? Math.min(error.retryAfterMs ?? 0, longestAskedMs) : 0;
}

function toFailureKind(error: unknown): FailureKind {
  if (!isApiError(error) || error.status === 0) return 'unanswered';
  return isExpired(error) ? 'expired' : 'refused';
}

/**
 * Whether our resource version is unusable: a 410, or a version from the future, at which API servers reject lists.
 * kube-apiserver does not reject a watch from such a version, but sends no events.
 */
function isExpired(error: ApiError): boolean {
  const tooLarge = error.causes.some(({ reason }) => reason === 'ResourceVersionTooLarge');
  return error.status === 410 || tooLarge || error.serverMessage.includes('Too large resource version');
}

/** Statuses for a request that a server does not support. Any other rejection may be temporary. */
const notUnderstood: ReadonlySet<number> = new Set([400, 405, 406, 415, 422, 501]);

/** Decides how to continue after a failed WatchList: with another one, one list, or lists from now on. */
function classifyRejection(error: unknown): 'again' | 'now' | 'for good' {
  if (!isApiError(error)) return isOperatorError(error) ? 'again' : 'now';
  if (notUnderstood.has(error.status)) return 'for good';
  return error.status === 0 || error.status === 429 || isExpired(error) ? 'again' : 'now';
}
