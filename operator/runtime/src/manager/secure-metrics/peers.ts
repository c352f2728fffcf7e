import type { Clock } from '../../base/index.ts';
import { ExpiringCache } from './expiring-cache.ts';

/** How long a refusal counts. */
const windowMs = 10_000;

/** How many refusals of one peer are allowed within ten seconds; a scraper whose token has just expired needs one. */
const maxRejections = 10;

/** More than the Pods that may call an operator: an attacker with more addresses gets no more memory than this. */
const mostPeers = 1024;

/** The standing of a peer: without a refusal, refused recently, or refused too often to be reviewed again. */
type PeerState = 'unsuspected' | 'refused' | 'exhausted';

/** The addresses whose tokens were refused. */
export class Peers {
  /** How often each was refused since the first refusal that still counts. */
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
