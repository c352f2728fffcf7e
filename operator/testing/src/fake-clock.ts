import { type Clock, neverAborted, sleepWith } from '@kubewright/runtime/internal/base';

/** A clock that only moves when the test calls `advance`. */
export interface FakeClock extends Clock {
  /**
   * Advances by `ms`. Timers fire one by one in time order (in creation order at equal times), each at exactly its
   * time. The work that a timer starts, which may set new timers, finishes before the next one fires.
   */
  advance(ms: number): Promise<void>;
  /** Waits until all pending promises that need neither time nor I/O have settled. */
  settle(): Promise<void>;
  /**
   * How long `yieldIfDue` sleeps on this clock, in milliseconds. With 0 it returns at once, so loops do not yield.
   * @default 0
   */
  yieldsForMs: number;
  /** The number of pending timers; 0 if nothing waits for time. */
  readonly timers: number;
}

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/**
 * Creates a clock that stands still.
 * @param startAt the wall-clock time at the start; `monotonic` starts at 0
 */
export function createFakeClock(startAt: Date | string = '2026-01-01T00:00:00Z'): FakeClock {
  const startMs = new Date(startAt).getTime();
  const timers = new Set<Timer>();
  let elapsed = 0;

  const clock: FakeClock = {
    now: () => startMs + elapsed,
    monotonic: () => elapsed,
    after(delayMs, fire) {
      const timer = { at: elapsed + Math.max(0, delayMs), fire };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    sleep: (delayMs, signal) => sleepWith(clock, delayMs, signal),
    yieldsForMs: 0,
    // Real time does not count: without a test that sets `yieldsForMs`, loops do not yield.
    yieldIfDue: () => (clock.yieldsForMs === 0 ? undefined : clock.sleep(clock.yieldsForMs, neverAborted)),
    async advance(ms) {
      const end = elapsed + ms;
      await settle();
      for (let timer = findEarliest(timers, end); timer !== undefined; timer = findEarliest(timers, end)) {
        timers.delete(timer);
        elapsed = timer.at;
        timer.fire();
        await settle();
      }
      elapsed = end;
    },
    settle,
    get timers() {
      return timers.size;
    },
  };
  return clock;
}

/** The earliest timer up to `end`; at equal times the one that was set first. */
function findEarliest(timers: ReadonlySet<Timer>, end: number): Timer | undefined {
  let found: Timer | undefined;
  for (const timer of timers) {
    if (timer.at <= end && (found === undefined || timer.at < found.at)) found = timer;
  }
  return found;
}

/**
 * Waits until promise chains that need neither time nor I/O have ended: they do so before the next turn of the event
 * loop.
 */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
