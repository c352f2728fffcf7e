import type { Clock } from '../../base/index.ts';

/** How long what a peer did counts. */
export const windowMs = 10_000;

/** Refusals of one peer within ten seconds; a scraper whose token has just expired needs one. */
export const mostRefusals = 10;

/** More than there are Pods near an operator: an attacker with more addresses gets no more memory than this. */
export const mostPeers = 1024;

/** What is known of a peer: nothing against it, refused a moment ago, or refused too often to be asked for again. */
export type Standing = 'unsuspected' | 'refused' | 'exhausted';

interface Refused {
  count: number;
  readonly until: number;
}

/** Which addresses showed tokens that were refused. */
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

  /** How many peers something is known of. */
  get size(): number {
    return this.#refused.size;
  }

  #of(peer: string): Refused | undefined {
    const refused = this.#refused.get(peer);
    return refused !== undefined && this.#clock.monotonic() < refused.until ? refused : undefined;
  }
}
