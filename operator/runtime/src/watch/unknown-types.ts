import type { Logger } from '../base/index.ts';

/** So many types are told; a server that makes up new ones has no bound. */
const toldAtMost = 10;

/** Types of events that are not known here. A later API server may have more of them; nothing is lost by passing them over. */
export class UnknownTypes {
  readonly #logger: Logger;
  readonly #told = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Logs it, once for each type. */
  passOver(type: string): void {
    if (this.#told.has(type) || this.#told.size >= toldAtMost) return;
    this.#told.add(type);
    this.#logger.warn('events of an unknown type are passed over', { type });
  }
}
