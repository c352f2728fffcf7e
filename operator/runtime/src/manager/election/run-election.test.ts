import { describe, expect, it } from 'vitest';

import { Candidate, type Cluster, cluster } from '../../../fixtures/election-candidate.ts';
import { getMessage, OperatorError, silentLogger } from '../../base/index.ts';
import { createClient } from '../../client/index.ts';
import type { LeaseSpec } from '../../kinds/index.ts';
import type { ElectionOptions } from './options.ts';

async function createLeader(options: Partial<ElectionOptions> = {}): Promise<Cluster & { readonly a: Candidate }> {
  const world = cluster();
  const a = new Candidate(world, 'a', options);
  await world.clock.settle();
  expect(a.events).toEqual(['leads']);
  return { ...world, a };
}

const dead: LeaseSpec = { holderIdentity: 'dead', leaseDurationSeconds: 15, renewTime: '2026-01-01T00:00:00.000000Z' };

describe('a leader', () => {
  // id: case-29
  it('renews every retry period without a read', async () => {
    const { api, clock, a } = await createLeader();
    await clock.advance(4_000);
    expect(api.verbs).toEqual(['get', 'create', 'update', 'update']);
    await a.end();
    expect(clock.timers).toBe(0);
  });

  // id: case-29
  it('reads the lease only after a conflict', async () => {
    const { api, clock, a } = await createLeader();
    await clock.advance(2_000);
    api.write({ ...api.lease?.spec, leaseTransitions: 1 });
    await clock.advance(4_000);
    expect(api.verbs).toEqual(['get', 'create', 'update', 'update', 'get', 'update', 'update']);
    await a.end();
  });

  it('stays leader through an outage that leaves time for one renewal before the deadline', async () => {
    const { api, clock, a } = await createLeader();
    api.onCall = () => 'down';
    await clock.advance(7_999);
    api.onCall = () => undefined;
    await clock.advance(30_000);
    expect(a.events).toEqual(['leads']);
    await a.end();
  });

  it('stays leader if one renewal hangs: it times out early enough for a second attempt', async () => {
    const { api, clock, a } = await createLeader();
    api.onCall = ({ verb }) => (verb === 'update' && clock.monotonic() < 7_000 ? 'hang' : undefined);
    await clock.advance(30_000);
    expect(a.events).toEqual(['leads']);
    await a.end();
  });

  it('is aborted at the renew deadline, counted from the last successful renewal', async () => {
    const { api, clock, a } = await createLeader();
    await clock.advance(4_000);
    api.onCall = () => 'down';
    await clock.advance(9_999);
    a.leadership?.assertLeading();
    await clock.advance(1);
    expect(a.events).toEqual(['leads', 'NOT_LEADER']);
    api.onCall = () => undefined;
    await a.end();
  });

  it('is aborted as soon as another process holds the lease', async () => {
    const { api, clock, a } = await createLeader();
    api.write(dead);
    await clock.advance(2_000);
    expect(a.events).toEqual(['leads', 'NOT_LEADER']);
    expect(() => a.leadership?.assertLeading()).toThrow(expect.objectContaining({ code: 'NOT_LEADER' }));
    await a.end();
  });

  it('logs a lost lease without a stack, because the code is not its cause', async () => {
    const lines: unknown[] = [];
    const logger = { ...silentLogger, warn: (...line: readonly unknown[]) => void lines.push(line) };
    const { api, clock, a } = await createLeader({ logger });
    api.write({ ...api.lease?.spec, holderIdentity: 'another' });
    await clock.advance(2_000);
    const detail = 'failed to keep the lease: another replica holds it';
    expect(lines).toEqual([['lost the lease', { detail, lease: { namespace: 'default', name: 'lock' } }]]);
    await a.end();
  });

  it('campaigns again in the same process once its work has ended', async () => {
    const { api, clock, a } = await createLeader();
    api.write(dead);
    await clock.advance(30_000);
    expect(a.events).toEqual(['leads', 'NOT_LEADER']);
    a.finish();
    await clock.advance(15_000);
    expect(a.events).toEqual(['leads', 'NOT_LEADER', 'finished', 'leads']);
    a.leadership?.assertLeading();
    expect(api.lease?.spec).toMatchObject({ holderIdentity: 'a', leaseTransitions: 1 });
    await a.end();
  });

  it('campaigns again after an outage, even if its work rejects because it was aborted', async () => {
    const { api, clock, a } = await createLeader();
    api.onCall = () => 'down';
    await clock.advance(10_000);
    a.fail(new OperatorError('NOT_LEADER', 'write'));
    await clock.advance(60_000);
    expect(a.events).toEqual(['leads', 'NOT_LEADER', 'finished']);
    api.onCall = () => undefined;
    await clock.advance(2_000);
    expect(a.events.at(-1)).toBe('leads');
    await a.end();
  });

  it('does not renew after its process was paused beyond the deadline', async () => {
    const world = cluster();
    let pausedMs = 0;
    const clock = { ...world.clock, monotonic: () => world.clock.monotonic() + pausedMs };
    const a = new Candidate(world, 'a', { clock });
    await world.clock.settle();
    pausedMs = 10_000;
    await world.clock.advance(2_000);
    expect(a.events).toEqual(['leads', 'NOT_LEADER']);
    expect(world.api.verbs).toEqual(['get', 'create']);
    await a.end();
  });

  it('creates a deleted lease again before a standby takes it', async () => {
    const { api, clock, a } = await createLeader();
    const b = new Candidate({ api, clock }, 'b');
    await clock.settle();
    api.remove();
    await clock.advance(2_000);
    expect(api.lease?.spec.holderIdentity).toBe('a');
    await clock.advance(30_000);
    expect([a.events, b.events]).toEqual([['leads'], []]);
    await Promise.all([a.end(), b.end()]);
  });
});

