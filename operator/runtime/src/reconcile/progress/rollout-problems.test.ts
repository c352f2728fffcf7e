import { describe, expect, it } from 'vitest';

import { someDeployment } from '../../../fixtures/some-object.ts';
import type { Deployment } from '../../kinds/index.ts';
import { tryFindCondition } from '../declare/condition.ts';
import { rolloutConditions, getRollout } from './rollout.ts';

const complete = { observedGeneration: 2, replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 };

describe('Pods that cannot be created', () => {
  const words = (pod: string): string => `pods "${pod}" is forbidden: exceeded quota: none, used: pods=1`;
  const failed = (message: string, reason = 'FailedCreate') => ({
    ...{ ...complete, replicas: 1, updatedReplicas: 1, availableReplicas: 1 },
    conditions: [{ type: 'ReplicaFailure', status: 'True' as const, reason, message }],
  });
  const ready = (status: Deployment['status'], metadata: object = {}) =>
    tryFindCondition(rolloutConditions(someDeployment(status, metadata), 3), 'Ready');

  it('make Ready false, with a warning', () => {
    expect(ready(failed(words('home-5d8b7c9f4-xk2vq')))).toEqual({
      ...{ type: 'Ready', status: 'False', reason: 'FailedCreate', emitsWarning: true },
      message: 'Deployment default/home: pods "home-5d8b7c9f4-*" is forbidden: exceeded quota: none, used: pods=1',
    });
    const conditions = rolloutConditions(someDeployment(failed('Quota.')), 3);
    expect(tryFindCondition(conditions, 'Progressing')).toMatchObject({ status: 'True', reason: 'RollingOut' });
  });

  it('are reported in the same words each time, though each rejected Pod has another name', () => {
    const [first, second] = ['home-5d8b7c9f4-xk2vq', 'home-5d8b7c9f4-7zq9d'].map((pod) => ready(failed(words(pod))));
    expect(first).toEqual(second);
    expect(ready(failed('Pod/default/home-5d8b-xk2vq was blocked.'))?.message).toBe(
      'Deployment default/home: Pod/default/home-5d8b-* was blocked.',
    );
  });

  it('are reported in the same words even if the name is so long that the API server cuts it', () => {
    const name = `h${'o'.repeat(62)}`;
    const pods = ['xk2vq', '7zq9d'].map((random) => `${name.slice(0, 58)}${random}`);
    const [first, second] = pods.map((pod) => ready(failed(words(pod)), { name })?.message);
    expect(first).toBe(`Deployment default/${name}: ${words(`${name.slice(0, 58)}*`)}`);
    expect(second).toBe(first);
  });

  it('are reported without a change of any other name in the message', () => {
    const message = 'serviceaccount "home-agent" of homer-5d8b-xk2vq, home and home-5d8b7c9f4 was not found';
    expect(ready(failed(message))?.message).toBe(`Deployment default/home: ${message}`);
    expect(ready(failed(words('home-5d8b-xk2vq'), 'FailedDelete'))?.message).toBe(
      `Deployment default/home: ${words('home-5d8b-xk2vq')}`,
    );
  });

  it('cause no warning once there are enough Pods', () => {
    const status = { ...complete, conditions: failed('Quota.').conditions };
    expect(ready(status)).toEqual({ ...ready(complete), status: 'True' });
  });
});

describe('a Deployment that is paused', () => {
  const paused = (status: Deployment['status'], spec: object = { paused: true }): Deployment => {
    const whole = someDeployment(status);
    return { ...whole, spec: { ...whole.spec, ...spec } };
  };
  const message = 'Deployment default/home is paused: set its spec.paused to false to resume the rollout.';
  const pausedProblem = { reason: 'Paused', message };
  const waiting = { ...complete, updatedReplicas: 0 };

  it('is reported with a warning while it blocks a rollout', () => {
    expect(rolloutConditions(paused(waiting), 3).slice(1)).toEqual([
      { type: 'Progressing', status: 'False', ...pausedProblem },
      { type: 'Ready', status: 'False', ...pausedProblem, emitsWarning: true },
    ]);
    expect(getRollout(paused(waiting), 3).problem).toEqual(pausedProblem);
    expect(getRollout(paused({ ...complete, replicas: 4 }), 3).problem).toEqual(pausedProblem);
    expect(getRollout(paused({ observedGeneration: 2 }), 3).problem).toEqual(pausedProblem);
  });

  it.each<[string, Deployment]>([
    ['not where all is done', paused(complete)],
    ['not where it scales, which it goes on to do', paused({ ...complete, replicas: 2, updatedReplicas: 2 })],
    ['not before its controller has seen the newest template', paused({ ...waiting, observedGeneration: 1 })],
    ['not where it is not paused', paused(waiting, { paused: false })],
  ])('is not reported %s', (_when, each) => {
    expect(getRollout(each, 3).problem).toBeUndefined();
  });

  it('is not reported if no Pod is desired', () => {
    expect(getRollout(paused({ ...waiting, replicas: 1 }), 0).problem).toBeUndefined();
  });
});
