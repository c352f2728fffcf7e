import { type Clock, formatMicroTimestamp, type ObjectKey } from '../../base/index.ts';
import type { NewObject } from '../../client/index.ts';
import type { Lease, LeaseSpec } from '../../kinds/index.ts';

/** The identity of the holder; empty without a Lease or a holder. */
export function getHolder(lease: Lease | undefined): string {
  return lease?.spec.holderIdentity ?? '';
}

/** The identity of the new holder, and the duration of the Lease. */
export interface Claim {
  readonly identity: string;
  readonly leaseDurationMs: number;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Returns `lease` with the holder of `claim`: renewed if it is the holder already, otherwise taken over. Keeps all
 * other fields.
 */
export function claimLease(lease: Lease, claim: Claim): Lease {
  const now = formatMicroTimestamp(claim.clock);
  const renewed = { ...lease.spec, leaseDurationSeconds: toSeconds(claim.leaseDurationMs), renewTime: now };
  if (getHolder(lease) === claim.identity) return { ...lease, spec: renewed };
  const leaseTransitions = (lease.spec.leaseTransitions ?? 0) + 1;
  return { ...lease, spec: { ...renewed, holderIdentity: claim.identity, acquireTime: now, leaseTransitions } };
}

/**
 * Builds a Lease that does not exist, held by the holder of `claim`.
 * @param before the spec of a Lease that was deleted while it was held
 */
export function buildFirstLease(
  key: ObjectKey,
  claim: Claim,
  before?: LeaseSpec,
): NewObject<Lease> & { readonly spec: LeaseSpec } {
  const now = formatMicroTimestamp(claim.clock);
  const first = { acquireTime: now, leaseTransitions: 0, ...before };
  const spec = {
    ...first,
    holderIdentity: claim.identity,
    leaseDurationSeconds: toSeconds(claim.leaseDurationMs),
    renewTime: now,
  };
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { ...key }, spec };
}

/** Returns `lease` without a holder, with the short duration that client-go writes, because clients may rely on it. */
export function releaseLease(lease: Lease, claim: Claim): Lease {
  return {
    ...lease,
    spec: { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1, renewTime: formatMicroTimestamp(claim.clock) },
  };
}

function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
