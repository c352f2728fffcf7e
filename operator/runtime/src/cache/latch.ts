/** Makes callers wait until it is open. It may close again. */
export class Latch {
  readonly #waiting = new Set<() => void>();
  #open = false;
  #hasOpened = false;

  get isOpen(): boolean {
    return this.#open;
  }

  /** Whether the latch is open, or has been open before. */
  get hasOpened(): boolean {
    return this.#hasOpened;
  }

  open(): void {
    if (this.#open) return;
    this.#open = true;
    this.#hasOpened = true;
    for (const enter of this.#waiting) enter();
    this.#waiting.clear();
  }

  close(): void {
    this.#open = false;
  }

  /** Resolves once the latch is open; rejects with the reason of `signal`. */
  async waitUntilOpen(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#open) return;
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const enter = (): void => resolve(undefined);
    const leave = (): void => reject(signal.reason);
    this.#waiting.add(enter);
    signal.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      this.#waiting.delete(enter);
      signal.removeEventListener('abort', leave);
    }
  }
}
