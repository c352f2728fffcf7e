import { describe, expect, it } from 'vitest';

import { someDeployment, someObject } from '../../../fixtures/some-object.ts';
import type { KubeObject } from '../../base/index.ts';
import type { Deployment } from '../../kinds/index.ts';
import type { ConditionInput } from '../declare/condition.ts';
import { rolloutConditions, getRollout } from './rollout.ts';

/** The message of each condition, by `Type=status reason`. */
function formatConditions(stated: readonly ConditionInput[]): Record<string, string> {
  return Object.fromEntries(
    stated.map(({ type, ...rest }) => [type, `${rest.status} ${rest.reason}: ${rest.message}`]),
  );
}

function formatRollout(wanted: number, status: Deployment['status']): Record<string, string> {
  return formatConditions(rolloutConditions(someDeployment(status), wanted));
}

const complete = { observedGeneration: 2, replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 };

describe('a rollout', () => {
  it('that has not started is in progress, with no Pod', () => {
    expect(formatRollout(3, undefined)).toEqual({
      Available: 'False PodsMissing: Deployment default/home has 0 of 3 replicas available.',
      Progressing: 'True RollingOut: Deployment default/home is progressing: 0 of 3 updated, 0 of 3 available.',
      Ready: 'False RollingOut: Deployment default/home is progressing: 0 of 3 updated, 0 of 3 available.',
    });
  });

  it('with some of its Pods is in progress', () => {
    const some = { observedGeneration: 2, replicas: 3, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 1 };
    expect(formatRollout(3, some)).toEqual({
      Available: 'False PodsMissing: Deployment default/home has 1 of 3 replicas available.',
      Progressing: 'True RollingOut: Deployment default/home is progressing: 2 of 3 updated, 1 of 3 available.',
      Ready: 'False RollingOut: Deployment default/home is progressing: 2 of 3 updated, 1 of 3 available.',
    });
  });

  it('with all of its Pods is complete', () => {
    expect(formatRollout(3, complete)).toEqual({
      Available: 'True AllAvailable: Deployment default/home has 3 of 3 replicas available.',
      Progressing:
        'False Complete: Deployment default/home has successfully progressed: 3 of 3 updated, 3 of 3 available.',
      Ready: 'True Ready: Deployment default/home has successfully progressed: 3 of 3 updated, 3 of 3 available.',
    });
  });

  it('is incomplete while Pods of the old template run next to the new ones', () => {
    const surge = { ...complete, replicas: 4, readyReplicas: 4, availableReplicas: 4 };
    expect(formatRollout(3, surge)).toEqual({
      Available: 'True AllAvailable: Deployment default/home has 3 of 3 replicas available.',
      Progressing:
        'True RollingOut: Deployment default/home is progressing: 3 of 3 updated, 3 of 3 available, 1 pending termination.',
      Ready:
        'False RollingOut: Deployment default/home is progressing: 3 of 3 updated, 3 of 3 available, 1 pending termination.',
    });
  });

  it('counts no Pod as pending termination before all new ones exist', () => {
    const surge = { ...complete, replicas: 4, updatedReplicas: 1 };
    expect(formatRollout(3, surge)['Progressing']).toBe(
      'True RollingOut: Deployment default/home is progressing: 1 of 3 updated, 3 of 3 available.',
    );
  });

  it('does not contradict the minimum availability that the Deployment itself reports', () => {
    const enough = { ...complete, conditions: [{ type: 'Available', status: 'True' as const }] };
    expect(formatRollout(4, enough)['Available']).toBe(
      'False PodsMissing: Deployment default/home has 3 of 4 replicas available.',
    );
  });

  it('is incomplete while an unavailable old Pod remains', () => {
    expect(formatRollout(3, { ...complete, replicas: 4 })['Ready']).toMatch(/^False RollingOut/);
  });

  it('is incomplete while only old Pods serve', () => {
    const old = { ...complete, updatedReplicas: 0 };
    expect(formatRollout(3, old)).toMatchObject({
      Available: expect.stringMatching(/^True/) as string,
      Ready: 'False RollingOut: Deployment default/home is progressing: 0 of 3 updated, 3 of 3 available.',
    });
  });

  it('is incomplete before the Deployment controller has observed the newest template', () => {
    expect(formatRollout(3, { ...complete, observedGeneration: 1 })).toEqual({
      Available: 'True AllAvailable: Deployment default/home has 3 of 3 replicas available.',
      Progressing: 'True RollingOut: Deployment default/home is progressing: 0 of 3 updated, 3 of 3 available.',
      Ready: 'False RollingOut: Deployment default/home is progressing: 0 of 3 updated, 3 of 3 available.',
    });
  });

  it('to fewer Pods is incomplete before the others are deleted', () => {
    expect(formatRollout(2, complete)['Ready']).toMatch(/: 2 of 2 updated, 2 of 2 available, 1 pending termination\.$/);
  });
});

