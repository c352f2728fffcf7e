import { type Clock, compareResourceVersions } from '../../base/index.ts';
import type { Lease, LeaseSpec } from '../../kinds/index.ts';

/**
 * The last state of the Lease that this process has seen, and when. The clocks of machines differ, so a holder counts
 * as alive for the duration of the Lease after this process saw a change, regardless of the timestamps in the Lease.
 */
export class Observation {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #defaultDurationMs: number;
  #resourceVersion = '0';
  #record = '';
  #spec: LeaseSpec | undefined;
  #validUntil = Number.NEGATIVE_INFINITY;

  /** @param leaseDurationMs the duration of a Lease that states none */
  constructor(clock: Pick<Clock, 'monotonic'>, leaseDurationMs: number) {
    this.#clock = clock;
    this.#defaultDurationMs = leaseDurationMs;
  }

  /** The holder in the last seen state; empty without a holder. */
  get holder(): string {
    return this.#spec?.holderIdentity ?? '';
  }

  /** How long the holder still counts as alive, in milliseconds; 0 or less after that. */
  get remainingMs(): number {
    return this.holder === '' ? 0 : this.#validUntil - this.#clock.monotonic();
  }

  /**
   * Whether `identity` may claim the Lease: it is the holder, the Lease has no holder, or the holder no longer counts as
   * alive.
   */
  isClaimableBy(identity: string): boolean {
    return this.holder === identity || this.remainingMs <= 0;
  }

  /**
   * Records a state from a watch. Ignores a state that is older than an earlier read, such as one from the initial
   * list. Use it only for a watch: after a restore of etcd, a newly read state may have an older version.
   */
  seeIfNewer(lease: Lease | undefined): void {
    if (lease === undefined) return;
    if (compareResourceVersions(lease.metadata.resourceVersion, this.#resourceVersion) >= 0) this.see(lease);
  }

  /**
   * Records a state that was read or written. `undefined` means that the Lease was deleted: its holder may not know
   * that yet, so its last state stays valid for its duration.
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
