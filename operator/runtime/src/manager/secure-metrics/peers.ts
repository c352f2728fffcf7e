import type { Clock } from '../../base/index.ts';
import { ExpiringCache } from './expiring-cache.ts';

/** How long a rejection counts. */
const windowMs = 10_000;

/** Rejections that a peer may cause within the window; a scraper whose token has just expired needs one. */
const maxRejections = 10;

/** Exceeds the number of Pods that call an operator, and limits the memory that an attacker can use. */
const mostPeers = 1024;

/** A peer has no recent rejection, has a recent one, or has too many for another review. */
type PeerState = 'unsuspected' | 'refused' | 'exhausted';

/** Addresses that sent rejected tokens. */
export class Peers {
  /** Rejections per address since the first one that still counts. */
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
