/** When each piece of running work began. Times by the monotonic clock. */
export class RunningWork {
  readonly #beganAtMs: number[] = [];

  begin(atMs: number): void {
    this.#beganAtMs.push(atMs);
  }

  /** Ends the piece that began at `beganAtMs`, or closest to it, because the caller measures the time itself. */
  end(beganAtMs: number): void {
    const distances = this.#beganAtMs.map((began) => Math.abs(began - beganAtMs));
    const closest = distances.indexOf(Math.min(...distances));
    if (closest >= 0) this.#beganAtMs.splice(closest, 1);
  }

  /** How many pieces run. */
  get size(): number {
    return this.#beganAtMs.length;
  }

  /** For how long the oldest piece has been running; 0 if none is. */
  computeLongestMs(nowMs: number): number {
    return this.size === 0 ? 0 : nowMs - Math.min(...this.#beganAtMs);
  }

  /** For how long all pieces together have been running. */
  computeTotalMs(nowMs: number): number {
    return this.#beganAtMs.reduce((total, beganAtMs) => total + nowMs - beganAtMs, 0);
  }
}
