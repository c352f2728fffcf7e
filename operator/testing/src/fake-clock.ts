import { type Clock, neverAborted, sleepWith } from '@kubewright/runtime/internal/base';

/** A clock that stands still until it is advanced. */
export interface FakeClock extends Clock {
  /**
   * Advances by `ms`. Timers fire one by one, in the order of their times (of equal times: in the order they were set),
   * each at exactly its time; what a timer started is finished before the next one fires, and may set new timers.
   */
  advance(ms: number): Promise<void>;
  /** Runs everything that waits for promises, but not for time. */
  settle(): Promise<void>;
  /** How long a loop yields each time it asks; 0: it continues at once. @default 0 */
  yieldsForMs: number;
  /** Timers that have neither fired nor been cancelled: 0 means that nothing waits for time. */
  readonly timers: number;
}

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** @param startAt wall time at the beginning. `monotonic` begins at 0. */
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
    // Time passes on this clock only when a test advances it.
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

/** The next timer up to `end`; the first set of those with the same time. */
function findEarliest(timers: ReadonlySet<Timer>, end: number): Timer | undefined {
  let found: Timer | undefined;
  for (const timer of timers) {
    if (timer.at <= end && (found === undefined || timer.at < found.at)) found = timer;
  }
  return found;
}

/** Every chain of promises that needs neither time nor input and output ends before the event loop turns. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
