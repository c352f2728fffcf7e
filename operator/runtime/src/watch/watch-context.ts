import type { Clock, KubeObject, Logger } from '../base/index.ts';
import type { Resource, Selection } from '../client/index.ts';

/** What a watch needs; the same in every state. */
export interface WatchContext<T extends KubeObject> {
  readonly resource: Resource<T>;
  readonly selection: Selection;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: () => number;
  readonly timeoutSeconds: () => number;
  readonly trim: (object: T) => T;
  readonly trimChange: (object: T) => T;
  readonly signal: AbortSignal;
  readonly unknownTypes: UnknownTypes;
  readonly onFailure?: (error: unknown) => void;
}

/** How many types are logged; a faulty server could send ever new ones. */
const loggedAtMost = 10;

/** Unknown types of events. A later API server may have more of them; skipping them loses nothing. */
export class UnknownTypes {
  readonly #logger: Logger;
  readonly #logged = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Logs the type, once. */
  skip(type: string): void {
    if (this.#logged.has(type) || this.#logged.size >= loggedAtMost) return;
    this.#logged.add(type);
    this.#logger.warn('events of an unknown type are skipped', { type });
  }
}
