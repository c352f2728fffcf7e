import { DeployError } from './deploy-error.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** How long the engine has to say that it got the signal too, as it does from a terminal, in milliseconds. */
const graceMs = 2_000;

/**
 * Ends a run on Ctrl-C or SIGTERM in an orderly way: the engine finishes what is under way, stores what it has done and gives
 * back its lock. Listens until it is disposed.
 *
 * The engine gets the signal once: by itself if it is sent to the whole process group, else by `engine`. The second one would
 * make it end at once, and forget what is under way.
 */
export class Interruption implements Disposable {
  readonly #engine = new AbortController();
  readonly #onOutput: (text: string) => void;
  #received: NodeJS.Signals | undefined;
  #engineKnows = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(onOutput: (text: string) => void) {
    this.#onOutput = onOutput;
    for (const signal of signals) process.on(signal, this.#receive);
  }

  /** Interrupts the engine. */
  get engine(): AbortSignal {
    return this.#engine.signal;
  }

  /** Prints the output of the engine. */
  readonly output = (text: string): void => {
    this.#engineKnows ||= text.includes('received; cancelling');
    this.#onOutput(text);
  };

  /** Throws if the run is to end. */
  throwIfRequested(): void {
    if (this.#received === undefined) return;
    throw new DeployError(
      `stopped by ${this.#received}: what was under way is done. Run the command again, it goes on from there.`,
    );
  }

  readonly #receive = (signal: NodeJS.Signals): void => {
    if (this.#received !== undefined) return;
    this.#received = signal;
    this.#onOutput(`\n${signal}: finishes what is under way, and stops…\n`);
    this.#timer = setTimeout(() => {
      if (!this.#engineKnows) this.#engine.abort();
    }, graceMs);
  };

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const signal of signals) process.off(signal, this.#receive);
  }
}