describe('a standby', () => {
  it.each([
    [true, ['get', 'watch']],
    [false, ['get', 'list', 'watch']],
  ])('watches the lease by name instead of polling it (WatchList: %s)', async (watchList, verbs) => {
    const { api, clock, a } = await createLeader();
    const before = api.calls.length;
    const b = new Candidate({ api, clock }, 'b', { watchList });
    await clock.advance(30_000);
    const calls = api.calls.slice(before).filter(({ verb }) => verb !== 'update');
    expect(calls.map(({ verb }) => verb)).toEqual(verbs);
    for (const { query } of calls.slice(1)) expect(query).toMatchObject({ fieldSelector: 'metadata.name=lock' });
    expect(b.events).toEqual([]);
    await Promise.all([a.end(), b.end()]);
    expect(clock.timers).toBe(0);
  });

  it('takes over as soon as the lease is released', async () => {
    const { api, clock, a } = await createLeader();
    const b = new Candidate({ api, clock }, 'b');
    await clock.advance(5_000);
    await a.end();
    await clock.settle();
    expect(b.events).toEqual(['leads']);
    expect(api.lease?.spec).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1, leaseDurationSeconds: 15 });
    await b.end();
  });

  it('takes over exactly when the holder has not renewed for the lease duration', async () => {
    const { api, clock } = cluster();
    api.write(dead);
    const b = new Candidate({ api, clock }, 'b');
    await clock.advance(7_000);
    api.write({ ...dead, renewTime: '2026-01-01T00:00:02.000000Z' });
    await clock.advance(14_999);
    expect(b.events).toEqual([]);
    await clock.advance(1);
    expect(b.events).toEqual(['leads']);
    await b.end();
  });

  it('takes over in time even if its watch is broken', async () => {
    const { api, clock } = cluster();
    api.write(dead);
    api.onCall = ({ verb }) => (verb === 'watch' || verb === 'list' ? 'down' : undefined);
    const b = new Candidate({ api, clock }, 'b');
    await clock.advance(15_000);
    expect(b.events).toEqual(['leads']);
    await b.end();
  });

  it('trusts a read of the lease more than its broken watch', async () => {
    const { api, clock, a } = await createLeader();
    api.onCall = ({ verb }) => (verb === 'watch' || verb === 'list' ? 'down' : undefined);
    const b = new Candidate({ api, clock }, 'b');
    await clock.advance(60_000);
    expect([a.events, b.events]).toEqual([['leads'], []]);
    await Promise.all([a.end(), b.end()]);
  });

  it('is one of many, of which exactly one takes over', async () => {
    const { api, clock, a } = await createLeader();
    const others = ['b', 'c', 'd'].map((identity) => new Candidate({ api, clock }, identity));
    await clock.advance(5_000);
    await a.end();
    await clock.advance(60_000);
    expect(others.filter(({ events }) => events.length > 0)).toHaveLength(1);
    await Promise.all(others.map((other) => other.end()));
  });

  it('retries soon after another process was faster, because that may release the lease at once', async () => {
    const { api, clock } = cluster();
    api.onCall = ({ verb }) => (verb === 'create' ? 'conflict' : undefined);
    const b = new Candidate({ api, clock }, 'b');
    await clock.settle();
    api.onCall = () => undefined;
    await clock.advance(199);
    expect(b.events).toEqual([]);
    await clock.advance(1);
    expect(b.events).toEqual(['leads']);
    await b.end();
  });

  it('waits longer after a failure, by a random factor up to 2.2', async () => {
    const { api, clock } = cluster();
    api.onCall = () => 'down';
    const b = new Candidate({ api, clock }, 'b', { random: () => 0.999 });
    await clock.advance(4_397);
    expect(api.verbs).toEqual(['get']);
    await clock.advance(1);
    expect(api.verbs).toEqual(['get', 'get']);
    await b.end();
  });

  it('sends nothing when it stops', async () => {
    const { api, clock, a } = await createLeader();
    const b = new Candidate({ api, clock }, 'b');
    await clock.settle();
    const before = api.calls.length;
    await b.end();
    expect(b.outcome).toBe('over');
    expect(api.calls.length).toBe(before);
    await a.end();
  });
});

