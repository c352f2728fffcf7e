import { describe, expect, it } from 'vitest';

import { holdReconcile, startWorkers, type Reconcile, type WorkersFixture } from '../../fixtures/scripted-workers.ts';
import { OperatorError } from '../base/index.ts';
import { type Action, awaitChange, requeueAfter } from '../reconcile/index.ts';

/** Starts one worker. The reconcile of `mocca` runs until the test ends it; all others end at once. */
function startWithStuckMocca(stuck: Reconcile, options: { readonly workers?: number } = {}): WorkersFixture {
  let first = true;
  const fixture = startWorkers(
    (visit) => {
      if (visit.name !== 'mocca' || !first) return Promise.resolve(awaitChange);
      first = false;
      return stuck(visit);
    },
    { workers: 1, timeoutMs: 2000, ...options },
  );
  fixture.enqueue('mocca');
  fixture.enqueue('latte');
  return fixture;
}

describe('a reconcile that ignores its signal', () => {
  it('occupies its worker for exactly 5 s after its timeout', async () => {
    const fixture = startWithStuckMocca(holdReconcile().reconcile);
    await fixture.clock.advance(6999);
    expect(fixture.visits).toEqual(['mocca@0']);
    await fixture.clock.advance(1);
    expect(fixture.visits).toEqual(['mocca@0', 'latte@7000']);
  });

  it('is counted as timed out at its timeout, and logged when its worker takes the next key', async () => {
    const fixture = startWithStuckMocca(holdReconcile().reconcile);
    await fixture.clock.advance(2000);
    expect(fixture.observed).toEqual(['started', 'timed out']);
    expect(fixture.warnings).toEqual([]);
    await fixture.clock.advance(60_000);
    expect(fixture.observed).toEqual(['started', 'timed out', 'started', 'success']);
    const message = 'a reconcile ignores its signal; its worker takes the next key';
    expect(fixture.warnings).toMatchObject([{ message, object: 'default/mocca', forMs: 7000 }]);
  });

  it('keeps its key in work until it ends; a key that was added meanwhile is due then', async () => {
    const { reconcile, end } = holdReconcile();
    const fixture = startWithStuckMocca(reconcile, { workers: 3 });
    await fixture.clock.advance(7000);
    fixture.enqueue('mocca');
    await fixture.clock.advance(3_600_000);
    expect(fixture.visits.filter((visit) => visit.startsWith('mocca'))).toEqual(['mocca@0']);
    expect(fixture.queue.inWork).toBe(1);
    end();
    await fixture.clock.settle();
    expect(fixture.visits.filter((visit) => visit.startsWith('mocca'))).toEqual(['mocca@0', 'mocca@3607000']);
    expect(fixture.queue.inWork).toBe(0);
  });

  it.each<{ how: string; end: (gate: PromiseWithResolvers<Action>) => void; result: string; again: string[] }>([
    { how: 'well', end: ({ resolve }) => resolve(awaitChange), result: 'success', again: [] },
    {
      how: 'with a time to look again',
      end: ({ resolve }) => resolve(requeueAfter(500)),
      result: 'requeue_after',
      again: ['mocca@10500'],
    },
    {
      how: 'with an error',
      end: ({ reject }) => reject(new Error('on fire')),
      result: 'error',
      again: ['mocca@10005'],
    },
    {
      how: 'with the reason of its signal',
      end: ({ reject }) => reject(new OperatorError('TIMED_OUT', 'brew')),
      result: 'error',
      again: ['mocca@10005'],
    },
  ])('and ends $how counts as usual, and not as timed out again', async ({ end, result, again }) => {
    const gate = Promise.withResolvers<Action>();
    const fixture = startWithStuckMocca(() => gate.promise);
    await fixture.clock.advance(10_000);
    fixture.observed.length = 0;
    end(gate);
    await fixture.clock.settle();
    expect(fixture.observed).toEqual([result]);
    await fixture.clock.advance(20_000);
    expect(fixture.visits).toEqual(['mocca@0', 'latte@7000', ...again]);
  });

  it('writes no status after its timeout except the report of the timeout, and is retried', async () => {
    const gate = Promise.withResolvers<Action>();
    const fixture = startWithStuckMocca(({ status }) => {
      status.set({ guests: 3 });
      return gate.promise;
    });
    await fixture.clock.advance(10_000);
    gate.resolve(awaitChange);
    await fixture.clock.settle();
    expect(fixture.statuses).toMatchObject([
      {
        conditions: [
          { type: 'Ready', reason: 'ReconcileError' },
          { type: 'Reconciling', status: 'True' },
        ],
      },
    ]);
    await fixture.clock.advance(5);
    expect(JSON.stringify(fixture.statuses)).not.toContain('guests');
    expect(fixture.visits.at(-1)).toBe('mocca@10005');
  });

  it('can occupy every worker in turn, and each of them is freed', async () => {
    const { reconcile, end } = holdReconcile();
    const fixture = startWorkers(reconcile, { workers: 2, timeoutMs: 2000 });
    for (const name of ['1', '2', '3', '4', '5']) fixture.enqueue(name);
    await fixture.clock.advance(14_000);
    expect(fixture.visits).toEqual(['1@0', '2@0', '3@7000', '4@7000', '5@14000']);
    end();
    await fixture.clock.settle();
    expect(fixture.observed.filter((result) => result === 'success')).toHaveLength(5);
    expect(fixture.clock.timers).toBe(0);
  });
});

describe.each<{ what: string; end: (fixture: WorkersFixture) => void }>([
  { what: 'a stop', end: ({ stop }) => stop.abort() },
  { what: 'the end of leadership', end: ({ term }) => term.abort(new OperatorError('NOT_LEADER', 'lead')) },
])('at $what', ({ end }) => {
  it('an abandoned reconcile is awaited until it ends', async () => {
    const stuck = holdReconcile();
    const fixture = startWithStuckMocca(stuck.reconcile);
    await fixture.clock.advance(8000);
    end(fixture);
    await fixture.clock.advance(3_600_000);
    expect(fixture.over).toBe(false);
    stuck.end();
    await fixture.clock.settle();
    expect(fixture.over).toBe(true);
  });
});

describe('a reconcile that ends at its signal', () => {
  it('is not logged as abandoned, even if it takes a while to end', async () => {
    const gate = Promise.withResolvers<Action>();
    const fixture = startWithStuckMocca(() => gate.promise);
    await fixture.clock.advance(6999);
    gate.reject(new OperatorError('TIMED_OUT', 'brew'));
    await fixture.clock.settle();
    expect(fixture.visits.slice(1)).toEqual(['latte@6999']);
    expect(fixture.warnings).toEqual([]);
    await fixture.clock.advance(60_000);
    expect(fixture.observed.filter((each) => each === 'timed out')).toHaveLength(1);
    expect(fixture.clock.timers).toBe(0);
  });
});

describe('a key that a worker receives at the moment of a stop', () => {
  it('is not reconciled, and waits for the next term', async () => {
    const fixture = startWorkers(() => Promise.resolve(awaitChange), { workers: 1 });
    await fixture.clock.settle();
    fixture.enqueue('mocca');
    fixture.stop.abort();
    await fixture.clock.settle();
    expect([fixture.visits, fixture.over, fixture.queue.length]).toEqual([[], true, 1]);
  });
});
