/** Who waits for whom among those with the same key. */
interface Line {
  /** Resolves when the last work that had to be alone is over. */
  readonly after: Promise<void>;
  /** What has come since, and is not over. */
  readonly together: Set<Promise<void>>;
}

/**
 * Lets some work on the same thing go on side by side, and keeps other work apart from it.
 *
 * Guarantees: `alone` runs beside nothing else of its key; first come, first served, so nobody waits for ever; what
 * fails does not hold up what comes after it.
 */
export class Turns {
  readonly #lines = new Map<string, Line>();

  /** Runs `work` beside any other that came `together`. */
  together<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? this.#begin(key, Promise.resolve());
    const running = line.after.then(work);
    const ended = endOf(running);
    line.together.add(ended);
    void ended.then(() => {
      line.together.delete(ended);
      this.#forget(key, line);
    });
    return running;
  }

  /** Runs `work` after all that came before it, and before all that comes after it. */
  alone<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#lines.get(key);
    const running = Promise.all([before?.after, ...(before?.together ?? [])]).then(work);
    const line = this.#begin(key, endOf(running));
    void line.after.then(() => {
      this.#forget(key, line);
    });
    return running;
  }

  #begin(key: string, after: Promise<void>): Line {
    const line = { after, together: new Set<Promise<void>>() };
    this.#lines.set(key, line);
    return line;
  }

  /** A line in which nobody is left. */
  #forget(key: string, line: Line): void {
    if (line.together.size === 0 && this.#lines.get(key) === line) this.#lines.delete(key);
  }
}

/** Resolves when `work` has ended, well or not. */
function endOf(work: Promise<unknown>): Promise<void> {
  const nothing = (): void => undefined;
  return work.then(nothing, nothing);
}