describe('a Deployment with no desired Pods', () => {
  it('is ready when none is left', () => {
    expect(formatRollout(0, { observedGeneration: 2 })).toEqual({
      Available: 'True AllAvailable: Deployment default/home has 0 of 0 replicas available.',
      Progressing:
        'False Complete: Deployment default/home has successfully progressed: 0 of 0 updated, 0 of 0 available.',
      Ready: 'True Ready: Deployment default/home has successfully progressed: 0 of 0 updated, 0 of 0 available.',
    });
  });

  it('is not ready while one is left', () => {
    expect(formatRollout(0, { observedGeneration: 2, replicas: 1 })['Ready']).toMatch(/^False/);
  });
});

describe('a rollout that makes no progress', () => {
  const exceeded = {
    type: 'Progressing',
    status: 'False' as const,
    reason: 'ProgressDeadlineExceeded',
    message: 'ReplicaSet "home-1" has timed out progressing.',
  };

  it('is reported with the reason and message of the Deployment', () => {
    const stuck = { ...complete, availableReplicas: 2, conditions: [exceeded] };
    expect(formatRollout(3, stuck)).toEqual({
      Available: 'False PodsMissing: Deployment default/home has 2 of 3 replicas available.',
      Progressing:
        'False ProgressDeadlineExceeded: Deployment default/home: ReplicaSet "home-1" has timed out progressing.',
      Ready: 'False ProgressDeadlineExceeded: Deployment default/home: ReplicaSet "home-1" has timed out progressing.',
    });
  });

  it('is not reported while the Deployment controller has not observed the newest template', () => {
    const before = { ...complete, observedGeneration: 1, conditions: [exceeded] };
    expect(formatRollout(3, before)['Progressing']).toBe(
      'True RollingOut: Deployment default/home is progressing: 0 of 3 updated, 3 of 3 available.',
    );
  });

  it('has a reason and a message even if the Deployment gives none', () => {
    const silent = {
      ...complete,
      availableReplicas: 2,
      conditions: [{ type: 'Progressing', status: 'False' as const }],
    };
    expect(formatRollout(3, silent)['Progressing']).toBe('False Stuck: Deployment default/home does not progress.');
  });

  it('is not reported while the Deployment reports progress', () => {
    const going = { ...complete, updatedReplicas: 1, conditions: [{ ...exceeded, status: 'True' as const }] };
    expect(formatRollout(3, going)['Progressing']).toBe(
      'True RollingOut: Deployment default/home is progressing: 1 of 3 updated, 3 of 3 available.',
    );
  });
});

