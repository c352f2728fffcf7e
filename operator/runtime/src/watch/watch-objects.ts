import { type Clock, compareResourceVersions, isAborted, type KubeObject, type Logger } from '../base/index.ts';
import type { Resource, Selection } from '../client/index.ts';
import { recoverFromFailure, recoverFromSetBack } from './after-failure.ts';
import { beginList, listPage } from './list-steps.ts';
import { openInitial, openStream, readInitial, readStream } from './stream-steps.ts';
import { UnknownTypes, type WatchContext } from './event-stream.ts';
import { createStart, type StateIn, type Step, type WatchEvent, type WatchState } from './watch-state.ts';

export interface WatchObjectsOptions<T extends KubeObject> {
  readonly resource: Resource<T>;
  /** The namespace and selectors of the objects to watch. */
  readonly selection: Selection;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Returns random numbers in [0, 1) for the jitter of waits and timeouts. @default Math.random */
  readonly random?: () => number;
  /** Whether to get the initial objects as a stream (WatchList, KEP-3157) if the server supports it. @default true */
  readonly watchList?: boolean;
  /**
   * Returns the requested duration of each stream in seconds; 5 s later the stream counts as dead. @default - 40 to 50,
   * so that a half-open connection is detected within a minute
   */
  readonly timeoutSeconds?: () => number;
  /** Whether the watch may share a connection with others; useful for many small watches. @default false */
  readonly sharesConnection?: boolean;
  /** Removes fields from each object before it is kept or emitted. @default - removes nothing */
  readonly trim?: (object: T) => T;
  /**
   * Removes fields from the object of a single change; may return an equal object that is already in memory. @default -
   * `trim`
   */
  readonly trimChange?: (object: T) => T;
  /** Called for each error that leads to a retry. @default - such errors are only logged */
  readonly onFailure?: (error: unknown) => void;
  /**
   * Whether an error is logged only at level `debug`, because its cause is reported elsewhere. @default - no error is
   */
  readonly isExpected?: (error: unknown) => boolean;
  /**
   * Called for one event at a time: the next event waits for the returned promise. If it throws, the error is logged,
   * and the watch continues.
   */
  onEvent(event: WatchEvent<T>): void | Promise<void>;
}

/**
 * Emits all objects of a selection and then every change, until `signal` aborts.
 *
 * Guarantees: it never rejects and never gives up. It resumes a broken stream from the last resource version, and lists
 * everything again only if that version has expired (410), or the server was restored to an earlier state. Waits
 * between attempts grow to 30 s. Once it has resolved, no request, stream or timer is left.
 */
export async function watchObjects<T extends KubeObject>(
  options: WatchObjectsOptions<T>,
  signal: AbortSignal,
): Promise<void> {
  const { clock } = options;
  const context = createContext(options, signal);
  let state: WatchState<T> = createStart(options.watchList ?? true);
  while (!signal.aborted) {
    const [next, event] = await step(state, context);
    state = next;
    if (event !== undefined && !isAborted(signal)) {
      const emittedAt = clock.monotonic();
      await emit(event, options);
      state = resolveAfterEmitting(next, clock.monotonic() - emittedAt);
    }
    const due = clock.yieldIfDue();
    if (due !== undefined) await due;
  }
  if ('stream' in state) await state.stream.close();
}

function createContext<T extends KubeObject>(options: WatchObjectsOptions<T>, signal: AbortSignal): WatchContext<T> {
  const { resource, selection, clock, logger, onFailure, isExpected, random = Math.random, trim = keepSame } = options;
  const timeoutSeconds = options.timeoutSeconds ?? (() => computeStreamSeconds(random));
  const { trimChange = trim, sharesConnection = false } = options;
  const given = {
    sharesConnection,
    resource,
    selection,
    clock,
    logger,
    random,
    timeoutSeconds,
    trim,
    trimChange,
    signal,
  };
  const listeners = { ...(onFailure && { onFailure }), ...(isExpected && { isExpected }) };
  return { ...given, unknownTypes: new UnknownTypes(logger), ...listeners };
}

/**
 * A random duration of a stream with its own connection, short enough that a half-open connection is detected within a
 * minute.
 */
export function computeStreamSeconds(random: () => number): number {
  return 40 + Math.floor(random() * 11);
}

/**
 * If processing a list took longer than this time in milliseconds, the server may have been restored from a backup
 * since.
 */
const aWhileMs = 100;

/**
 * Returns the state after an event was emitted. Processing a list of thousands takes time, in which the watch is not
 * read.
 */
function resolveAfterEmitting<T extends KubeObject>(next: WatchState<T>, tookMs: number): WatchState<T> {
  return next.phase === 'listed' && tookMs > aWhileMs ? { ...next, phase: 'resuming' } : next;
}

async function emit<T extends KubeObject>(event: WatchEvent<T>, options: WatchObjectsOptions<T>): Promise<void> {
  try {
    await options.onEvent(event);
  } catch (error) {
    options.logger.error(error, 'watch handler failed', { event: event.type });
  }
}

function keepSame<T>(object: T): T {
  return object;
}

/**
 * Moves a watch from one state to the next. Guarantees: depends only on its parameters; never rejects; if the next
 * state has no stream, the stream is closed.
 */
export async function step<T extends KubeObject>(state: WatchState<T>, context: WatchContext<T>): Promise<Step<T>> {
  try {
    return await advance(state, context);
  } catch (error) {
    return context.signal.aborted ? [state] : [await recoverFromFailure(state, error, context)];
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
 * Checks before a watch continues whether etcd was restored from a backup: then the server's resource version is behind
 * events that it sent before, and the API server would silently hold the watch until etcd catches up. Asks for the
 * newest state, because one of several API servers may lag behind, and for one object, which is cheap for any
 * selection. Keeps the `fieldSelector`, because RBAC may allow no other list.
 */
async function resumeWatch<T extends KubeObject>(
  { memory, resourceVersion }: StateIn<T, 'resuming'>,
  context: WatchContext<T>,
): Promise<Step<T>> {
  const { resource, selection, signal, logger } = context;
  const { labelSelector: _, ...where } = selection;
  const { resourceVersion: newest } = await resource.list({ ...where, limit: 1, signal });
  // Empty if the API server returned no resource version.
  const wasSetBack = newest !== '' && compareResourceVersions(newest, resourceVersion) < 0;
  if (!wasSetBack) return [{ phase: 'listed', memory, resourceVersion }];
  logger.warn('server was restored to an earlier state, listing again', { resourceVersion, newest });
  return [recoverFromSetBack(memory, context)];
}

async function wait<T extends KubeObject>(state: StateIn<T, 'waiting'>, context: WatchContext<T>): Promise<Step<T>> {
  await context.clock.sleep(state.delayMs, context.signal);
  return [state.then];
}
