import { describe, expect, it } from 'vitest';

import { someStatefulSet } from '../../../fixtures/some-object.ts';
import type { StatefulSet } from '../../kinds/index.ts';
import { rolloutConditions, getRollout } from './rollout.ts';

const revisions = { currentRevision: 'home-1', updateRevision: 'home-1' };
const complete = { ...revisions, observedGeneration: 2, replicas: 3, updatedReplicas: 3, availableReplicas: 3 };
const updating = { ...complete, updateRevision: 'home-2' };

function formatReady(set: StatefulSet): string | undefined {
  const ready = rolloutConditions(set, 3).find(({ type }) => type === 'Ready');
  return ready && `${ready.status} ${ready.reason}: ${ready.message}`;
}

describe('a StatefulSet', () => {
  it('without a status is rolling out', () => {
    expect(formatReady(someStatefulSet(undefined))).toBe(
      'False RollingOut: StatefulSet default/home is progressing: 0 of 3 updated, 0 of 3 available.',
    );
  });

  it('with all of its Pods is ready', () => {
    const set = someStatefulSet(complete);
    expect(formatReady(set)).toBe(
      'True Ready: StatefulSet default/home has successfully progressed: 3 of 3 updated, 3 of 3 available.',
    );
    expect(getRollout(set, 3)).toMatchObject({ done: true, rolledOut: true, problem: undefined });
  });

  it('is not ready while its status describes the previous template', () => {
    const set = someStatefulSet({ ...complete, observedGeneration: 1 });
    expect(formatReady(set)).toMatch(/^False RollingOut: .*: 0 of 3 updated, 3 of 3 available\.$/);
    expect(getRollout(set, 3)).toMatchObject({ done: false, rolledOut: false });
  });

  it.each([
    ['not all Pods have the newest template', { ...updating, updatedReplicas: 2 }],
    ['a Pod is not available', { ...complete, availableReplicas: 2 }],
    ['a Pod is missing', { ...complete, replicas: 2, updatedReplicas: 2, availableReplicas: 2 }],
    ['a Pod is left', { ...complete, replicas: 4 }],
  ])('is not ready while %s', (_, status) => {
    expect(formatReady(someStatefulSet(status))).toMatch(/^False RollingOut: /);
  });

  it('with a partition is ready once the Pods from there on have the newest template, but not rolled out', () => {
    const strategy = { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } as const;
    expect(formatReady(someStatefulSet({ ...updating, updatedReplicas: 0 }, strategy))).toMatch(
      /^False RollingOut: .*: 0 of 1 updated, 3 of 3 available\.$/,
    );
    const set = someStatefulSet({ ...updating, updatedReplicas: 1 }, strategy);
    expect(formatReady(set)).toMatch(/^True Ready: .*: 1 of 1 updated, 3 of 3 available\.$/);
    expect(getRollout(set, 3)).toMatchObject({ done: true, rolledOut: false });
  });

  it('whose partition is above its Pods updates none', () => {
    const strategy = { rollingUpdate: { partition: 5 } };
    expect(getRollout(someStatefulSet({ ...updating, updatedReplicas: 0 }, strategy), 3).done).toBe(true);
  });
});
