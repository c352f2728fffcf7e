import { type Clock, microTimestamp, type ObjectKey } from '../../base/index.ts';
import type { NewObject } from '../../client/index.ts';
import type { Lease, LeaseSpec } from '../../kinds/index.ts';

/** Who holds `lease`; empty if nobody does. */
export function holderOf(lease: Lease | undefined): string {
  return lease?.spec.holderIdentity ?? '';
}

/** Who claims, and for how long. */
export interface Claim {
  readonly identity: string;
  readonly leaseDurationMs: number;
  readonly clock: Pick<Clock, 'now'>;
}

/** `lease` with `claim`'s holder: renewed if that held it already, else taken over. All else in it is kept. */
export function claimed(lease: Lease, claim: Claim): Lease {
  const now = microTimestamp(claim.clock);
  const renewed = { ...lease.spec, leaseDurationSeconds: secondsOf(claim.leaseDurationMs), renewTime: now };
  if (holderOf(lease) === claim.identity) return { ...lease, spec: renewed };
  const leaseTransitions = (lease.spec.leaseTransitions ?? 0) + 1;
  return { ...lease, spec: { ...renewed, holderIdentity: claim.identity, acquireTime: now, leaseTransitions } };
}

/** The first Lease under `key`, held by `claim`'s holder; `before` is what it said when it was deleted. */
export function firstLease(
  key: ObjectKey,
  claim: Claim,
  before?: LeaseSpec,
): NewObject<Lease> & { readonly spec: LeaseSpec } {
  const now = microTimestamp(claim.clock);
  const first = { acquireTime: now, leaseTransitions: 0, ...before };
  const spec = {
    ...first,
    holderIdentity: claim.identity,
    leaseDurationSeconds: secondsOf(claim.leaseDurationMs),
    renewTime: now,
  };
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { ...key }, spec };
}

/** `lease` without a holder. The short duration is for clients that go by it, as client-go writes it. */
export function released(lease: Lease, claim: Claim): Lease {
  return {
    ...lease,
    spec: { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1, renewTime: microTimestamp(claim.clock) },
  };
}

function secondsOf(ms: number): number {
  return Math.ceil(ms / 1000);
}
