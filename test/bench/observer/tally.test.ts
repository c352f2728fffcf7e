import { beforeEach, expect, it } from 'vitest';

import { createNonce, nowMs, type SeenWidget, Tally } from './tally.ts';

let tally: Tally;

beforeEach(() => {
  tally = new Tally();
});

const widget = (name: string, status?: SeenWidget['status'], nonce = 'first'): SeenWidget => ({
  metadata: { name, generation: 1 },
  spec: { nonce },
  ...(status && { status }),
});
const done = { observedGeneration: 1, nonce: 'first', ready: true };
const wanted = { widgets: 2, children: 1 };

it('has converged once all Widgets are up to date and all children exist', () => {
  tally.widget('ADDED', widget('a', done), 0);
  tally.widget('ADDED', widget('b'), 0);
  tally.child('ADDED', 'child of a');
  tally.child('ADDED', 'child of b');
  expect(tally.isConverged(wanted)).toBe(false);
  tally.widget('MODIFIED', widget('b', done), 0);
  expect(tally.isConverged(wanted)).toBe(true);
  tally.child('DELETED', 'child of b');
  expect(tally.isConverged(wanted)).toBe(false);
});

it.each([
  ['is of an older generation', { ...done, observedGeneration: 0 }],
  ['has another nonce', { ...done, nonce: 'older' }],
  ['is not ready', { ...done, ready: false }],
])('a Widget is not up to date if its status %s', (_, status) => {
  tally.widget('ADDED', widget('a', status), 0);
  tally.child('ADDED', 'child');
  expect(tally.isConverged({ widgets: 1, children: 1 })).toBe(false);
});

it('a change is seen when its nonce first is in the status, and is reported once', () => {
  const nonce = createNonce();
  const sentAt = Number(nonce.split(' ')[1]);
  tally.widget('MODIFIED', widget('a', done, nonce), sentAt + 1);
  tally.widget('MODIFIED', widget('a', { ...done, nonce }, nonce), sentAt + 5);
  tally.widget('MODIFIED', widget('a', { ...done, nonce }, nonce), sentAt + 9);
  expect(tally.takeLatencies().map(Math.round)).toEqual([5]);
  expect(tally.takeLatencies()).toEqual([]);
});

it('a change of a Widget that has no status yet is not reported', () => {
  const nonce = createNonce();
  tally.widget('ADDED', widget('a', undefined, nonce), 0);
  tally.widget('MODIFIED', widget('a', { ...done, nonce }, nonce), nowMs());
  expect(tally.takeLatencies()).toEqual([]);
});

it('all processes agree on the time in a nonce', () => {
  expect(Math.abs(nowMs() - Date.now())).toBeLessThan(1_000);
});
