import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Condition } from '../../base/index.ts';
import { condition, type ConditionInput, tryFindCondition } from '../declare/condition.ts';
import { stalledReasons, stamped, toWarnOf, withProgress } from './conditions.ts';

const why = { reason: 'Because', message: 'It is so.' };
const at = { before: undefined, generation: 3, now: '2026-01-01T00:00:00Z' };
const stored = (type: string, status: Condition['status'], lastTransitionTime: string): Condition => ({
  ...why,
  type,
  status,
  lastTransitionTime,
});

describe('condition', () => {
  it('is True, False or Unknown', () => {
    const statuses = [true, false, undefined].map((holds) => condition('Ready', holds, why).status);
    expect(statuses).toEqual(['True', 'False', 'Unknown']);
    expect(condition('Ready', true, why)).toEqual({ type: 'Ready', status: 'True', ...why });
  });

  it('has a reason in the form that the API server accepts', () => {
    const refusal = { ...why, retry: true };
    expect(condition('Ready', false, refusal)).not.toHaveProperty('retry');
  });

  it('is found by its type', () => {
    const list = [condition('A', true, why), condition('B', false, why)];
    expect(tryFindCondition(list, 'B')).toBe(list[1]);
    expect(tryFindCondition(list, 'C')).toBeUndefined();
    expect(tryFindCondition(undefined, 'A')).toBeUndefined();
  });
});

describe('withProgress', () => {
  const progressOf = (ready: ConditionInput) => {
    const conditions = withProgress([ready]);
    return ['Reconciling', 'Stalled'].map((type) => tryFindCondition(conditions, type)?.status);
  };

  it('adds nothing if Ready is not stated', () => {
    const conditions = [condition('Synced', true, why)];
    expect(withProgress(conditions)).toBe(conditions);
  });

  it('is neither when ready', () => {
    expect(progressOf(condition('Ready', true, why))).toEqual(['False', 'False']);
    // A stalled reason has no effect while Ready is true.
    expect(progressOf(condition('Ready', true, { ...why, reason: 'Invalid' }))).toEqual(['False', 'False']);
  });

  it('is reconciling when Ready is False or Unknown', () => {
    expect(progressOf(condition('Ready', false, why))).toEqual(['True', 'False']);
    expect(progressOf(condition('Ready', undefined, why))).toEqual(['True', 'False']);
    expect(progressOf(condition('Ready', false, { ...why, reason: 'NodePortTaken' }))).toEqual(['True', 'False']);
  });

  it.each(['Invalid', 'NameConflict', 'JobFailed', 'Paused', 'ProgressDeadlineExceeded'])(
    'is stalled when only a person can resolve %s',
    (reason) => {
      expect(progressOf(condition('Ready', false, { ...why, reason }))).toEqual(['False', 'True']);
    },
  );

  it('is reconciling while Pods cannot be created, because that is retried', () => {
    expect(progressOf(condition('Ready', false, { ...why, reason: 'FailedCreate' }))).toEqual(['True', 'False']);
  });

  it('repeats the reason and the message of Ready, so that each is complete', () => {
    const [, reconciling, stalled] = withProgress([condition('Ready', false, why)]);
    expect(reconciling).toEqual({ type: 'Reconciling', status: 'True', ...why });
    expect(stalled).toEqual({
      type: 'Stalled',
      status: 'False',
      reason: 'Because',
      message: 'Reconciliation is in progress; it is retried automatically.',
    });
  });

  it('replaces the stored progress conditions, and leaves the others unchanged', () => {
    const stated = ['Reconciling', 'Available', 'Stalled', 'Ready'].map((type) => condition(type, true, why));
    const types = withProgress(stated).map(({ type }) => type);
    expect(types).toEqual(['Available', 'Ready', 'Reconciling', 'Stalled']);
  });

  // id: conditions-reconcile-while-stalled
  it('is never reconciling and stalled at once', () => {
    const reason = fc.oneof(fc.constantFrom(...stalledReasons), fc.stringMatching(/^[A-Z][a-z]+$/));
    fc.assert(
      fc.property(fc.constantFrom(true, false, undefined), reason, (holds, each) => {
        const progress = progressOf(condition('Ready', holds, { ...why, reason: each }));
        expect(progress.filter((status) => status === 'True')).toHaveLength(holds === true ? 0 : 1);
      }),
    );
  });
});

describe('stamped', () => {
  const ready = condition('Ready', true, why);

  it('has the generation that it was set for', () => {
    expect(stamped([ready], at)).toEqual([{ ...ready, observedGeneration: 3, lastTransitionTime: at.now }]);
    expect(stamped([ready], { ...at, generation: undefined })[0]).not.toHaveProperty('observedGeneration');
  });

  // id: conditions-forget-when
  it('keeps its time while its status stays the same, whatever the reason is', () => {
    const before = [{ ...stored('Ready', 'True', '2020-01-01T00:00:00Z'), reason: 'Other' }];
    expect(stamped([ready], { ...at, before })[0]?.lastTransitionTime).toBe('2020-01-01T00:00:00Z');
  });

  it('has a new time when its status changes, without an effect on others', () => {
    const before = [stored('Ready', 'False', '2020-01-01T00:00:00Z'), stored('Other', 'True', '2021-01-01T00:00:00Z')];
    expect(stamped([ready], { ...at, before })[0]?.lastTransitionTime).toBe(at.now);
  });

  it('does not contain whether it warns', () => {
    expect(stamped([{ ...ready, warns: true }], at)).toEqual(stamped([ready], at));
  });

  it('has its message cut to the limit of the API server', () => {
    const [cut] = stamped([{ ...ready, message: 'x'.repeat(40_000) }], at);
    expect(cut?.message).toHaveLength(32_768);
  });
});

describe('toWarnOf', () => {
  const ready = { ...condition('Ready', false, why), warns: true };
  const now = stamped([ready, condition('Other', false, why)], at);
  const warned = (before: readonly Condition[] | undefined): readonly string[] =>
    toWarnOf([ready, condition('Other', false, why)], { before, now }).map(({ type }) => type);

  it('returns conditions that warn and are new', () => {
    expect(warned(undefined)).toEqual(['Ready']);
    expect(warned([stored('Other', 'False', at.now)])).toEqual(['Ready']);
  });

  it('does not return conditions that were there before', () => {
    expect(warned([stored('Ready', 'False', '2020-01-01T00:00:00Z')])).toEqual([]);
  });

  it('returns conditions with another status, reason or message', () => {
    const before = stored('Ready', 'False', at.now);
    for (const change of [{ status: 'True' as const }, { reason: 'Other' }, { message: 'Other.' }])
      expect(warned([{ ...before, ...change }])).toEqual(['Ready']);
  });
});