describe('a stop', () => {
  // id: case-28, case-29
  it('releases the lease last: after the work, which may write until then', async () => {
    const { api, clock, a } = await createLeader();
    a.stop.abort(new OperatorError('STOPPED', 'continue'));
    await clock.advance(30_000);
    a.leadership?.assertLeading();
    expect(a.events).toEqual(['leads']);
    expect(api.lease?.spec.holderIdentity).toBe('a');
    let mayWrite: boolean | undefined;
    api.onCall = () => void (mayWrite = !a.leadership?.signal.aborted);
    await a.end();
    expect(mayWrite).toBe(false);
    expect(a.events).toEqual(['leads', 'finished', 'STOPPED']);
    expect(api.verbs.slice(-2)).toEqual(['get', 'update']);
    expect(api.lease?.spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1, leaseTransitions: 0 });
    expect(() => a.leadership?.assertLeading()).toThrow(expect.objectContaining({ code: 'NOT_LEADER' }));
  });

  it('sends the release only after a pending renewal, even if that ignores the stop', async () => {
    const { api, clock } = cluster();
    const { transport } = api.client;
    const deaf = createClient({ ...transport, call: ({ signal: _, ...request }) => transport.call(request) });
    const a = new Candidate({ api, clock }, 'a', { client: deaf });
    await clock.settle();
    const answer = Promise.withResolvers<undefined>();
    api.onCall = ({ verb }) => (verb === 'update' ? answer.promise : undefined);
    await clock.advance(2_000);
    api.onCall = () => undefined;
    const ended = a.end();
    await clock.settle();
    expect(a.events).toEqual(['leads', 'finished']);
    expect(api.verbs).toEqual(['get', 'create', 'update']);
    answer.resolve(undefined);
    await ended;
    expect(api.verbs).toEqual(['get', 'create', 'update', 'get', 'update']);
    expect(api.lease?.spec.holderIdentity).toBe('');
    expect(clock.timers).toBe(0);
  });

  // id: case-29
  it('retries the release after a conflict', async () => {
    const { api, clock, a } = await createLeader();
    let conflicts = 2;
    api.onCall = ({ verb }) => (verb === 'update' && conflicts-- > 0 ? 'conflict' : undefined);
    await a.end();
    expect(api.verbs.slice(2)).toEqual(['get', 'update', 'get', 'update', 'get', 'update']);
    expect(api.lease?.spec.holderIdentity).toBe('');
    expect(clock.timers).toBe(0);
  });

  it('does not hang if the API server does not respond', async () => {
    const { api, clock, a } = await createLeader();
    api.onCall = () => 'down';
    const ended = a.end();
    await clock.advance(5_000);
    await ended;
    expect(a.outcome).toBe('over');
    expect(clock.timers).toBe(0);
  });

  it('releases a lease that it may have claimed without a response', async () => {
    const { api, clock } = cluster();
    const a = new Candidate({ api, clock }, 'a');
    api.onCall = ({ verb }) => (verb === 'create' ? 'hang' : undefined);
    await clock.settle();
    api.write({ ...dead, holderIdentity: 'a' });
    await a.end();
    expect(a.events).toEqual([]);
    expect(api.lease?.spec.holderIdentity).toBe('');
  });

  it('does not release the lease of another process', async () => {
    const { api, clock, a } = await createLeader();
    api.write(dead);
    await clock.advance(2_000);
    await a.end();
    expect(api.lease?.spec).toEqual(dead);
  });
});

