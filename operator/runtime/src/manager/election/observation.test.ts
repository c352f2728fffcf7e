import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import type { Lease, LeaseSpec } from '../../kinds/index.ts';
import { Observation } from './observation.ts';

function buildLease(spec: LeaseSpec, resourceVersion = '1'): Lease {
  const metadata = { name: 'l', namespace: 'n', uid: 'u', resourceVersion, creationTimestamp: '2026-01-01T00:00:00Z' };
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec };
}

const held: LeaseSpec = { holderIdentity: 'other', leaseDurationSeconds: 15, renewTime: '1999-01-01T00:00:00.000000Z' };

describe('Observation', () => {
  it('lets any process claim a lease that it has never seen', () => {
    expect(new Observation(createFakeClock(), 15_000).isClaimableBy('me')).toBe(true);
  });

  // id: case-29
  it('treats a holder as alive for the duration of its lease, for any timestamps', async () => {
    const clock = createFakeClock();
    const observation = new Observation(clock, 15_000);
    observation.see(buildLease(held));
    expect(observation.isClaimableBy('me')).toBe(false);
    await clock.advance(14_999);
    expect(observation.isClaimableBy('me')).toBe(false);
    await clock.advance(1);
    expect(observation.isClaimableBy('me')).toBe(true);
  });

  it('starts at the last change, not at the last read', async () => {
    const clock = createFakeClock();
    const observation = new Observation(clock, 15_000);
    observation.see(buildLease(held));
    await clock.advance(10_000);
    observation.see(buildLease(held, '2'));
    expect(observation.remainingMs).toBe(5_000);
    observation.see(buildLease({ ...held, renewTime: '1999-01-01T00:00:02.000000Z' }, '3'));
    expect(observation.remainingMs).toBe(15_000);
  });

  it('uses the duration in the lease, or its own default without one', () => {
    const clock = createFakeClock();
    const observation = new Observation(clock, 15_000);
    observation.see(buildLease({ ...held, leaseDurationSeconds: 60 }));
    expect(observation.remainingMs).toBe(60_000);
    observation.see(buildLease({ holderIdentity: 'third' }, '2'));
    expect(observation.remainingMs).toBe(15_000);
  });

  it('lets the holder itself claim at any time, and any process claim a lease without a holder', () => {
    const observation = new Observation(createFakeClock(), 15_000);
    observation.see(buildLease(held));
    expect(observation.isClaimableBy('other')).toBe(true);
    observation.see(buildLease({ holderIdentity: '', leaseDurationSeconds: 1 }, '2'));
    expect(observation.isClaimableBy('me')).toBe(true);
  });

  it('protects the holder of a deleted lease', async () => {
    const clock = createFakeClock();
    const observation = new Observation(clock, 15_000);
    observation.see(buildLease(held));
    await clock.advance(3_000);
    observation.see(undefined);
    expect(observation.remainingMs).toBe(12_000);
  });

  it('ignores a watched state that is older than the last read one', () => {
    const observation = new Observation(createFakeClock(), 15_000);
    observation.see(buildLease(held, '10'));
    observation.seeIfNewer(buildLease({ holderIdentity: '' }, '9'));
    expect(observation.holder).toBe('other');
    observation.seeIfNewer(buildLease({ holderIdentity: '' }, '11'));
    expect(observation.holder).toBe('');
  });

  it('accepts a read state even if its version is older: etcd was restored', async () => {
    const clock = createFakeClock();
    const observation = new Observation(clock, 15_000);
    observation.see(buildLease(held, '10'));
    await clock.advance(15_000);
    observation.see(buildLease({ ...held, holderIdentity: 'restored' }, '5'));
    expect(observation.isClaimableBy('me')).toBe(false);
    observation.seeIfNewer(buildLease({ holderIdentity: '' }, '6'));
    expect(observation.isClaimableBy('me')).toBe(true);
  });
});
