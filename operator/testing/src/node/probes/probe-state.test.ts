import fc from 'fast-check';
import { expect, test } from 'vitest';

import { initialState, nextState, type Outcome, type ProbeState } from './probe-loop.ts';

function after(outcomes: string, state: ProbeState, probe = {}): string {
  const results: string[] = [];
  for (const letter of outcomes) {
    state = nextState(state, letter === 's' ? 'success' : 'failure', probe);
    results.push(state.result[0] ?? '');
  }
  return results.join('');
}

test('with the default thresholds, one success or three consecutive failures change the result', () => {
  expect(after('ffsffsfff', initialState.readiness)).toBe('ffssssssf');
  expect(after('ffsffsfffs', initialState.liveness)).toBe('ssssssssfs');
});

test('a startup probe has no result before it reaches a threshold', () => {
  expect(after('ffs', initialState.startup)).toBe('uus');
  expect(after('fff', initialState.startup)).toBe('uuf');
});

test('successes count only when consecutive', () => {
  expect(after('ssfsss', initialState.readiness, { successThreshold: 3 })).toBe('fffffs');
});

test('with a threshold of one, the result follows each check', () => {
  expect(after('fsfs', initialState.readiness, { failureThreshold: 1 })).toBe('fsfs');
});

test('the result changes only after a threshold of consecutive checks', () => {
  const outcome = fc.constantFrom<Outcome>('success', 'failure');
  const threshold = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(fc.array(outcome), threshold, threshold, (outcomes, successThreshold, failureThreshold) => {
      let state: ProbeState = initialState.startup;
      for (const [index, now] of outcomes.entries()) {
        const before = state;
        state = nextState(state, now, { successThreshold, failureThreshold });
        const needed = now === 'success' ? successThreshold : failureThreshold;
        const row = outcomes.slice(Math.max(0, index + 1 - needed), index + 1);
        const reached = row.length === needed && row.every((one) => one === now);
        expect(state.result).toBe(reached ? now : before.result);
      }
    }),
  );
});
