import { type Clock, formatApiVersion, formatKind, isAborted, type Kind, type Logger } from '../base/index.ts';
import { discoverVersion, type Transport } from '../client/index.ts';

interface InstalledKindsOptions {
  readonly transport: Transport;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly logger: Logger;
}

/** Whether a kind is installed; a text says why that is unknown. */
export type InstalledAnswer = boolean | string;

type Listener = (answer: InstalledAnswer) => void;

interface FollowedKind {
  readonly kind: Kind;
  readonly listeners: Listener[];
  installed?: boolean;
}

/**
 * The interval between discovery requests, so a new CRD is noticed after at most this time. A removed CRD is noticed at
 * once, because its watch fails.
 */
const askEveryMs = 10_000;
/** The first wait after a failed request; it doubles with each failure. */
const firstWaitMs = 500;

/**
 * Follows whether optional kinds are installed. Sends one discovery request per group version, which needs no
 * permission, unlike a watch of CRDs.
 */
export class InstalledKinds {
  readonly #options: InstalledKindsOptions;
  readonly #kinds = new Map<string, FollowedKind>();
  /** Aborts the wait before the next request. */
  #wait = new AbortController();

  constructor(options: InstalledKindsOptions) {
    this.#options = options;
  }

  /**
   * Starts to follow `kind`.
   * @param listener receives the first answer, each change of the answer, and each failure
   */
  follow(kind: Kind, listener: Listener): void {
    const id = `${formatApiVersion(kind)} ${kind.plural}`;
    const known = this.#kinds.get(id) ?? { kind, listeners: [] };
    this.#kinds.set(id, known);
    known.listeners.push(listener);
    if (known.installed === undefined) this.askNow();
    else listener(known.installed);
  }

  /** Sends the discovery requests now. Called when the watch of an optional kind has failed. */
  askNow(): void {
    this.#wait.abort();
  }

  /** Sends discovery requests at intervals until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const end = (): void => this.#wait.abort();
    signal.addEventListener('abort', end, { once: true });
    let waitMs = firstWaitMs;
    while (!isAborted(signal)) {
      this.#wait = new AbortController();
      const kinds = [...this.#kinds.values()];
      const versions = new Set(kinds.map(({ kind }) => formatApiVersion(kind)));
      await Promise.all([...versions].map((version) => this.#ask(version, signal)));
      if (isAborted(signal)) return;
      const areKnown = kinds.every(({ installed }) => installed !== undefined);
      waitMs = areKnown ? askEveryMs : Math.min(2 * waitMs, askEveryMs);
      await clock.sleep(waitMs, this.#wait.signal).catch(() => undefined);
    }
  }

  async #ask(version: string, signal: AbortSignal): Promise<void> {
    const served = await discoverVersion(version, { transport: this.#options.transport, signal });
    if (isAborted(signal)) return;
    for (const followed of this.#kinds.values()) {
      const { kind } = followed;
      if (formatApiVersion(kind) !== version) continue;
      this.#take(followed, typeof served === 'string' ? served : served.has(kind.plural));
    }
  }

  #take(followed: FollowedKind, answer: InstalledAnswer): void {
    const { kind, listeners, installed } = followed;
    if (answer === installed) return;
    if (typeof answer === 'boolean') {
      followed.installed = answer;
      const { logger } = this.#options;
      const fields = { kind: formatKind(kind) };
      if (!answer) logger.info('an optional kind is not installed, running without it', fields);
      else if (installed === false) logger.info('an optional kind is now installed, using it', fields);
    }
    for (const listener of listeners) listener(answer);
  }
}
