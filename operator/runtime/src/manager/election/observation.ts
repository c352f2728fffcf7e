import { type Clock, compareResourceVersions } from '../../base/index.ts';
import type { Lease, LeaseSpec } from '../../kinds/index.ts';

/**
 * What this process has seen of the lease, and when by its own clock. Clocks of machines differ, so a holder counts as
 * alive for the lease's duration after *we* saw it change, whatever the times in it say.
 */
export class Observation {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #defaultDurationMs: number;
  #resourceVersion = '0';
  #record = '';
  #spec: LeaseSpec | undefined;
  #validUntil = Number.NEGATIVE_INFINITY;

  /** @param leaseDurationMs for leases that do not say how long they last */
  constructor(clock: Pick<Clock, 'monotonic'>, leaseDurationMs: number) {
    this.#clock = clock;
    this.#defaultDurationMs = leaseDurationMs;
  }

  /** Who held it when it was last seen; empty if nobody did. */
  get holder(): string {
    return this.#spec?.holderIdentity ?? '';
  }

  /** Milliseconds until the holder counts as dead; 0 or less once it does. */
  get remainingMs(): number {
    return this.holder === '' ? 0 : this.#validUntil - this.#clock.monotonic();
  }

  /** Whether `identity` may claim the lease: it is its own, nobody's, or of a holder that counts as dead. */
  claimableBy(identity: string): boolean {
    return this.holder === identity || this.remainingMs <= 0;
  }

  /**
   * Takes note of what a watch shows: a list at its beginning may be older than a read before it, and is skipped.
   * (Only a watch: after etcd was restored from a backup the newest state has an older version than the last.)
   */
  hear(lease: Lease | undefined): void {
    if (lease === undefined) return;
    if (compareResourceVersions(lease.metadata.resourceVersion, this.#resourceVersion) >= 0) this.see(lease);
  }

  /**
   * Takes note of the lease as it was read or written. A Lease that is not found was deleted while it was held, and
   * its holder does not know yet: what was seen of it stays valid as long as it would have been.
   */
  see(lease: Lease | undefined): void {
    if (lease === undefined) return;
    this.#resourceVersion = lease.metadata.resourceVersion;
    const record = JSON.stringify(lease.spec);
    if (record === this.#record) return;
    this.#record = record;
    this.#spec = lease.spec;
    const seconds = lease.spec.leaseDurationSeconds;
    this.#validUntil = this.#clock.monotonic() + (seconds === undefined ? this.#defaultDurationMs : seconds * 1000);
  }
}
