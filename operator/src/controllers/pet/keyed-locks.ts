/** The calls with one key that a later call may have to wait for. */
interface LockState {
  /** Resolves when the last `alone` call has ended. */
  readonly after: Promise<void>;
  /** The running `together` calls that began after it. */
  readonly together: Set<Promise<void>>;
}

/**
 * A shared and exclusive lock per key.
 *
 * Guarantees: an `alone` call never runs at the same time as another call with its key; calls run in the order in which
 * they are made, so every call eventually runs; a failed call does not delay later ones.
 */
export class KeyedLocks {
  readonly #lines = new Map<string, LockState>();

  /** Runs `work` after the last earlier `alone` call, concurrently with other `together` calls. */
  together<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? this.#begin(key, Promise.resolve());
    const running = line.after.then(work);
    const ended = settled(running, () => {
      line.together.delete(ended);
      this.#forget(key, line);
    });
    line.together.add(ended);
    return running;
  }

  /** Runs `work` after all earlier calls, and before all later ones. */
  alone<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#lines.get(key);
    const running = Promise.all([before?.after, ...(before?.together ?? [])]).then(work);
    const line = this.#begin(
      key,
      settled(running, () => this.#forget(key, line)),
    );
    return running;
  }

  #begin(key: string, after: Promise<void>): LockState {
    const line = { after, together: new Set<Promise<void>>() };
    this.#lines.set(key, line);
    return line;
  }

  /** Removes the state of a key that has no running calls. */
  #forget(key: string, line: LockState): void {
    if (line.together.size === 0 && this.#lines.get(key) === line) this.#lines.delete(key);
  }
}

/** Calls `done` when `work` has settled, and then resolves. */
function settled(work: Promise<unknown>, done: () => void): Promise<void> {
  return work.then(done, done);
}
