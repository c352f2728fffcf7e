import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Condition } from '../../base/index.ts';
import { condition, tryFindCondition } from '../declare/condition.ts';
import type { StatedCondition } from '../write/index.ts';
import { stalledReasons, stampConditions, listNewWarnings, withProgress } from './conditions.ts';

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

  it('is found in the status of an object', () => {
    const conditions = [condition('A', true, why), condition('B', false, why)];
    expect(tryFindCondition({ status: { conditions } }, 'B')).toBe(conditions[1]);
    expect(tryFindCondition({ status: { conditions } }, 'C')).toBeUndefined();
    const without: readonly Parameters<typeof tryFindCondition>[0][] = [{ status: {} }, { status: undefined }, {}];
    expect(without.map((object) => tryFindCondition(object, 'A'))).toEqual([undefined, undefined, undefined]);
  });
});

describe('withProgress', () => {
  const listed = (conditions: readonly StatedCondition[]) =>
    withProgress(conditions).map(({ type, status }) => `${type}=${status}`);

  it('adds nothing if Ready is not set', () => {
    const conditions = [condition('Synced', true, why)];
    expect(withProgress(conditions)).toBe(conditions);
  });

  it('adds neither Reconciling nor Stalled when Ready is True', () => {
    expect(listed([condition('Ready', true, why)])).toEqual(['Ready=True']);
    // A stalled reason has no effect while Ready is true.
    expect(listed([condition('Ready', true, { ...why, reason: 'Invalid' })])).toEqual(['Ready=True']);
  });

  it('adds Reconciling when Ready is False or Unknown', () => {
    expect(listed([condition('Ready', false, why)])).toEqual(['Ready=False', 'Reconciling=True']);
    expect(listed([condition('Ready', undefined, why)])).toEqual(['Ready=Unknown', 'Reconciling=True']);
    for (const reason of ['NodePortTaken', 'FailedCreate'])
      expect(listed([condition('Ready', false, { ...why, reason })])).toEqual(['Ready=False', 'Reconciling=True']);
  });

  it.each(['Invalid', 'NameConflict', 'JobFailed', 'Paused', 'ProgressDeadlineExceeded'])(
    'is stalled when only a user can resolve %s',
    (reason) => {
      expect(listed([condition('Ready', false, { ...why, reason })])).toEqual(['Ready=False', 'Stalled=True']);
    },
  );

  it('repeats the reason and the message of Ready, so that each is complete', () => {
    const ready = condition('Ready', false, why);
    expect(withProgress([ready])).toEqual([ready, { type: 'Reconciling', status: 'True', ...why }]);
    const stalls = { ...ready, stalls: true };
    expect(withProgress([stalls])).toEqual([stalls, { type: 'Stalled', status: 'True', ...why }]);
  });

  it('replaces the set progress conditions, and leaves the others unchanged', () => {
    const other = { reason: 'Other', message: 'It is otherwise.' };
    const stated = ['Reconciling', 'Available', 'Stalled'].map((type) => condition(type, true, other));
    const [, available] = stated;
    const ready = condition('Ready', true, why);
    expect(withProgress([...stated, ready])).toEqual([available, ready]);
    const waiting = condition('Ready', false, why);
    const reconciling = condition('Reconciling', true, why);
    expect(withProgress([...stated, waiting])).toEqual([available, waiting, reconciling]);
  });

  it('never adds both, and exactly one while Ready is not true', () => {
    const reason = fc.oneof(fc.constantFrom(...stalledReasons), fc.stringMatching(/^[A-Z][a-z]+$/));
    const stalling = fc.constantFrom({}, { stalls: true }, { stalls: false });
    fc.assert(
      fc.property(fc.constantFrom(true, false, undefined), reason, stalling, (holds, each, stalls) => {
        const [, ...progress] = listed([{ ...condition('Ready', holds, { ...why, reason: each }), ...stalls }]);
        expect(progress).toHaveLength(holds === true ? 0 : 1);
        for (const one of progress) expect(['Reconciling=True', 'Stalled=True']).toContain(one);
      }),
    );
  });
});

// The API server parses a status as YAML, and cannot read half of a surrogate pair.
it('a message that is too long is cut between characters', () => {
  const message = `a${'🚀'.repeat(20_000)}`;
  const [cut] = stampConditions([condition('Ready', false, { reason: 'Invalid', message })], at);
  expect(cut?.message.isWellFormed()).toBe(true);
  expect(cut?.message.length).toBeLessThanOrEqual(32_768);
});

describe('listNewWarnings', () => {
  const ready = { ...condition('Ready', false, why), emitsWarning: true };
  const now = stampConditions([ready, condition('Other', false, why)], at);
  const warned = (before: readonly Condition[] | undefined): readonly string[] =>
    listNewWarnings([ready, condition('Other', false, why)], { before, now }).map(({ type }) => type);

  it('returns conditions with another status, reason or message', () => {
    const before = stored('Ready', 'False', at.now);
    for (const change of [{ status: 'True' as const }, { reason: 'Other' }, { message: 'Other.' }])
      expect(warned([{ ...before, ...change }])).toEqual(['Ready']);
  });
});
