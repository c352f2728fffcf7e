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
  /**
   * The timeout of one call in milliseconds. After a call that hangs, another one must fit before the renew deadline.
   */
  readonly callTimeoutMs: number;
  readonly observation: Observation;
  /** Called when a renewal gets a conflict or 404, so that it has to read the Lease first. */
  readonly onSlowPath: () => void;
}

/** A Lease that this process holds, because the API server has accepted its claim. */
export interface HeldLease {
  /** When the claim was sent, in monotonic milliseconds. */
  readonly sentAtMs: number;
}

/**
 * The calls on one Lease. Each method makes one attempt; the caller decides when to retry. Errors of every method:
 * `ApiError`; `TIMED_OUT` for a call without a response; the reason of the signal.
 */
export class LeaseLock {
  readonly #options: LeaseLockOptions;
  readonly #claim: Claim;
  /** The Lease as this process last wrote it; the next renewal starts from it. */
  #own: Lease | undefined;
  #everClaimed = false;

  constructor(options: LeaseLockOptions) {
    this.#options = options;
    this.#claim = { identity: options.identity, leaseDurationMs: options.leaseDurationMs, clock: options.clock };
  }

  /** Whether this process may hold the Lease: true after a claim without a response, which may have been accepted. */
  get mayBeHeld(): boolean {
    return this.#everClaimed;
  }

  /** Reads the Lease and claims it if it is free. Returns `undefined` if another process holds it. */
  async tryAcquire(signal: AbortSignal): Promise<HeldLease | undefined> {
    const lease = await this.#read(signal);
    if (!this.#options.observation.isClaimableBy(this.#options.identity)) return undefined;
    return lease === undefined ? this.#create(signal) : this.#update(lease, signal);
  }

  /**
   * Renews the Lease from this process's last write; reads it first only after a conflict. Returns `undefined` if
   * another process holds it.
   */
  async tryRenew(signal: AbortSignal): Promise<HeldLease | undefined> {
    try {
      if (this.#own !== undefined) return await this.#update(this.#own, signal);
    } catch (error) {
      if (!isApiError(error, 409) && !isApiError(error, 404)) throw error;
      this.#options.onSlowPath();
    }
    const lease = await this.#read(signal);
    // Somebody deleted the Lease while we held it. Other processes do not claim it before its duration has passed, so
    // we create it again unchanged.
    if (lease === undefined) return this.#create(signal, this.#own?.spec);
    return getHolder(lease) === this.#options.identity ? this.#update(lease, signal) : undefined;
  }

  /** Releases the Lease. Resolves with whether this process held it. */
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
