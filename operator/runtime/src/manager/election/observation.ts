import { type Clock, compareResourceVersions } from '../../base/index.ts';
import type { Lease, LeaseSpec } from '../../kinds/index.ts';

/**
 * What this process has seen of the lease, and when by its own clock. The clocks of machines differ, so a holder counts
 * as alive for the lease's duration after *we* saw it change, whatever its timestamps say.
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

  /** The holder when the lease was last seen; empty if there was none. */
  get holder(): string {
    return this.#spec?.holderIdentity ?? '';
  }

  /** How long the holder still counts as alive, in milliseconds; 0 or less once it no longer does. */
  get remainingMs(): number {
    return this.holder === '' ? 0 : this.#validUntil - this.#clock.monotonic();
  }

  /**
   * Whether `identity` may claim the lease: it is the holder, there is none, or the holder no longer counts as alive.
   */
  isClaimableBy(identity: string): boolean {
    return this.holder === identity || this.remainingMs <= 0;
  }

  /**
   * Records a watched state. A list at the beginning of a watch may be older than an earlier read, and is ignored.
   * (Only for a watch: after a restore of etcd a read state has an older version than the last one.)
   */
  seeIfNewer(lease: Lease | undefined): void {
    if (lease === undefined) return;
    if (compareResourceVersions(lease.metadata.resourceVersion, this.#resourceVersion) >= 0) this.see(lease);
  }

  /**
   * Records a read or written state. A Lease that is not found was deleted while it was held, and its holder does not
   * know yet: what was seen of it stays valid for its duration.
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
