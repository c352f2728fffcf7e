import { type Clock, createDeadline, type ObjectKey } from '../../base/index.ts';
import { isApiError, type Resource } from '../../client/index.ts';
import type { Lease, LeaseSpec } from '../../kinds/index.ts';
import { type Claim, claimLease, buildFirstLease, getHolder, releaseLease } from './lease.ts';
import type { Observation } from './observation.ts';

interface LeaseLockOptions {
  readonly leases: Resource<Lease>;
  readonly key: ObjectKey;
  readonly clock: Clock;
  readonly identity: string;
  readonly leaseDurationMs: number;
  /** The timeout of one call: after a hanging call, another must fit before the renew deadline. */
  readonly callTimeoutMs: number;
  readonly observation: Observation;
  /** Called when a renewal gets a conflict. */
  readonly onSlowPath: () => void;
}

/** A claim that the API server accepted. */
export interface HeldLease {
  /** The send time, by the monotonic clock. */
  readonly sentAtMs: number;
}

/**
 * The calls on one lease. Each method tries once; the caller decides when to retry.
 *
 * Errors of every method: `ApiError`; `TIMED_OUT` for a call without a response; the signal's reason.
 */
export class LeaseLock {
  readonly #options: LeaseLockOptions;
  readonly #claim: Claim;
  /** Our last write of the lease, from which the next renewal starts. */
  #own: Lease | undefined;
  #everClaimed = false;

  constructor(options: LeaseLockOptions) {
    this.#options = options;
    this.#claim = { identity: options.identity, leaseDurationMs: options.leaseDurationMs, clock: options.clock };
  }

  /** Whether the lease may be ours: a claim without a response may have been accepted. */
  get mayBeHeld(): boolean {
    return this.#everClaimed;
  }

  /** Reads the lease and claims it if it is free. `undefined`: another process holds it. */
  async tryAcquire(signal: AbortSignal): Promise<HeldLease | undefined> {
    const lease = await this.#read(signal);
    if (!this.#options.observation.isClaimableBy(this.#options.identity)) return undefined;
    return lease === undefined ? this.#create(signal) : this.#update(lease, signal);
  }

  /** Renews the lease from our last write; reads it first only after a conflict. `undefined`: it is no longer ours. */
  async tryRenew(signal: AbortSignal): Promise<HeldLease | undefined> {
    try {
      if (this.#own !== undefined) return await this.#update(this.#own, signal);
    } catch (error) {
      if (!isApiError(error, 409) && !isApiError(error, 404)) throw error;
      this.#options.onSlowPath();
    }
    const lease = await this.#read(signal);
    // The lease was deleted while we held it. Other processes do not claim it before its duration has passed, so create
    // it again unchanged.
    if (lease === undefined) return this.#create(signal, this.#own?.spec);
    return getHolder(lease) === this.#options.identity ? this.#update(lease, signal) : undefined;
  }

  /** Releases the lease. Resolves with whether it was ours. */
  async release(signal: AbortSignal): Promise<boolean> {
    const lease = await this.#read(signal);
    if (lease === undefined || getHolder(lease) !== this.#options.identity) return false;
    await this.#call(
      'release',
      (call) => this.#options.leases.update(releaseLease(lease, this.#claim), { signal: call }),
      signal,
    );
    this.#own = undefined;
    return true;
  }

  async #read(signal: AbortSignal): Promise<Lease | undefined> {
    const lease = await this.#call(
      'read',
      (call) => this.#options.leases.tryGet(this.#options.key, { signal: call }),
      signal,
    );
    this.#options.observation.see(lease);
    return lease;
  }

  #create(signal: AbortSignal, before?: LeaseSpec): Promise<HeldLease> {
    const first = buildFirstLease(this.#options.key, this.#claim, before);
    return this.#send((call) => this.#options.leases.create(first, { signal: call }), signal);
  }

  #update(lease: Lease, signal: AbortSignal): Promise<HeldLease> {
    return this.#send((call) => this.#options.leases.update(claimLease(lease, this.#claim), { signal: call }), signal);
  }

  async #send(send: (signal: AbortSignal) => Promise<Lease>, signal: AbortSignal): Promise<HeldLease> {
    const sentAtMs = this.#options.clock.monotonic();
    this.#everClaimed = true;
    this.#own = await this.#call('write', send, signal);
    this.#options.observation.see(this.#own);
    return { sentAtMs };
  }

  async #call<R>(verb: string, call: (signal: AbortSignal) => Promise<R>, parent: AbortSignal): Promise<R> {
    const what = `${verb} the lease`;
    using limit = createDeadline(this.#options.clock, { what, afterMs: this.#options.callTimeoutMs, parent });
    return await call(limit.signal);
  }
}
