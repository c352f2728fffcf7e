import { describe, expect, it } from 'vitest';

import { findLoops } from './find-loops.ts';
import { line, nowMs, reconciled, reduceAll, rewrite } from './log-fixture.ts';

const reply = 'Deployment default/sample: spec.replicas by autoscaler';

function find(causes: readonly string[], waitedMs = 0): readonly object[] {
  const { ended } = reduceAll(causes.flatMap((cause, index) => rewrite(index, cause)));
  return findLoops(ended, nowMs + waitedMs);
}

describe('a write loop', () => {
  it('is a field that is written five times, each time after another change', () => {
    expect(find([reply, reply, reply, reply])).toEqual([]);
    expect(find(Array.from({ length: 6 }, () => reply))).toEqual([
      { object: 'default/sample', what: 'Deployment default/sample', path: 'spec.replicas', times: 6, cause: reply },
    ]);
  });

  it.each(['timer', 'trigger poll', 'retry', 'resync', 'spec.size by kubectl-edit', 'start'])(
    'is not what follows a %s',
    (cause) => {
      expect(find(Array.from({ length: 6 }, () => cause))).toEqual([]);
    },
  );

  it('is not a status that follows its children, but one that somebody else writes', () => {
    const status = (cause: string, id: number) => {
      const common = { reconcileId: `r${String(id)}`, causes: [cause] };
      return [line('wrote the status', { ...common, paths: ['status.size'] }), reconciled(common)];
    };
    const findStatus = (cause: string) =>
      findLoops(reduceAll([1, 2, 3, 4, 5].flatMap((id) => status(cause, id))).ended, nowMs).map(({ path }) => path);
    expect(findStatus('Deployment default/sample: status.replicas by kcm')).toEqual([]);
    expect(findStatus('status.size by another')).toEqual(['status.size']);
  });

  it('ends after twenty seconds without it', () => {
    expect(
      find(
        Array.from({ length: 6 }, () => reply),
        30_000,
      ),
    ).toEqual([]);
  });
});
