import { describe, expect, it } from 'vitest';

import { line, reconciled, reduceAll } from './log-fixture.ts';
import { emptyModel, type Model, type Notice, parseLine, reduce } from './model.ts';

const causes = ['spec.size by kubectl-edit'];
const err = { type: 'TypeError', message: 'no tea', stack: 'TypeError: no tea\n    at shop.ts:1:2' };

/** The notices of each line. */
function collectNotices(lines: Parameters<typeof reduceAll>[0]): readonly Notice[] {
  let model: Model = emptyModel;
  return lines.flatMap((each) => (model = reduce(model, each)).notices);
}

describe('the model of the screen', () => {
  it('has a reconcile with its causes, its writes and its duration once it has ended', () => {
    const begun = reduceAll([
      line('created a child', { causes, child: 'Service', name: 'default/sample' }),
      line('updated a child', { causes, child: 'Deployment', name: 'default/sample', paths: ['spec.replicas'] }),
      line('wrote the status', { causes, level: 'debug', paths: ['status.ready'] }),
    ]);
    expect([begun.ended, begun.running.size]).toEqual([[], 1]);
    const { ended, running } = reduce(begun, reconciled({ causes, time: '2026-01-01T10:00:01.000Z' }));
    expect(running.size).toBe(0);
    expect(ended).toEqual([
      {
        ...{ id: 'r1', time: '2026-01-01T10:00:01.000Z', causes, durationMs: 9, times: 1 },
        ...{ controller: 'shop', object: 'default/sample' },
        writes: [
          { what: 'created Service default/sample', paths: [] },
          { what: 'Deployment default/sample', paths: ['spec.replicas'] },
          { what: '', paths: ['status.ready'] },
        ],
      },
    ]);
  });

  it('counts consecutive reconciles of an object that write nothing, and retains the last fifty', () => {
    const idle = [1, 2, 3].map((id) => reconciled({ reconcileId: `r${id}`, causes: [`timer ${id}`] }));
    expect(reduceAll(idle).ended).toMatchObject([{ id: 'r3', times: 3, causes: ['timer 3'] }]);
    const others = Array.from({ length: 60 }, (_, id) =>
      reconciled({ reconcileId: `r${id}`, object: `default/${id}` }),
    );
    expect(reduceAll(others).ended).toHaveLength(50);
  });

  it('shows that a reconcile removed the finalizer', () => {
    const { ended } = reduceAll([line('cleaned up and removed the finalizer', {}), reconciled()]);
    expect(ended).toMatchObject([{ writes: [{ what: 'cleaned up and removed the finalizer', paths: [] }] }]);
  });

  it('forgets reconciles that never end', () => {
    const begun = Array.from({ length: 300 }, (_, id) => line('brewing', { reconcileId: `r${id}` }));
    expect(reduceAll(begun).running.size).toBe(100);
  });

  it('prints an error once, and again after a success', () => {
    const fails = [
      line('reconcile failed', { level: 'error', err }),
      reconciled({ result: 'error' }),
      line('reconcile failed again', { level: 'warn', detail: 'no tea', reconcileId: 'r2' }),
      line('reconcile failed', { level: 'error', err, reconcileId: 'r3' }),
    ];
    const notice = { level: 'error', text: 'reconcile failed: TypeError: no tea', stack: err.stack };
    expect(collectNotices(fails)).toMatchObject([notice]);
    expect(reduceAll(fails.slice(0, 2)).ended).toMatchObject([{ error: 'TypeError: no tea' }]);
    expect(collectNotices([...fails, reconciled({ reconcileId: 'r4' }), ...fails.slice(3)])).toHaveLength(2);
  });

  it('drops an error, and the reconciles that had it, after a success of the object', () => {
    const fail = (fields: object) => [
      line('reconcile failed', { level: 'error', err, ...fields }),
      reconciled({ result: 'error', ...fields }),
    ];
    const failed = reduceAll([...fail({}), ...fail({ controller: 'bar', reconcileId: 'r2' })]);
    expect(failed.ended).toHaveLength(2);
    expect(collectNotices(fail({}))).toMatchObject([{ problem: 'shop default/sample' }]);
    const solved = reduce(failed, reconciled({ reconcileId: 'r3' }));
    expect([...solved.errors.keys()]).toEqual(['bar default/sample']);
    expect(solved.ended).toMatchObject([{ controller: 'bar', error: 'TypeError: no tea' }, { id: 'r3' }]);
    const started = { level: 'info', time: '', msg: 'controller started' };
    expect(reduceAll([{ ...started, controller: 'ba' }], solved).errors.size).toBe(1);
    const again = reduceAll([{ ...started, controller: 'bar' }], solved);
    expect([again.errors.size, again.ended.map(({ id }) => id)]).toEqual([0, ['r3']]);
  });

  it('drops the error of a watch once the caches are warm, as after a new conversion', () => {
    const err = { type: 'ApiError', message: 'connection refused' };
    const watch = { level: 'warn', time: '', msg: 'watch failed, retrying', kind: 'Shop.example.com', err };
    const text = 'watch failed, retrying: ApiError: connection refused';
    expect(collectNotices([watch, watch])).toMatchObject([{ text, problem: 'watch: Shop.example.com' }]);
    const failed = reduceAll([watch]);
    expect(failed.errors.size).toBe(1);
    expect(reduce(failed, { level: 'info', time: '', msg: 'caches are warm' }).errors.size).toBe(0);
  });

  it('prints warnings and what the author logs, but not what the screen shows', () => {
    const lines = [
      line('brewing'),
      { level: 'info', time: '', msg: 'polled', trigger: 'poll' },
      line('emitted an event', { level: 'warn', reason: 'NoBeans', note: 'buy some' }),
      { level: 'warn', time: '', msg: 'a watch failed' },
      { level: 'info', time: '', msg: 'controller started' },
      line('created a child', { child: 'Service', name: 'default/sample' }),
      line('sent', { level: 'debug' }),
    ];
    expect(collectNotices(lines).map(({ text }) => text)).toEqual([
      'brewing',
      'polled',
      'emitted an event: NoBeans buy some',
      'a watch failed',
    ]);
  });
});

describe('a line of the output', () => {
  it.each(['hello', '{"a":1}', '{"level":30,"msg":"of pino"}', '{"level":"info"}', '{"level":"info","msg":'])(
    'is not of the log: %s',
    (text) => {
      expect(parseLine(text)).toBeUndefined();
    },
  );

  it('is of the log if it has a level and a message', () => {
    expect(parseLine('{"level":"info","msg":"brewing"}')).toEqual({ level: 'info', msg: 'brewing' });
  });
});
