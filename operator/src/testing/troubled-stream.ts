import { ConnectionError } from './connection-error.ts';
import type { Clock } from '../runtime/base/index.ts';

/** How a stream ends: as the server was asked to, or not. */
type End = { readonly kind: 'closed' } | { readonly kind: 'broken'; readonly error: unknown };

/** Where a stream breaks by itself: after so many lines, with a part of the next one. */
export interface Cut {
  readonly afterLines: number;
}

/** The server's end of one watch connection, line by line. */
export class TroubledStream {
  readonly #signal: AbortSignal | undefined;
  readonly #lines: string[] = [];
  readonly #cancel: () => void;
  #end: End | undefined;
  #wake: () => void = () => undefined;
  #silent = false;
  #left: number;
  /** The last resource version that was written into it. */
  told: number;

  /** @param openedAt the resource version that it begins after */
  constructor(openedAt: number, { clock, timeoutSeconds, signal, cut }: TroubledStreamOptions) {
    this.told = openedAt;
    this.#signal = signal;
    this.#left = cut?.afterLines ?? Number.POSITIVE_INFINITY;
    this.#cancel = clock.after(timeoutSeconds * 1000, () => this.close());
    signal?.addEventListener('abort', this.#abort, { once: true });
  }

  get open(): boolean {
    return this.#end === undefined;
  }

  /** Whether all that was told has arrived. */
  get isRead(): boolean {
    return !this.#silent && this.#lines.length === 0;
  }

  write(line: string): void {
    if (this.#silent || !this.open) return;
    this.#left -= 1;
    this.#lines.push(this.#left < 0 ? line.slice(0, line.length / 2) : line);
    this.#wake();
    if (this.#left < 0) this.break();
  }

  /** Nothing arrives any more, and nobody is told: a connection that is half open. */
  silence(): void {
    this.#silent = true;
  }

  close(): void {
    if (!this.#silent) this.#finish({ kind: 'closed' });
  }

  break(): void {
    const error = new ConnectionError('ECONNRESET');
    if (!this.#silent) this.#finish({ kind: 'broken', error });
  }

  async *lines(): AsyncGenerator<string> {
    for (;;) {
      const line = this.#lines.shift();
      if (line !== undefined) yield line;
      else if (this.#end?.kind === 'broken') throw this.#end.error;
      else if (this.#end !== undefined) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  readonly #abort = (): void => {
    this.#lines.length = 0;
    this.#finish({ kind: 'broken', error: this.#signal?.reason });
  };

  #finish(end: End): void {
    this.#end ??= end;
    this.#cancel();
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#wake();
  }
}

export interface TroubledStreamOptions {
  readonly clock: Clock;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal | undefined;
  readonly cut: Cut | undefined;
}
