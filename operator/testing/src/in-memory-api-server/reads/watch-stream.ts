/** The server side of a watch stream. Its lines are kept until the client reads them. */
export class WatchStream implements AsyncIterableIterator<string> {
  readonly #lines: string[] = [];
  readonly #onEnd: () => void;
  #end: { readonly error?: Error } | undefined;
  #wake: (() => void) | undefined;

  /** @param onEnd called once, however the stream ends */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get isOpen(): boolean {
    return this.#end === undefined;
  }

  send(type: string, object: unknown): void {
    if (this.isOpen) this.#lines.push(JSON.stringify({ type, object }));
    this.#wake?.();
  }

  /** Ends the stream. The client can still read the lines that were sent. */
  end(): void {
    this.#finish({});
  }

  /** Breaks the connection. Lines that the client has not read are lost. */
  break(error: Error): void {
    this.#lines.length = 0;
    this.#finish({ error });
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    for (;;) {
      const line = this.#lines.shift();
      if (line !== undefined) return { done: false, value: line };
      if (this.#end?.error !== undefined) throw this.#end.error;
      if (this.#end !== undefined) return { done: true, value: undefined };
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.#lines.length = 0;
    this.#finish({});
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #finish(end: { readonly error?: Error }): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#onEnd();
    this.#wake?.();
  }
}