describe('an election', () => {
  it('rejects with the error of the work, after the release', async () => {
    const { api, clock, a } = await createLeader();
    const error = new Error('a defect');
    a.fail(error);
    await clock.settle();
    expect(a.outcome).toBe(error);
    expect(api.lease?.spec.holderIdentity).toBe('');
    expect(clock.timers).toBe(0);
  });

  it('rejects with the error of work that was abandoned when the lease was lost', async () => {
    const { api, clock, a } = await createLeader();
    api.write(dead);
    await clock.advance(2_000);
    const error = new OperatorError('TIMED_OUT', 'stop');
    a.fail(error);
    await clock.settle();
    expect(a.outcome).toBe(error);
    expect(api.lease?.spec).toEqual(dead);
  });

  it('resolves when the work rejects because of the stop', async () => {
    const { clock, a } = await createLeader();
    const reason = new OperatorError('STOPPED', 'continue');
    a.stop.abort(reason);
    a.fail(reason);
    await clock.settle();
    expect(a.outcome).toBe('over');
  });

  it('ends when the work ends', async () => {
    const { api, clock, a } = await createLeader();
    a.finish();
    await clock.settle();
    expect(a.outcome).toBe('over');
    expect(api.lease?.spec.holderIdentity).toBe('');
  });

  it('rejects inconsistent durations before it sends a request', async () => {
    const world = cluster();
    const a = new Candidate(world, 'a', { leaseDurationMs: 10_000, renewDeadlineMs: 10_000 });
    await world.clock.settle();
    expect(a.outcome).toMatchObject({ code: 'SETTINGS_INVALID' });
    expect(world.api.verbs).toEqual([]);
  });

  it('notifies its observer of the leader', async () => {
    const observed: unknown[] = [];
    const observer = {
      onLeading: (name: string, leads: boolean) => void observed.push([name, leads]),
      onSlowpath: (name: string) => void observed.push([name, 'slow path']),
    };
    const { api, clock, a } = await createLeader({ observer });
    api.write({ ...dead, holderIdentity: 'a' });
    await clock.advance(2_000);
    api.write(dead);
    await clock.advance(2_000);
    expect(observed).toEqual([
      ['lock', false],
      ['lock', true],
      ['lock', 'slow path'],
      ['lock', 'slow path'],
      ['lock', false],
    ]);
    await a.end();
  });

  it('notifies its observer of whether it can reach the lease, but not of a faster rival', async () => {
    const observed: string[] = [];
    const observer = {
      onLeading: () => undefined,
      onSlowpath: () => undefined,
      onAnswered: () => void observed.push('answered'),
      onFailed: (_: string, error: unknown) => void observed.push(getMessage(error)),
    };
    const { api, clock, a } = await createLeader({ observer });
    expect(observed.splice(0)).toEqual(['answered']);
    api.onCall = () => 'down';
    await clock.advance(2_000);
    expect(observed.splice(0)).toEqual([expect.stringContaining('failed to')]);
    api.onCall = () => undefined;
    await clock.advance(2_000);
    expect(observed.splice(0)).toEqual(['answered']);
    api.onCall = ({ verb }) => (verb === 'update' ? 'conflict' : undefined);
    api.write({ ...dead, holderIdentity: 'other' });
    await clock.advance(2_000);
    expect(observed).toEqual(['answered']);
    api.onCall = () => undefined;
    await a.end();
  });

  it('notifies its observer of a failed claim, but not of a faster rival', async () => {
    const failures: string[] = [];
    const failed = (_: string, error: unknown): void => void failures.push(getMessage(error));
    const { api, clock } = cluster();
    api.onCall = ({ verb }) => (verb === 'create' ? 'conflict' : undefined);
    const a = new Candidate({ api, clock }, 'a', {
      observer: { onLeading: () => undefined, onSlowpath: () => undefined, onFailed: failed },
    });
    await clock.settle();
    expect(failures).toEqual([]);
    api.onCall = () => 'down';
    await clock.advance(200);
    expect(failures).toEqual([expect.stringContaining('failed to')]);
    api.onCall = () => undefined;
    await a.end();
  });
});
