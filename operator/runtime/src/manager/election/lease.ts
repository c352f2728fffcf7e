import { type Clock, formatMicroTimestamp, type ObjectKey } from '../../base/index.ts';
import type { NewObject } from '../../client/index.ts';
import type { Lease, LeaseSpec } from '../../kinds/index.ts';

/** The holder of `lease`; empty without one. */
export function getHolder(lease: Lease | undefined): string {
  return lease?.spec.holderIdentity ?? '';
}

/** The holder of a claim, and the duration of the lease. */
export interface Claim {
  readonly identity: string;
  readonly leaseDurationMs: number;
  readonly clock: Pick<Clock, 'now'>;
}

/** `lease` with `claim`'s holder: renewed if it is already the holder, otherwise taken over. Keeps all other fields. */
export function claimLease(lease: Lease, claim: Claim): Lease {
  const now = formatMicroTimestamp(claim.clock);
  const renewed = { ...lease.spec, leaseDurationSeconds: toSeconds(claim.leaseDurationMs), renewTime: now };
  if (getHolder(lease) === claim.identity) return { ...lease, spec: renewed };
  const leaseTransitions = (lease.spec.leaseTransitions ?? 0) + 1;
  return { ...lease, spec: { ...renewed, holderIdentity: claim.identity, acquireTime: now, leaseTransitions } };
}

/** A new Lease under `key`, held by `claim`'s holder; `before` is its spec at the deletion. */
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

/** `lease` without a holder. client-go writes the same short duration, for clients that rely on it. */
export function releaseLease(lease: Lease, claim: Claim): Lease {
  return {
    ...lease,
    spec: { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1, renewTime: formatMicroTimestamp(claim.clock) },
  };
}

function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
