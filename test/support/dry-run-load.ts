import { setTimeout as sleep } from 'node:timers/promises';

import type { Client } from '../../operator/runtime/src/client/index.ts';

/** Sends one request. It counts as failed if it throws or has a status other than `LoadOptions.status`. */
export type Sending = (index: number) => Promise<{ readonly status: number; readonly body: unknown }>;

export interface LoadOptions {
  /** The number of concurrent requests. @default 8 */
  readonly workers?: number;
  /** The HTTP status that counts as success. @default 201 */
  readonly status?: number;
}

/** The pause of each worker between two requests. */
const pauseMs = 20;

/** Sends requests until it is disposed. */
export class DryRunLoad implements AsyncDisposable {
  readonly #sending: Sending;
  readonly #options: Required<LoadOptions>;
  readonly #over = new AbortController();
  readonly #workers: readonly Promise<void>[];
  readonly #failures = new Map<string, number>();
  /** The requests that are in flight or not counted yet. */
  readonly #underWay = new Set<Promise<void>>();
  #sent = 0;
  #succeeded = 0;

  constructor(sending: Sending, options: LoadOptions = {}) {
    this.#sending = sending;
    this.#options = { workers: 8, status: 201, ...options };
    this.#workers = Array.from({ length: this.#options.workers }, () => this.#work());
  }

  /** The failures so far: their counts by description. */
  get failures(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#failures);
  }

  get failed(): number {
    return [...this.#failures.values()].reduce((sum, each) => sum + each, 0);
  }

  get succeeded(): number {
    return this.#succeeded;
  }

  /**
   * Resolves once every request in flight is counted. Results that are counted afterwards belong to later requests.
   */
  async untilCounted(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#workers);
  }

  async #work(): Promise<void> {
    while (!this.#over.signal.aborted) {
      const sent = this.#send();
      this.#underWay.add(sent);
      await sent;
      this.#underWay.delete(sent);
      await sleep(pauseMs);
    }
  }

  /** Sends one request and counts its answer. */
  async #send(): Promise<void> {
    this.#sent += 1;
    try {
      const { status, body } = await this.#sending(this.#sent);
      if (status === this.#options.status) this.#succeeded += 1;
      else this.#fail(`${String(status)} ${parseMessage(body)}`);
    } catch (error) {
      this.#fail(String(error));
    }
  }

  #fail(text: string): void {
    this.#failures.set(text, (this.#failures.get(text) ?? 0) + 1);
  }
}

/** Creates objects in dry runs: admission webhooks review them, but the API server stores none. */
export function createDryRunSender(client: Client, path: string, body: (index: number) => object): Sending {
  return (index) => client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body: body(index) });
}

function parseMessage(body: unknown): string {
  return (body as { readonly message?: string }).message ?? JSON.stringify(body);
}
