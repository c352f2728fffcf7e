/** A call of the store, or a status write, which a test can delay or fail. */
export interface Step {
  /** `probe` checks whether the store answers again. */
  readonly what: 'add' | 'update' | 'delete' | 'search' | 'probe' | 'status';
  /** Whether the step comes before the call is executed, or after it and before the process gets the response. */
  readonly when: 'before' | 'after';
  /** The name of the Pet for a status write, otherwise that of the pet in the store. */
  readonly pet: string;
}

/** Thrown to crash the process: nothing that it does afterwards has an effect. */
export class Crash extends Error {
  override readonly name = 'Crash';
  override readonly message = 'the process has ended';
}

/** Records the steps of all processes, one after the other. */
export class Steps {
  /** Called before and after each call. It may throw or wait. */
  onStep: (step: Step) => Promise<void> | void = () => undefined;
  /** Completed steps, in order: `add Thor`, `status pet`. */
  readonly done: string[] = [];
  hasCrashed = false;

  async take<T>(what: Step['what'], pet: string, act: () => T): Promise<Awaited<T>> {
    await this.#runAround({ what, pet, when: 'before' });
    const result = await act();
    if (what !== 'probe') this.done.push(`${what} ${pet}`.trim());
    await this.#runAround({ what, pet, when: 'after' });
    return result;
  }

  throwIfCrashed(): void {
    if (this.hasCrashed) throw new Crash();
  }

  async #runAround(step: Step): Promise<void> {
    this.throwIfCrashed();
    try {
      await this.onStep(step);
    } catch (error) {
      this.hasCrashed ||= error instanceof Crash;
      throw error;
    }
    this.throwIfCrashed();
  }
}
