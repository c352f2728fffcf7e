import { describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import { OperatorError } from '../../base/index.ts';
import { createPermanentLeadership, Term, WriteFence } from './term.ts';

const renewDeadlineMs = 10_000;

function createTerm(clock: Pick<FakeClock, 'monotonic' | 'after'>): Term {
  return new Term({ clock, renewDeadlineMs, renewedAtMs: clock.monotonic() });
}

describe('Term', () => {
  it('allows writes only until its deadline', async () => {
    const clock = createFakeClock();
    // The clock is not at 0, because a process may have waited as a standby before its term.
    await clock.advance(60_000);
    const leading = createTerm(clock);
    await clock.advance(9_999);
    leading.assertLeading();
    expect(leading.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(leading.signal.aborted).toBe(true);
    expect(() => leading.assertLeading()).toThrow(expect.objectContaining({ code: 'NOT_LEADER' }));
  });

  it('rejects a write after the deadline even if no timer has fired, as in a paused process', () => {
    const clock = createFakeClock();
    let pausedMs = 0;
    const leading = createTerm({ ...clock, monotonic: () => clock.monotonic() + pausedMs });
    pausedMs = renewDeadlineMs;
    expect(leading.signal.aborted).toBe(false);
    expect(() => leading.assertLeading()).toThrow(expect.objectContaining({ code: 'NOT_LEADER' }));
    expect(leading.signal.aborted).toBe(true);
  });

  it('counts a renewal from its send time', async () => {
    const clock = createFakeClock();
    const leading = createTerm(clock);
    await clock.advance(6_000);
    leading.extend(2_000);
    await clock.advance(5_999);
    leading.assertLeading();
    await clock.advance(1);
    expect(leading.isActive).toBe(false);
  });

  it('is not extended by a late renewal', () => {
    const clock = createFakeClock();
    let pausedMs = 0;
    const leading = createTerm({ ...clock, monotonic: () => clock.monotonic() + pausedMs });
    pausedMs = renewDeadlineMs + 1;
    leading.extend(renewDeadlineMs + 1);
    expect(leading.isActive).toBe(false);
  });

  it('leaves no timer once it has ended, and keeps the first reason', () => {
    const clock = createFakeClock();
    const leading = createTerm(clock);
    const reason = new OperatorError('STOPPED', 'continue leading');
    leading.end(reason);
    leading.end(new OperatorError('NOT_LEADER', 'keep the lease'));
    expect(leading.signal.reason).toBe(reason);
    expect(clock.timers).toBe(0);
    expect(() => leading.assertLeading()).toThrow(expect.objectContaining({ code: 'NOT_LEADER', cause: reason }));
  });
});

describe('createPermanentLeadership', () => {
  it('allows writes until its signal aborts', () => {
    const end = new AbortController();
    const leading = createPermanentLeadership(end.signal);
    leading.assertLeading();
    end.abort();
    expect(() => leading.assertLeading()).toThrow(expect.objectContaining({ code: 'STOPPED' }));
  });
});

describe('the write fence', () => {
  it('ends a term whose deadline has passed, even if no timer has fired', () => {
    const clock = createFakeClock();
    // Like a paused process, whose timers fire late.
    const late = { monotonic: () => 10_000, after: () => () => undefined };
    const term = new Term({ clock: { ...clock, ...late }, renewDeadlineMs: 10_000, renewedAtMs: 0 });
    const fence = new WriteFence();
    fence.guard(term);

    expect(term.signal.aborted).toBe(false);
    fence.check();
    expect(term.signal.aborted).toBe(true);
    expect(fence.check).not.toThrow();
  });

  it('begins a write outside of a reconcile only during a term', () => {
    const fence = new WriteFence();
    expect(fence.beginWrite).toThrow(expect.objectContaining({ code: 'NOT_LEADER' }));
    const end = new AbortController();
    fence.guard({ signal: end.signal, assertLeading: () => undefined });
    expect(fence.beginWrite()).toBe(end.signal);
    end.abort(new Error('over'));
    expect(fence.beginWrite).toThrow('over');
  });

  it('ends the term if its deadline has passed when a write begins', () => {
    const late = { monotonic: () => 10_000, after: () => () => undefined };
    const fence = new WriteFence();
    fence.guard(new Term({ clock: late, renewDeadlineMs: 10_000, renewedAtMs: 0 }));
    expect(fence.beginWrite).toThrow(expect.objectContaining({ code: 'NOT_LEADER' }));
  });

  it('allows every call before the first term', () => {
    expect(new WriteFence().check).not.toThrow();
  });
});
