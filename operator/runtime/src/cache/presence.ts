/**
 * Whether the kind of a cache is installed and its initial objects are cached. Always true for a kind that is not
 * optional.
 */
export class Presence {
  #state: 'absent' | 'filling' | 'present' = 'present';
  readonly #listeners = new Set<() => void>();

  get isPresent(): boolean {
    return this.#state === 'present';
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Call it when the kind is installed; it becomes present with the next `complete`. */
  begin(): void {
    if (this.#state === 'absent') this.#state = 'filling';
  }

  /** Call it when the cache is synced. */
  complete(): void {
    if (this.#state !== 'filling') return;
    this.#state = 'present';
    this.#notify();
  }

  end(): void {
    const wasPresent = this.isPresent;
    this.#state = 'absent';
    if (wasPresent) this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
