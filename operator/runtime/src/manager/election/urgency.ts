/** A wish to renew at once, which holds until the next renewal begins. */
export class Urgency {
  #wish = new AbortController();

  now(): void {
    this.#wish.abort();
  }

  /** A signal for the wait before a renewal. */
  get signal(): AbortSignal {
    return this.#wish.signal;
  }

  /** What was urgent is sent with the renewal that begins now. */
  taken(): void {
    if (this.#wish.signal.aborted) this.#wish = new AbortController();
  }
}
