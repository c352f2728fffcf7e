import type { Clock } from '../../base/index.ts';

/** How long a refusal counts. */
export const windowMs = 10_000;

/** How many refusals of one peer are allowed within ten seconds; a scraper whose token has just expired needs one. */
export const mostRefusals = 10;

/** More than the Pods that may call an operator: an attacker with more addresses gets no more memory than this. */
export const mostPeers = 1024;

/** The standing of a peer: without a refusal, refused recently, or refused too often to be reviewed again. */
type Standing = 'unsuspected' | 'refused' | 'exhausted';

interface Refused {
  count: number;
  readonly until: number;
}

/** The addresses whose tokens were refused. */
export class Peers {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #refused = new Map<string, Refused>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  standing(peer: string): Standing {
    const refused = this.#of(peer);
    if (refused === undefined) return 'unsuspected';
    return refused.count < mostRefusals ? 'refused' : 'exhausted';
  }

  refused(peer: string): void {
    const refused = this.#of(peer);
    if (refused !== undefined) {
      refused.count += 1;
      return;
    }
    this.#refused.delete(peer);
    for (const oldest of this.#refused.keys()) {
      if (this.#refused.size < mostPeers) break;
      this.#refused.delete(oldest);
    }
    this.#refused.set(peer, { count: 1, until: this.#clock.monotonic() + windowMs });
  }

  /** How many peers are remembered. */
  get size(): number {
    return this.#refused.size;
  }

  #of(peer: string): Refused | undefined {
    const refused = this.#refused.get(peer);
    return refused !== undefined && this.#clock.monotonic() < refused.until ? refused : undefined;
  }
}
