/** The start times of running work, in monotonic milliseconds. */
export class RunningWork {
  readonly #beganAtMs: number[] = [];

  begin(atMs: number): void {
    this.#beganAtMs.push(atMs);
  }

  /**
   * Ends the work that began at `beganAtMs`, or the one that began closest to it, because the caller measures the time
   * itself.
   */
  end(beganAtMs: number): void {
    const distances = this.#beganAtMs.map((began) => Math.abs(began - beganAtMs));
    const closest = distances.indexOf(Math.min(...distances));
    if (closest >= 0) this.#beganAtMs.splice(closest, 1);
  }

  get size(): number {
    return this.#beganAtMs.length;
  }

  /** How long the oldest running work has lasted, in milliseconds; 0 without work. */
  computeLongestMs(nowMs: number): number {
    return this.size === 0 ? 0 : nowMs - Math.min(...this.#beganAtMs);
  }

  /** The sum of the times that all running work has lasted, in milliseconds. */
  computeTotalMs(nowMs: number): number {
    return this.#beganAtMs.reduce((total, beganAtMs) => total + nowMs - beganAtMs, 0);
  }
}
