import { getKey, formatKey, type KubeObject, OperatorError } from '../base/index.ts';
import { ApiError, type KnownWatchEvent } from '../client/index.ts';
import { listInstead } from './after-failure.ts';
import { EventStream, type StreamEnd, type WatchContext } from './event-stream.ts';
import { resetAfterSync, type StateIn, type Step } from './watch-state.ts';

/**
 * A server that sends nothing for this time in milliseconds before the initial objects are complete does not support
 * WatchList.
 */
const initialIdleMs = 10_000;

/** Milliseconds that a stream must last: reopening a shorter one at once could become a loop without a pause. */
const shortestMs = 1000;

/** The annotation of the bookmark that ends the initial objects (KEP-3157). */
const initialEventsEnd = 'k8s.io/initial-events-end';

/** Requests all objects and their changes, in one stream. */
export async function openInitial<T extends KubeObject>(
  { memory }: StateIn<T, 'empty'>,
  context: WatchContext<T>,
): Promise<Step<T>> {
  const stream = await EventStream.open(context, { sendInitialEvents: true, idleMs: initialIdleMs });
  return [{ phase: 'filling', memory, stream, objects: new Map() }];
}

/** Collects the initial objects; at the bookmark after them, emits all of them. */
export async function readInitial<T extends KubeObject>(
  state: StateIn<T, 'filling'>,
  context: WatchContext<T>,
): Promise<Step<T>> {
  const { memory, stream, objects } = state;
  const read = await stream.read();
  if (isEnd(read)) return endInitial(state, read, context);
  switch (read.type) {
    case 'ADDED':
    case 'MODIFIED':
      objects.set(formatKey(getKey(read.object)), context.trim(read.object));
      return [state];
    case 'DELETED':
      objects.delete(formatKey(getKey(read.object)));
      return [state];
    case 'BOOKMARK': {
      const { annotations, resourceVersion } = read.object.metadata;
      if (annotations?.[initialEventsEnd] !== 'true') return [state];
      stream.allowSilence();
      const items = [...objects.values()];
      return [
        { phase: 'watching', memory: resetAfterSync(memory), stream, resourceVersion },
        { type: 'replaced', items, resourceVersion, asOf: stream.openedAt },
      ];
    }
    case 'ERROR':
      throw toApiError(read.object);
  }
}

/** Opens a watch that continues where the last stream ended. */
export async function openStream<T extends KubeObject>(
  { memory, resourceVersion }: StateIn<T, 'listed'>,
  context: WatchContext<T>,
): Promise<Step<T>> {
  const stream = await EventStream.open(context, { resourceVersion });
  return [{ phase: 'watching', memory, resourceVersion, stream }];
}

export async function readStream<T extends KubeObject>(
  state: StateIn<T, 'watching'>,
  { trim, trimChange, logger }: WatchContext<T>,
): Promise<Step<T>> {
  const read = await state.stream.read();
  if (isEnd(read)) {
    if (read === 'dead') logger.warn('watch no longer receives data, reconnecting');
    return endStream(state, read);
  }
  if (read.type === 'ERROR') throw toApiError(read.object);
  const { resourceVersion } = read.object.metadata;
  const next = { ...state, resourceVersion };
  switch (read.type) {
    case 'BOOKMARK':
      return [next, { type: 'bookmark', resourceVersion }];
    case 'DELETED':
      return [next, { type: 'deleted', object: trim(read.object) }];
    case 'ADDED':
    case 'MODIFIED': {
      const { managedFields } = read.object.metadata;
      return [next, { type: 'applied', object: trimChange(read.object), ...(managedFields && { managedFields }) }];
    }
  }
}

async function endStream<T extends KubeObject>(state: StateIn<T, 'watching'>, end: StreamEnd): Promise<Step<T>> {
  const { memory, resourceVersion, stream } = state;
  if (stream.ageMs < shortestMs) throw buildClosedEarlyError();
  await stream.close();
  const asAgreed = end === 'closed' && stream.hasServedItsTime;
  return [{ phase: asAgreed ? 'listed' : 'resuming', memory, resourceVersion }];
}

/**
 * Handles a stream that ended before all initial objects arrived. If it was silent or lasted for its full time, the
 * server has treated the request as a normal watch, so the objects are listed instead.
 */
async function endInitial<T extends KubeObject>(
  state: StateIn<T, 'filling'>,
  end: StreamEnd,
  context: WatchContext<T>,
): Promise<Step<T>> {
  if (end === 'closed' && !state.stream.hasServedItsTime) throw buildClosedEarlyError();
  await state.stream.close();
  return [listInstead(state.memory, context)];
}

function isEnd<T>(read: KnownWatchEvent<T> | StreamEnd): read is StreamEnd {
  return read === 'closed' || read === 'dead';
}

function buildClosedEarlyError(): OperatorError {
  return new OperatorError('API_UNAVAILABLE', 'watch: the server closed the stream too early');
}

/** Builds the error for an ERROR event, which contains a `Status`. */
function toApiError(body: unknown): ApiError {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  return new ApiError('watch', { status: typeof code === 'number' ? code : 500, body });
}
