import { describe, expect, it } from 'vitest';

import { holdReconcile, startWorkers, type WorkersFixture } from '../../fixtures/scripted-workers.ts';
import { OperatorError } from '../base/index.ts';
import { ApiError } from '../client/index.ts';
import { type Action, awaitChange, requeueAfter, notReady } from '../reconcile/index.ts';

const hourMs = 3_600_000;

function listWaits(fixture: WorkersFixture): number[] {
  const times = fixture.visits.map((visit) => Number(visit.split('@')[1]));
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

const buildRejection = (status: number, message: string): ApiError =>
  new ApiError('apply Deployment', { status, body: { kind: 'Status', code: status, message } });

describe('a reconcile that succeeds', () => {
  it('is not repeated until something changes', async () => {
    const fixture = startWorkers(() => Promise.resolve(awaitChange));
    fixture.enqueue('mocca');
    await fixture.clock.advance(24 * hourMs);
    expect(fixture.visits).toEqual(['mocca@0']);
    expect(fixture.observed).toEqual(['started', 'success']);
    expect(fixture.queue.length).toBe(0);
  });

  it('is repeated after its requeueAfter', async () => {
    const fixture = startWorkers(() => Promise.resolve(requeueAfter(60_000)));
    fixture.enqueue('mocca');
    await fixture.clock.advance(120_000);
    expect(fixture.visits).toEqual(['mocca@0', 'mocca@60000', 'mocca@120000']);
    expect(fixture.observed.slice(0, 2)).toEqual(['started', 'requeue_after']);
  });

  // id: case-27
  it('is repeated after exactly its requeueAfter, even after failures', async () => {
    let fails = 2;
    const fixture = startWorkers(() =>
      fails-- > 0 ? Promise.reject(new Error('no')) : Promise.resolve(requeueAfter(60_000)),
    );
    fixture.enqueue('mocca');
    await fixture.clock.advance(60_015);
    expect(listWaits(fixture)).toEqual([5, 10, 60_000]);
    expect(fixture.queue.failures('default/mocca')).toBe(0);
  });

  it('is repeated at once if the status response shows that the spec has changed meanwhile', async () => {
    const fixture = startWorkers(
      ({ status }) => {
        status.set({ guests: fixture.visits.length });
        return Promise.resolve(requeueAfter(hourMs));
      },
      { generation: () => 2 },
    );
    fixture.enqueue('mocca');
    await fixture.clock.advance(1000);
    expect(fixture.visits).toEqual(['mocca@0', 'mocca@0']);
    expect(fixture.observed).toEqual(['started', 'requeue', 'started', 'requeue_after']);
  });

  // id: case-27
  it('resets the backoff', async () => {
    let fails = 3;
    const fixture = startWorkers(() => (fails-- > 0 ? Promise.reject(new Error('no')) : Promise.resolve(awaitChange)));
    fixture.enqueue('mocca');
    await fixture.clock.advance(hourMs);
    expect(listWaits(fixture)).toEqual([5, 10, 20]);
    expect(fixture.queue.failures('default/mocca')).toBe(0);
  });
});

describe('a worker', () => {
  // id: fault-14
  it('yields to the event loop before each key', async () => {
    const fixture = startWorkers(() => Promise.resolve(awaitChange), { workers: 1 });
    fixture.clock.yieldsForMs = 10;
    for (const name of ['first', 'second', 'third']) fixture.enqueue(name);
    await fixture.clock.advance(100);
    // The second key is reconciled 10 ms later, because the worker has yielded to the event loop.
    expect(fixture.visits).toEqual(['first@0', 'second@10', 'third@20']);
  });
});

describe('a key', () => {
  it('is never reconciled twice at once by several workers', async () => {
    const { reconcile, end } = holdReconcile();
    const fixture = startWorkers(reconcile, { workers: 4 });
    fixture.enqueue('mocca');
    await fixture.clock.settle();
    fixture.enqueue('mocca');
    fixture.enqueue('mocca');
    await fixture.clock.settle();
    expect(fixture.visits).toEqual(['mocca@0']);
    end();
    await fixture.clock.settle();
    expect(fixture.visits).toEqual(['mocca@0', 'mocca@0']);
  });

  it('does not wait while a worker is free', async () => {
    const { reconcile } = holdReconcile();
    const fixture = startWorkers(reconcile, { workers: 2 });
    for (const name of ['mocca', 'latte', 'ristretto']) fixture.enqueue(name);
    await fixture.clock.settle();
    expect(fixture.visits).toEqual(['mocca@0', 'latte@0']);
  });

  it('of a missing object is done without a reconcile, and its memory is cleared', async () => {
    const fixture = startWorkers(() => Promise.resolve(awaitChange));
    fixture.enqueue('mocca');
    fixture.enqueue('latte');
    await fixture.clock.settle();
    expect([...fixture.memories.keys()]).toEqual(['default/mocca', 'default/latte']);
    fixture.remove('mocca');
    fixture.queue.add('default/mocca');
    await fixture.clock.settle();
    expect(fixture.visits).toHaveLength(2);
    expect([...fixture.memories.keys()]).toEqual(['default/latte']);
    expect(fixture.observed.at(-1)).toBe('success');
  });

  it('of a terminating object is done without a reconcile', async () => {
    const fixture = startWorkers(() => Promise.resolve(awaitChange));
    fixture.enqueue('mocca', { deletionTimestamp: '2026-01-01T00:00:00Z' });
    await fixture.clock.advance(hourMs);
    expect(fixture.visits).toEqual([]);
    expect(fixture.observed).toEqual(['started', 'success']);
  });

  // id: case-30
  it('has separate memory for objects of the same name with different uids', async () => {
    const fixture = startWorkers(() => Promise.resolve(awaitChange));
    fixture.enqueue('mocca');
    await fixture.clock.settle();
    const first = fixture.memories.get('default/mocca');
    fixture.enqueue('mocca');
    await fixture.clock.settle();
    expect(fixture.memories.get('default/mocca')).toBe(first);
    fixture.enqueue('mocca', { uid: 'another' });
    await fixture.clock.settle();
    expect(fixture.memories.get('default/mocca')).toMatchObject({ uid: 'another' });
    expect(fixture.memories.get('default/mocca')?.children).not.toBe(first?.children);
  });
});

describe('a rejection by the cluster', () => {
  // id: case-9
  it('that may end by itself is retried, first after a second and then at least every 30', async () => {
    const fixture = startWorkers(() => Promise.reject(buildRejection(403, 'exceeded quota')));
    fixture.enqueue('mocca');
    await fixture.clock.advance(10 * 60_000);
    expect(listWaits(fixture).slice(0, 7)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(Math.max(...listWaits(fixture))).toBe(30_000);
    expect(fixture.observed.slice(0, 2)).toEqual(['started', 'error']);
  });

  it('is reported in the status and in the log, not as our error', async () => {
    const fixture = startWorkers(() => Promise.reject(buildRejection(403, 'exceeded quota')));
    fixture.enqueue('mocca');
    await fixture.clock.settle();
    expect(fixture.statuses).toMatchObject([
      {
        conditions: [
          { type: 'Ready', status: 'False', reason: 'Forbidden', message: 'exceeded quota' },
          { type: 'Reconciling', status: 'True' },
        ],
      },
    ]);
    expect(fixture.logger.lines).toContainEqual({ level: 'warn', message: 'cannot apply the desired state' });
    expect(fixture.logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is logged once as a warning, and again when it changes or recurs', async () => {
    const said = ['quota a', 'quota a', 'quota b', 'quota b', undefined, 'quota b'];
    const fixture = startWorkers(() => {
      const message = said.shift();
      return message === undefined ? Promise.resolve(requeueAfter(1000)) : Promise.reject(buildRejection(403, message));
    });
    fixture.enqueue('mocca');
    await fixture.clock.advance(30_000);
    const reports = fixture.logger.lines.filter(({ message }) => message === 'cannot apply the desired state');
    expect(said).toEqual([]);
    expect(reports.map(({ level }) => level)).toEqual(['warn', 'debug', 'warn', 'debug', 'warn']);
  });

  it('is logged with its root cause, which the status omits', async () => {
    const cause = new Error('the store is away', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') });
    const fixture = startWorkers(() => Promise.reject(notReady('Closed', 'It is closed.', { cause })));
    fixture.enqueue('mocca');
    await fixture.clock.settle();
    expect(fixture.warnings).toMatchObject([{ detail: 'It is closed.', cause: 'connect ECONNREFUSED 127.0.0.1:1' }]);
    expect(JSON.stringify(fixture.statuses)).not.toContain('ECONNREFUSED');
  });

  it('that only a change of the object can end is not retried', async () => {
    const fixture = startWorkers(() => Promise.reject(buildRejection(422, 'spec.replicas: Invalid value')));
    fixture.enqueue('mocca');
    await fixture.clock.advance(24 * hourMs);
    expect(fixture.visits).toEqual(['mocca@0']);
    expect(fixture.queue.failures('default/mocca')).toBe(0);
  });

  it('without a retry counts as a terminal error, unlike other rejections', async () => {
    const [quota, invalid] = [
      buildRejection(403, 'exceeded quota'),
      buildRejection(422, 'spec.replicas: Invalid value'),
    ];
    const fixture = startWorkers(({ name }) => Promise.reject(name === 'mocca' ? quota : invalid));
    fixture.enqueue('mocca');
    await fixture.clock.settle();
    expect(fixture.observed).toEqual(['started', 'error']);
    fixture.enqueue('latte');
    await fixture.clock.settle();
    expect(fixture.observed.slice(2)).toEqual(['started', 'terminal', 'error']);
  });
});

describe('a notReady of the controller', () => {
  it('is retried unless it excludes that; then it counts as terminal', async () => {
    const fixture = startWorkers(({ name }) =>
      Promise.reject(notReady('Closed', 'It is closed.', { retry: name === 'mocca' })),
    );
    fixture.enqueue('latte');
    await fixture.clock.advance(24 * hourMs);
    expect(fixture.visits).toEqual(['latte@0']);
    expect(fixture.observed).toEqual(['started', 'terminal', 'error']);
    fixture.enqueue('mocca');
    await fixture.clock.advance(1000);
    expect(fixture.visits.slice(1)).toHaveLength(2);
    expect(fixture.observed.slice(3)).toEqual(['started', 'error', 'started', 'error']);
    fixture.enqueue('latte', { generation: 2 });
    await fixture.clock.settle();
    expect(fixture.visits.at(-1)).toMatch(/^latte@/);
  });
});

describe('a rejection of a spec that has changed meanwhile', () => {
  it('is reconciled again at once, and is not terminal', async () => {
    let edited = false;
    const fixture = startWorkers(
      () => {
        if (edited) return Promise.resolve(awaitChange);
        edited = true;
        return Promise.reject(buildRejection(422, 'spec.replicas: Invalid value'));
      },
      { generation: () => 2 },
    );
    fixture.enqueue('mocca');
    await fixture.clock.settle();
    expect(fixture.visits).toEqual(['mocca@0', 'mocca@0']);
    expect(fixture.observed).toEqual(['started', 'error', 'started', 'success']);
  });
});

describe('a reconcile that fails', () => {
  // id: case-27
  it('is retried after waits that double up to 30 s', async () => {
    const fixture = startWorkers(() => Promise.reject(new Error('the kitchen is on fire')));
    fixture.enqueue('mocca');
    await fixture.clock.advance(10 * 60_000);
    expect(listWaits(fixture).slice(0, 4)).toEqual([5, 10, 20, 40]);
    expect(listWaits(fixture).at(-1)).toBe(30_000);
    const line = { level: 'error', message: 'reconcile failed', error: 'the kitchen is on fire' };
    expect(fixture.logger.lines.find(({ level }) => level === 'error')).toEqual(line);
  });

  // id: case-30
  it('is retried at once after a change, and its failures still count', async () => {
    const fixture = startWorkers(() => Promise.reject(new Error('the kitchen is on fire')));
    fixture.enqueue('mocca');
    await fixture.clock.advance(35);
    expect(fixture.visits.at(-1)).toBe('mocca@35');
    await fixture.clock.advance(1);
    fixture.enqueue('mocca');
    await fixture.clock.advance(200);
    expect(fixture.visits.slice(3)).toEqual(['mocca@35', 'mocca@36', 'mocca@116']);
    expect(fixture.queue.failures('default/mocca')).toBe(6);
  });

  // id: case-27
  it('is not retried if that cannot help', async () => {
    const fixture = startWorkers(() => Promise.reject(new OperatorError('DECLARATION_INVALID', 'brew')));
    fixture.enqueue('mocca');
    await fixture.clock.advance(24 * hourMs);
    expect(fixture.visits).toEqual(['mocca@0']);
    expect(fixture.observed).toEqual(['started', 'terminal', 'error']);
  });

  it('for a conflict is retried, and is not logged as an error', async () => {
    let conflicts = 1;
    const conflict = (): ApiError => buildRejection(409, 'the object has been modified');
    const fixture = startWorkers(() => (conflicts-- > 0 ? Promise.reject(conflict()) : Promise.resolve(awaitChange)));
    fixture.enqueue('mocca');
    await fixture.clock.advance(1000);
    expect(listWaits(fixture)).toEqual([5]);
    expect(fixture.logger.lines.filter(({ level }) => level !== 'debug')).toEqual([
      { level: 'info', message: 'conflict, reconciling again' },
    ]);
  });

  it('does not block other keys, even if it throws before its first await', async () => {
    const fixture = startWorkers(
      ({ name }) => {
        if (name === 'poison') throw new Error('never works');
        return Promise.resolve(awaitChange);
      },
      { workers: 1 },
    );
    fixture.enqueue('poison');
    for (const name of ['mocca', 'latte']) fixture.enqueue(name);
    await fixture.clock.settle();
    expect(fixture.visits).toEqual(['poison@0', 'mocca@0', 'latte@0']);
    await fixture.clock.advance(5);
    fixture.enqueue('mocca');
    await fixture.clock.settle();
    expect(fixture.visits.slice(3)).toEqual(['poison@5', 'mocca@5']);
  });

  it('by a timeout has its signal aborted, is counted, and is retried', async () => {
    const fixture = startWorkers(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        }),
      { timeoutMs: 2000 },
    );
    fixture.enqueue('mocca');
    await fixture.clock.advance(1999);
    expect(fixture.observed).toEqual(['started']);
    await fixture.clock.advance(1);
    expect(fixture.observed).toEqual(['started', 'timed out', 'error']);
    const [error] = fixture.logger.lines.filter(({ level }) => level === 'error');
    expect(error?.error).toContain('reconcile Cafe default/mocca within 2000 ms');
    await fixture.clock.advance(5);
    expect(fixture.visits).toEqual(['mocca@0', 'mocca@2005']);
  });

  it('shortly before its timeout does not count as timed out, even if its report is slow', async () => {
    const answer = Promise.withResolvers<undefined>();
    const fixture = startWorkers(
      () => new Promise((_resolve, reject) => fixture.clock.after(1999, () => reject(new Error('the menu is burnt')))),
      { timeoutMs: 2000, beforeStatusAnswer: () => answer.promise },
    );
    fixture.enqueue('mocca');
    await fixture.clock.advance(2500);
    expect([fixture.statuses.length, fixture.observed]).toEqual([1, ['started']]);
    answer.resolve(undefined);
    await fixture.clock.settle();
    expect(fixture.observed).toEqual(['started', 'error']);
  });

  it('by a timeout has had 60 seconds by default', async () => {
    const { reconcile, signals } = holdReconcile();
    const fixture = startWorkers(reconcile);
    fixture.enqueue('mocca');
    await fixture.clock.advance(59_999);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await fixture.clock.advance(1);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(fixture.observed).toEqual(['started', 'timed out']);
  });

  it('leaves no timer', async () => {
    const fixture = startWorkers(() => Promise.reject(new OperatorError('DECLARATION_INVALID', 'brew')));
    fixture.enqueue('mocca');
    await fixture.clock.settle();
    expect(fixture.clock.timers).toBe(0);
  });
});

describe('a stop', () => {
  it('lets running reconciles finish, and takes no further key', async () => {
    const { reconcile, signals, end } = holdReconcile();
    const fixture = startWorkers(reconcile, { workers: 1 });
    fixture.enqueue('mocca');
    fixture.enqueue('latte');
    await fixture.clock.settle();
    fixture.stop.abort();
    await fixture.clock.settle();
    expect(fixture.over).toBe(false);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    end();
    await fixture.clock.settle();
    expect(fixture.over).toBe(true);
    expect(fixture.visits).toEqual(['mocca@0']);
    expect(fixture.queue.length).toBe(1);
  });

  it('stops idle workers at once', async () => {
    const fixture = startWorkers(() => Promise.resolve(awaitChange));
    await fixture.clock.settle();
    fixture.stop.abort();
    await fixture.clock.settle();
    expect(fixture.over).toBe(true);
  });
});

describe('the end of leadership', () => {
  it('aborts running reconciles, and keeps their keys for the next term without a wait', async () => {
    const fixture = startWorkers(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        }),
    );
    fixture.enqueue('mocca');
    await fixture.clock.settle();
    fixture.term.abort(new OperatorError('NOT_LEADER', 'lead'));
    await fixture.clock.settle();
    expect(fixture.over).toBe(true);
    expect(fixture.queue.length).toBe(1);
    expect(fixture.queue.failures('default/mocca')).toBe(0);
    expect(fixture.logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('leaves due keys in the queue', async () => {
    const { reconcile, end } = holdReconcile();
    const fixture = startWorkers(reconcile, { workers: 1 });
    fixture.enqueue('mocca');
    fixture.enqueue('latte');
    await fixture.clock.settle();
    fixture.term.abort(new OperatorError('NOT_LEADER', 'lead'));
    end();
    await fixture.clock.settle();
    expect(fixture.visits).toEqual(['mocca@0']);
    expect(await fixture.queue.next()).toBe('default/latte');
  });

  it.each([
    ['refusal', buildRejection(403, 'exceeded quota')],
    ['error', new Error('the kitchen is on fire')],
  ])('writes no %s into a status', async (_, error) => {
    const gate = Promise.withResolvers<Action>();
    const fixture = startWorkers(() => gate.promise);
    fixture.enqueue('mocca');
    await fixture.clock.settle();
    fixture.term.abort(new OperatorError('NOT_LEADER', 'lead'));
    gate.reject(error);
    await fixture.clock.settle();
    expect(fixture.statuses).toEqual([]);
    expect(fixture.queue.length).toBe(1);
  });
});
