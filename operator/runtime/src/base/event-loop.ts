/** How long a loop may run before it yields to timers and sockets, in milliseconds. Its current step finishes first. */
const turnMs = 10;

/** The dependencies of `EventLoop`: a clock, and a way to run a function after timers and sockets. */
export interface EventLoopPort {
  readonly monotonic: () => number;
  readonly nextTurn: (call: () => void) => void;
}

/**
 * Lets loops over thousands of objects share the event loop. A loop asks before each object whether to yield, so that
 * timers fire (the renewal of a Lease) and sockets are served (probes). Guarantees: of all loops that have yielded, one
 * resumes per turn of the event loop, in the order in which they yielded, so several loops block a turn no longer than
 * one.
 *
 * https://nodejs.org/en/learn/asynchronous-work/dont-block-the-event-loop
 */
export class EventLoop {
  readonly #port: EventLoopPort;
  readonly #yielded: (() => void)[] = [];
  /** When a loop first asked in this turn of the event loop, in monotonic milliseconds. */
  #turnBegan: number | undefined;

  constructor(port: EventLoopPort) {
    this.#port = port;
  }

  /** `undefined` if the loop may continue; otherwise a promise to await before it does. The promise never rejects. */
  yieldIfDue(): Promise<void> | undefined {
    const now = this.#port.monotonic();
    if (this.#turnBegan === undefined) {
      this.#beginTurn(now);
      return undefined;
    }
    if (now - this.#turnBegan < turnMs) return undefined;
    return new Promise((resolve) => {
      this.#yielded.push(resolve);
    });
  }

  #beginTurn(now: number): void {
    this.#turnBegan = now;
    this.#port.nextTurn(() => {
      this.#turnBegan = undefined;
      const goOn = this.#yielded.shift();
      if (goOn === undefined) return;
      this.#beginTurn(this.#port.monotonic());
      goOn();
    });
  }
}
