import type { Clock } from '../../base/index.ts';
import { ExpiringCache } from './expiring-cache.ts';

/** The API server's answer for a token and a path. */
export type Verdict = 'allowed' | 'unknown token' | { readonly deniedTo: string };

/** More than there are scrapers. A client that tries many tokens gets no more memory than this, twice. */
const mostAnswers = 256;

/** A right that was revoked is noticed after a minute at the latest, one that was granted after ten seconds. */
const keepMs = { allowed: 60_000, refused: 10_000 } as const;

/**
 * The answers by token. Allowed ones and refusals are stored separately, so that many refusals evict no allowed one.
 */
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

  /** Whether the token was allowed the last time, however long ago. */
  wasAllowed(id: string): boolean {
    return this.#allowed.has(id);
  }

  keep(id: string, verdict: Verdict): void {
    this.#allowed.forget(id);
    this.#rejected.forget(id);
    (verdict === 'allowed' ? this.#allowed : this.#rejected).keep(id, verdict);
  }
}
