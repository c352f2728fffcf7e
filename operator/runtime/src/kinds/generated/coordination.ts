// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Kind, NamespacedObject } from '../../base/index.ts';

/** Lease defines a lease concept. */
export interface Lease extends NamespacedObject {
  /** spec contains the specification of the Lease. */
  readonly spec: LeaseSpec;
}

export const Lease: Kind<Lease> = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
};

/** LeaseSpec is a specification of a Lease. */
export interface LeaseSpec {
  /** acquireTime is a time when the current lease was acquired. */
  readonly acquireTime?: string;
  /** holderIdentity contains the identity of the holder of a current lease. */
  readonly holderIdentity?: string;
  /** leaseDurationSeconds is a duration that candidates for a lease need to wait to force acquire it. */
  readonly leaseDurationSeconds?: number;
  /** leaseTransitions is the number of transitions of a lease between holders. */
  readonly leaseTransitions?: number;
  /** PreferredHolder signals to a lease holder that the lease has a more optimal holder and should be given up. */
  readonly preferredHolder?: string;
  /** renewTime is a time when the current holder of a lease has last updated the lease. */
  readonly renewTime?: string;
  /** Strategy indicates the strategy for picking the leader for coordinated leader election. */
  readonly strategy?: string;
}
