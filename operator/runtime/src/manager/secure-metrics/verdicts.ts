import type { Clock } from '../../base/index.ts';
import { ExpiringCache } from './expiring-cache.ts';

/** Whether a token may read a path, as the API server has answered. */
export type Verdict = 'allowed' | 'unknown token' | { readonly deniedTo: string };

/** Maximum number of cached verdicts of each type: more than the number of scrapers. */
const mostAnswers = 256;

/**
 * How long verdicts are cached, in milliseconds: a revoked permission takes effect after at most a minute, a granted
 * one after ten seconds.
 */
const keepMs = { allowed: 60_000, refused: 10_000 } as const;

/** Cached verdicts. Permissions and rejections are stored separately, so that many rejections evict no permission. */
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

  /** Whether the last verdict was `allowed`, however old it is. */
  wasAllowed(id: string): boolean {
    return this.#allowed.has(id);
  }

  keep(id: string, verdict: Verdict): void {
    this.#allowed.forget(id);
    this.#rejected.forget(id);
    (verdict === 'allowed' ? this.#allowed : this.#rejected).keep(id, verdict);
  }
}
