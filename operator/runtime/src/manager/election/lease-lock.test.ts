import { describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import { formatMicroTimestamp, neverAborted } from '../../base/index.ts';
import { Lease, type LeaseSpec } from '../../kinds/index.ts';
import type { Verb } from '../../../../testing/src/in-memory-api-server/index.ts';
import { createLeaseFixture, type LeaseFixture } from '../../../fixtures/lease-fixture.ts';
import { LeaseLock } from './lease-lock.ts';
import { Observation } from './observation.ts';

interface Fixture {
  readonly api: LeaseFixture;
  readonly clock: FakeClock;
  readonly observation: Observation;
  readonly lock: LeaseLock;
  readonly slowPaths: { count: number };
}

function createFixture(): Fixture {
  const api = createLeaseFixture('lock');
  const clock = createFakeClock();
  const observation = new Observation(clock, 15_000);
  const slowPaths = { count: 0 };
  const lock = new LeaseLock({
    leases: api.client.resource(Lease),
    key: { namespace: 'default', name: 'lock' },
    clock,
    identity: 'me',
    leaseDurationMs: 15_000,
    callTimeoutMs: 5_000,
    observation,
    onSlowPath: () => (slowPaths.count += 1),
  });
  return { api, clock, observation, lock, slowPaths };
}

const longAgo = '1999-01-01T00:00:00.000000Z';
const inFuture = '2999-01-01T00:00:00.000000Z';
const theirs: LeaseSpec = {
  holderIdentity: 'other',
  leaseDurationSeconds: 15,
  acquireTime: longAgo,
  renewTime: longAgo,
  leaseTransitions: 3,
};

describe('claiming a lease', () => {
  interface Case {
    readonly title: string;
    /** The Lease that exists before the test. @default - none */
    readonly stored?: LeaseSpec;
    /** When the process saw that Lease, in milliseconds before the test. @default - never */
    readonly seenMsAgo?: number;
    readonly verbs: readonly Verb[];
    /** The number of transitions in the claimed Lease; absent if the process must not claim it. */
    readonly transitions?: number;
  }
  const cases: readonly Case[] = [
    { title: 'creates one that does not exist', verbs: ['get', 'create'], transitions: 0 },
    { title: 'takes one with an empty spec', stored: {}, verbs: ['get', 'update'], transitions: 1 },
    {
      title: 'takes one without a holder',
      stored: { ...theirs, holderIdentity: '' },
      verbs: ['get', 'update'],
      transitions: 4,
    },
    {
      title: 'takes one without a holder even if it changed a moment ago',
      stored: { ...theirs, holderIdentity: '' },
      seenMsAgo: 1,
      verbs: ['get', 'update'],
      transitions: 4,
    },
    {
      title: 'takes one whose holder has not renewed for its duration, even if the renew time is in the future',
      stored: { ...theirs, renewTime: inFuture },
      seenMsAgo: 15_000,
      verbs: ['get', 'update'],
      transitions: 4,
    },
    {
      title: 'does not take one that was renewed within its duration, even if the renew time is in the past',
      stored: theirs,
      seenMsAgo: 14_999,
      verbs: ['get'],
    },
    { title: 'does not take one that it sees for the first time', stored: theirs, verbs: ['get'] },
  ];

  // id: case-29
  it.each(cases)('$title', async ({ stored, seenMsAgo, verbs, transitions }) => {
    const { api, clock, observation, lock } = createFixture();
    if (stored !== undefined) api.write(stored);
    if (seenMsAgo !== undefined) {
      observation.see(api.lease);
      await clock.advance(seenMsAgo);
    }
    const held = await lock.tryAcquire(neverAborted);
    const now = formatMicroTimestamp(clock);
    const mine = { holderIdentity: 'me', leaseDurationSeconds: 15, acquireTime: now, renewTime: now };
    const isHeld = transitions !== undefined;
    expect(held).toEqual(isHeld ? { sentAtMs: clock.monotonic() } : undefined);
    expect(api.verbs).toEqual(verbs);
    expect(api.lease?.spec).toEqual(isHeld ? { ...mine, leaseTransitions: transitions } : theirs);
    expect(lock.mayBeHeld).toBe(isHeld);
  });

  // id: case-29
  it('renews its own lease, and keeps the acquire time', async () => {
    const { api, clock, lock } = createFixture();
    api.write({ ...theirs, holderIdentity: 'me' });
    expect(await lock.tryAcquire(neverAborted)).toBeDefined();
    expect(api.verbs).toEqual(['get', 'update']);
    expect(api.lease?.spec).toEqual({ ...theirs, holderIdentity: 'me', renewTime: formatMicroTimestamp(clock) });
  });

  it('does not take a deleted lease before the holder’s time is over', async () => {
    const { api, clock, lock } = createFixture();
    api.write(theirs);
    await lock.tryAcquire(neverAborted);
    api.remove();
    await clock.advance(14_999);
    expect(await lock.tryAcquire(neverAborted)).toBeUndefined();
    await clock.advance(1);
    expect(await lock.tryAcquire(neverAborted)).toBeDefined();
    expect(api.verbs).toEqual(['get', 'get', 'get', 'create']);
  });

  it('fails when another process is faster', async () => {
    const { api, lock } = createFixture();
    api.onCall = ({ verb }) => (verb === 'create' ? 'conflict' : undefined);
    await expect(lock.tryAcquire(neverAborted)).rejects.toMatchObject({ code: 'API_CONFLICT' });
  });

  it('may have succeeded if there was no response', async () => {
    const { api, clock, lock } = createFixture();
    api.onCall = ({ verb }) => (verb === 'create' ? 'hang' : undefined);
    const claim = expect(lock.tryAcquire(neverAborted)).rejects.toMatchObject({ code: 'TIMED_OUT' });
    await clock.advance(5_000);
    await claim;
    expect(lock.mayBeHeld).toBe(true);
    expect(clock.timers).toBe(0);
  });
});

describe('renewing a lease', () => {
  async function createHeldLock(): Promise<Fixture> {
    const made = createFixture();
    await made.lock.tryAcquire(neverAborted);
    return made;
  }

  it('writes from its last write, without a read', async () => {
    const { api, clock, lock, slowPaths } = await createHeldLock();
    await clock.advance(2_000);
    expect(await lock.tryRenew(neverAborted)).toEqual({ sentAtMs: 2_000 });
    await clock.advance(2_000);
    await lock.tryRenew(neverAborted);
    expect(api.verbs).toEqual(['get', 'create', 'update', 'update']);
    expect(api.lease?.spec).toMatchObject({ renewTime: formatMicroTimestamp(clock), leaseTransitions: 0 });
    expect(slowPaths.count).toBe(0);
  });

  it('reads after a conflict, and continues if it is still the holder', async () => {
    const { api, lock, slowPaths } = await createHeldLock();
    await lock.tryRenew(neverAborted);
    api.write({ ...api.lease?.spec, leaseTransitions: 7 });
    await lock.tryRenew(neverAborted);
    await lock.tryRenew(neverAborted);
    expect(api.verbs).toEqual(['get', 'create', 'update', 'update', 'get', 'update', 'update']);
    expect(api.lease?.spec).toMatchObject({ holderIdentity: 'me', leaseTransitions: 7 });
    expect(slowPaths.count).toBe(1);
  });

  it.each([
    ['another holds it', { ...theirs }],
    ['it has no holder: a replica may have held it meanwhile', { ...theirs, holderIdentity: '' }],
  ])('does not claim it again when %s', async (_why, spec) => {
    const { api, lock } = await createHeldLock();
    api.write(spec);
    expect(await lock.tryRenew(neverAborted)).toBeUndefined();
    expect(api.lease?.spec).toEqual(spec);
  });

  it('creates a deleted lease again with its last spec', async () => {
    const { api, clock, lock } = await createHeldLock();
    const before = api.lease?.spec;
    await clock.advance(2_000);
    api.remove();
    expect(await lock.tryRenew(neverAborted)).toBeDefined();
    expect(api.verbs).toEqual(['get', 'create', 'update', 'get', 'create']);
    expect(api.lease?.spec).toEqual({ ...before, renewTime: formatMicroTimestamp(clock) });
  });

  it('passes other failures on, and needs no read afterwards', async () => {
    const { api, lock } = await createHeldLock();
    api.onCall = () => 'down';
    await expect(lock.tryRenew(neverAborted)).rejects.toMatchObject({ code: 'API_UNAVAILABLE' });
    api.onCall = () => undefined;
    expect(await lock.tryRenew(neverAborted)).toBeDefined();
    expect(api.verbs).toEqual(['get', 'create', 'update', 'update']);
  });
});

describe('releasing a lease', () => {
  it('reads it, and writes it without a holder', async () => {
    const { api, clock, lock } = createFixture();
    await lock.tryAcquire(neverAborted);
    await clock.advance(1_000);
    expect(await lock.release(neverAborted)).toBe(true);
    expect(api.verbs).toEqual(['get', 'create', 'get', 'update']);
    const released = {
      holderIdentity: '',
      leaseDurationSeconds: 1,
      leaseTransitions: 0,
      renewTime: formatMicroTimestamp(clock),
    };
    expect(api.lease?.spec).toMatchObject(released);
  });

  it('does not write when another process holds it, or when it is deleted', async () => {
    const { api, lock } = createFixture();
    expect(await lock.release(neverAborted)).toBe(false);
    api.write(theirs);
    expect(await lock.release(neverAborted)).toBe(false);
    expect(api.verbs).toEqual(['get', 'get']);
  });
});
