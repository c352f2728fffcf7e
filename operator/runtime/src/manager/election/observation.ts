import { type Clock, compareResourceVersions } from '../../base/index.ts';
import type { Lease, LeaseSpec } from '../../kinds/index.ts';

/**
 * The last state of the lease that this process saw, and the time by its own clock. Clocks of machines differ, so a
 * holder counts as alive for the lease's duration after *we* saw it change, independent of its timestamps.
 */
export class Observation {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #defaultDurationMs: number;
  #resourceVersion = '0';
  #record = '';
  #spec: LeaseSpec | undefined;
  #validUntil = Number.NEGATIVE_INFINITY;

  /** @param leaseDurationMs for leases without a duration */
  constructor(clock: Pick<Clock, 'monotonic'>, leaseDurationMs: number) {
    this.#clock = clock;
    this.#defaultDurationMs = leaseDurationMs;
  }

  /** The holder in the last seen state; empty without one. */
  get holder(): string {
    return this.#spec?.holderIdentity ?? '';
  }

  /** How long the holder still counts as alive, in milliseconds; 0 or less after that. */
  get remainingMs(): number {
    return this.holder === '' ? 0 : this.#validUntil - this.#clock.monotonic();
  }

  /**
   * Whether `identity` may claim the lease: it is the holder, the lease has none, or the holder no longer counts as
   * alive.
   */
  isClaimableBy(identity: string): boolean {
    return this.holder === identity || this.remainingMs <= 0;
  }

  /**
   * Records a watched state. Ignores one that is older than an earlier read, such as from the list at the start of a
   * watch. (Only for a watch: after a restore of etcd, a read state has an older version than the last one.)
   */
  seeIfNewer(lease: Lease | undefined): void {
    if (lease === undefined) return;
    if (compareResourceVersions(lease.metadata.resourceVersion, this.#resourceVersion) >= 0) this.see(lease);
  }

  /**
   * Records a read or written state. A missing Lease was deleted while it was held, and its holder does not know yet:
   * its last state stays valid for its duration.
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
