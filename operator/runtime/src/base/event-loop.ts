/** How long a turn may last before a loop yields, in milliseconds. The current step finishes first. */
const turnMs = 10;

/** The dependencies of `EventLoop`: a clock, and a callback after timers and sockets have had their turn. */
export interface EventLoopPort {
  readonly monotonic: () => number;
  readonly nextTurn: (call: () => void) => void;
}

/**
 * Shares the turns of the event loop. A loop over thousands of objects asks before each one whether to yield, so that
 * timers fire (the renewal of a Lease) and sockets are served (probes).
 *
 * Guarantees: of all loops that have yielded, one resumes per turn, in the order in which they yielded: several loops
 * take no more of a turn than one. https://nodejs.org/en/learn/asynchronous-work/dont-block-the-event-loop
 */
export class EventLoop {
  readonly #port: EventLoopPort;
  readonly #yielded: (() => void)[] = [];
  /** When a loop first asked in this turn. */
  #turnBegan: number | undefined;

  constructor(port: EventLoopPort) {
    this.#port = port;
  }

  /**
   * `undefined` while this turn has time left; otherwise a promise to await before the loop continues. Never rejects.
   */
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