describe('the problem of a rollout', () => {
  const exceeded = {
    type: 'Progressing',
    status: 'False' as const,
    reason: 'ProgressDeadlineExceeded',
    message: 'Late.',
  };
  const failed = { type: 'ReplicaFailure', status: 'True' as const, reason: 'FailedCreate', message: 'Quota.' };
  const getProblem = (status: Deployment['status']): unknown => getRollout(someDeployment(status), 3).problem;

  it('is absent while the rollout makes progress, or is complete', () => {
    expect(getProblem(undefined)).toBeUndefined();
    expect(getProblem({ ...complete, availableReplicas: 1 })).toBeUndefined();
    expect(getProblem({ ...complete, conditions: [{ ...exceeded, status: 'True' }] })).toBeUndefined();
    expect(getProblem({ ...complete, conditions: [{ ...failed, status: 'False' }] })).toBeUndefined();
  });

  it('is a rollout that makes no progress', () => {
    const reason = { reason: 'ProgressDeadlineExceeded', message: 'Deployment default/home: Late.' };
    expect(getProblem({ ...complete, conditions: [exceeded] })).toEqual(reason);
  });

  it('is that Pods cannot be created, which is also why the rollout makes no progress', () => {
    const reason = { reason: 'FailedCreate', message: 'Deployment default/home: Quota.' };
    expect(getProblem({ ...complete, conditions: [exceeded, failed] })).toEqual(reason);
  });

  it('has a reason and a message even if the Deployment gives none', () => {
    expect(getProblem({ ...complete, conditions: [{ type: 'ReplicaFailure', status: 'True' }] })).toEqual({
      reason: 'ReplicaFailure',
      message: 'Deployment default/home: Pods cannot be created.',
    });
  });

  it('is not the report about the previous template', () => {
    expect(getProblem({ ...complete, observedGeneration: 1, conditions: [exceeded, failed] })).toBeUndefined();
  });
});

describe('the newest template', () => {
  const progressing = { type: 'Progressing', status: 'True' as const, reason: 'NewReplicaSetAvailable' };

  it('has been rolled out once all Pods had it, even if one is missing now', () => {
    const status = { ...complete, availableReplicas: 2, conditions: [progressing] };
    expect(getRollout(someDeployment(status), 3).rolledOut).toBe(true);
  });

  it('has not been rolled out while the Deployment still replaces Pods, or has not observed it', () => {
    const going = { ...complete, conditions: [{ ...progressing, reason: 'ReplicaSetUpdated' }] };
    const unobserved = { ...complete, observedGeneration: 1, conditions: [progressing] };
    expect([going, unobserved].map((status) => getRollout(someDeployment(status), 3).rolledOut)).toEqual([
      false,
      false,
    ]);
  });
});

describe('a terminating child', () => {
  const deletionTimestamp = '2026-01-01T00:00:00Z';
  const service = (metadata: object): KubeObject => ({
    ...{ apiVersion: 'v1', kind: 'Service' },
    metadata: { ...someObject({ name: 'home-service' }).metadata, ...metadata },
  });
  const exceeded = { type: 'Progressing', status: 'False' as const, reason: 'ProgressDeadlineExceeded' };
  const going = 'Replacing: Deployment default/home is terminating; a new one is created once it no longer exists.';

  it('makes the rollout incomplete for any number of Pods', () => {
    expect(getRollout(someDeployment(complete), 3).done).toBe(true);
    expect(getRollout(someDeployment(complete, { deletionTimestamp }), 3).done).toBe(false);
  });

  it('is reported instead of other problems of the Deployment', () => {
    for (const status of [complete, { ...complete, replicas: 1, conditions: [exceeded] }]) {
      expect(formatConditions(rolloutConditions(someDeployment(status, { deletionTimestamp }), 3))).toEqual({
        Available: 'True AllAvailable: Deployment default/home has 3 of 3 replicas available.',
        Progressing: `True ${going}`,
        Ready: `False ${going}`,
      });
    }
  });

  it('is reported if it is another child than the Deployment', () => {
    expect(
      formatConditions(rolloutConditions(someDeployment(complete), 3, [service({}), service({ deletionTimestamp })])),
    ).toEqual({
      ...formatRollout(3, complete),
      Ready:
        'False Replacing: Service default/home-service is terminating; a new one is created once it no longer exists.',
    });
    expect(rolloutConditions(someDeployment(complete), 3, [service({})])).toEqual(
      rolloutConditions(someDeployment(complete), 3),
    );
  });

  it('does not hide the problem of a rollout', () => {
    const stuck = someDeployment({ ...complete, updatedReplicas: 1, conditions: [{ ...exceeded, message: 'Late.' }] });
    expect(formatConditions(rolloutConditions(stuck, 3, [service({ deletionTimestamp })]))['Ready']).toBe(
      'False ProgressDeadlineExceeded: Deployment default/home: Late.',
    );
  });
});
