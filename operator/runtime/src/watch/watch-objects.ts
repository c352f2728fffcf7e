import { type Clock, isAborted, type KubeObject, type Logger } from '../base/index.ts';
import type { Resource, Selection } from '../client/index.ts';
import { step } from './step.ts';
import { UnknownTypes, type WatchContext } from './watch-context.ts';
import type { WatchEvent } from './watch-event.ts';
import { startOf, type WatchState } from './watch-state.ts';

export interface WatchObjectsOptions<T extends KubeObject> {
  readonly resource: Resource<T>;
  /** Which objects. */
  readonly selection: Selection;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Spreads waits and time-outs; in [0, 1). @default Math.random */
  readonly random?: () => number;
  /** Whether the initial objects are streamed (WatchList), if the server supports it. KEP-3157. @default true */
  readonly watchList?: boolean;
  /**
   * The requested duration of each stream; 5 s later it counts as dead.
   * @default - 40 to 50, so that a half-open connection is found within a minute
   */
  readonly timeoutSeconds?: () => number;
  /** Drops fields from each object before it is kept or emitted. @default - nothing is dropped */
  readonly trim?: (object: T) => T;
  /** The same for the object of a single change; may return an object that is known, if it is that. @default - `trim` */
  readonly trimChange?: (object: T) => T;
  /** Called with each error that leads to another try. @default - it is only logged */
  readonly onFailure?: (error: unknown) => void;
  /**
   * Called for one event after the other: the next one waits for the promise that it returns. What it throws is logged
   * and stops nothing.
   */
  onEvent(event: WatchEvent<T>): void | Promise<void>;
}

/**
 * Emits all objects of a selection and then every change, until `signal` aborts.
 *
 * Guarantees: never rejects and never gives up: a broken stream is resumed from the last resource version; everything
 * is listed again only after that has expired (410), or the server was restored to an earlier state. Waits between
 * tries grow to 30 s. Once it has resolved, no request, stream or timer is left.
 */
export async function watchObjects<T extends KubeObject>(
  options: WatchObjectsOptions<T>,
  signal: AbortSignal,
): Promise<void> {
  const { clock } = options;
  const context = contextOf(options, signal);
  let state: WatchState<T> = startOf(options.watchList ?? true);
  while (!signal.aborted) {
    const [next, event] = await step(state, context);
    state = next;
    if (event !== undefined && !isAborted(signal)) {
      const emittedAt = clock.monotonic();
      await emit(event, options);
      state = afterEmitting(next, clock.monotonic() - emittedAt);
    }
    const due = clock.yieldIfDue();
    if (due !== undefined) await due;
  }
  if ('stream' in state) await state.stream.close();
}

function contextOf<T extends KubeObject>(options: WatchObjectsOptions<T>, signal: AbortSignal): WatchContext<T> {
  const { resource, selection, clock, logger, onFailure, random = Math.random, trim = same } = options;
  const timeoutSeconds = options.timeoutSeconds ?? (() => 40 + Math.floor(random() * 11));
  const { trimChange = trim } = options;
  const given = { resource, selection, clock, logger, random, timeoutSeconds, trim, trimChange, signal };
  return { ...given, unknownTypes: new UnknownTypes(logger), ...(onFailure && { onFailure }) };
}

/** If a list took longer to take in, the server may have been restored from a backup meanwhile. */
const aWhileMs = 100;

/** Taking in a list of thousands takes time, in which the watch is not read. */
function afterEmitting<T extends KubeObject>(next: WatchState<T>, tookMs: number): WatchState<T> {
  return next.phase === 'listed' && tookMs > aWhileMs ? { ...next, phase: 'resuming' } : next;
}

async function emit<T extends KubeObject>(event: WatchEvent<T>, options: WatchObjectsOptions<T>): Promise<void> {
  try {
    await options.onEvent(event);
  } catch (error) {
    options.logger.error(error, 'watch handler failed', { event: event.type });
  }
}

function same<T>(object: T): T {
  return object;
}
