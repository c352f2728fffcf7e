/** Disposes resources in reverse order, like `AsyncDisposableStack`, which Node 22 does not have. */
export class Teardown implements AsyncDisposable {
  #steps: (() => Promise<void>)[] = [];

  /** Registers `resource` to be disposed; returns it. */
  use<T extends AsyncDisposable>(resource: T): T {
    this.defer(() => resource[Symbol.asyncDispose]() as Promise<void>);
    return resource;
  }

  defer(step: () => Promise<void>): void {
    this.#steps.unshift(step);
  }

  /** Moves all resources to a new object, so that disposing this one does nothing. */
  move(): Teardown {
    const moved = new Teardown();
    moved.#steps = this.#steps;
    this.#steps = [];
    return moved;
  }

  /** Disposes every resource, even if one fails, then throws the first failure. A second call does nothing. */
  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.#steps.shift(); step !== undefined; step = this.#steps.shift()) {
      await step().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}
