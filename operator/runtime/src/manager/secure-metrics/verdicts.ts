import type { Clock } from '../../base/index.ts';
import { ExpiringCache } from './expiring-cache.ts';

/** The API server's response for a token and a path. */
export type Verdict = 'allowed' | 'unknown token' | { readonly deniedTo: string };

/** More than the number of scrapers. A client that guesses tokens fills at most twice as many entries. */
const mostAnswers = 256;

/** A revoked permission takes effect after at most a minute, a granted one after ten seconds. */
const keepMs = { allowed: 60_000, refused: 10_000 } as const;

/** Responses by token. Stores allowed ones and rejections separately, so that many rejections evict no allowed one. */
export class Verdicts {
  readonly #allowed: ExpiringCache<Verdict>;
  readonly #rejected: ExpiringCache<Verdict>;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#allowed = new ExpiringCache({ clock, keepMs: keepMs.allowed, most: mostAnswers });
    this.#rejected = new ExpiringCache({ clock, keepMs: keepMs.refused, most: mostAnswers });
  }

  get(id: string): Verdict | undefined {
    return this.#allowed.get(id) ?? this.#rejected.get(id);
  }

  /** Whether the token was allowed the last time, at any age. */
  wasAllowed(id: string): boolean {
    return this.#allowed.has(id);
  }

  keep(id: string, verdict: Verdict): void {
    this.#allowed.forget(id);
    this.#rejected.forget(id);
    (verdict === 'allowed' ? this.#allowed : this.#rejected).keep(id, verdict);
  }
}
