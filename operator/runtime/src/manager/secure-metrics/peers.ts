import type { Clock } from '../../base/index.ts';
import { ExpiringCache } from './expiring-cache.ts';

/** How long a rejection counts, in milliseconds. */
const windowMs = 10_000;

/**
 * Maximum number of rejected tokens per address within `windowMs`. A scraper whose token has just expired needs one.
 */
const maxRejections = 10;

/**
 * Maximum number of remembered addresses: more than Pods that call an operator, and a limit for the memory that an
 * attacker can use.
 */
const mostPeers = 1024;

/** Whether an address has no recent rejection, some, or too many for another review. */
type PeerState = 'unsuspected' | 'refused' | 'exhausted';

/** Client addresses that have sent rejected tokens. */
export class Peers {
  /** Number of recent rejections by address. */
  readonly #refusals: ExpiringCache<{ count: number }>;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#refusals = new ExpiringCache({ clock, keepMs: windowMs, most: mostPeers });
  }

  getState(peer: string): PeerState {
    const refusals = this.#refusals.get(peer);
    if (refusals === undefined) return 'unsuspected';
    return refusals.count < maxRejections ? 'refused' : 'exhausted';
  }

  recordRejection(peer: string): void {
    const refusals = this.#refusals.get(peer);
    if (refusals === undefined) this.#refusals.keep(peer, { count: 1 });
    else refusals.count += 1;
  }
}
