import type { Event, Job } from '@kubewright/runtime';
import { describe, expect, it } from 'vitest';

import type { Echo } from '../../apis/mmontes.io/v1alpha1/echo.ts';
import { someObject, someResource } from '../../../runtime/fixtures/some-object.ts';
import { buildEchoJob } from './desired.ts';
import {
  isAwaitingJob,
  computeJobDeletionTime,
  findFailedCreate,
  wasJustDeleted,
  isEchoed,
  buildEchoStatus,
} from './status.ts';

const at = '2026-01-01T00:00:07Z';
const earlier = '2025-12-31T00:00:00Z';

function buildEcho(status?: Echo['status'], message = 'Hola'): Echo {
  const { metadata } = someResource({ name: 'hello-world', generation: 2 });
  return { apiVersion: 'mmontes.io/v1alpha1', kind: 'Echo', metadata, spec: { message }, ...(status && { status }) };
}

/** Builds a Job for `message`; it has ended if `end` is given. */
function buildJob(end?: { type: string; status?: string; reason?: string; message?: string }, message = 'Hola'): Job {
  const { metadata } = someObject({ name: 'hello-world' });
  const { spec } = buildEchoJob(buildEcho(undefined, message), 'busybox:1.37') as Pick<Job, 'spec'>;
  const conditions = end && [{ status: 'True', lastTransitionTime: at, ...end }];
  return { apiVersion: 'batch/v1', kind: 'Job', metadata, spec, status: { ...(conditions && { conditions }) } };
}

const markTerminating = (one: Job): Job => ({ ...one, metadata: { ...one.metadata, deletionTimestamp: at } });
const failed = {
  type: 'Failed',
  reason: 'BackoffLimitExceeded',
  message: 'Job has reached the specified backoff limit',
};

/** Returns the condition `Ready` as `status reason: message`, and all other fields of the status. */
function readStatus(one: Echo, child?: Job): readonly [ready: string, fields: object] {
  const { conditions = [], ...fields } = buildEchoStatus(one, child);
  expect(conditions.map(({ type }) => type)).toEqual(['Ready']);
  return [conditions.map(({ status, reason, message }) => `${status} ${reason}: ${message}`).join(), fields];
}

describe('the status of an Echo with a Job', () => {
  it('is Running if the Job was just created', () => {
    expect(readStatus(buildEcho(), buildJob())).toEqual([
      'False Running: Job default/hello-world is running.',
      { jobName: 'hello-world' },
    ]);
  });

  it('warns why the Job cannot create a Pod, unless the Job has ended or is terminating', () => {
    const because = (child: Job) => buildEchoStatus(buildEcho(), child, 'exceeded quota').conditions?.[0];
    const refused = { status: 'False', reason: 'FailedCreate', message: 'exceeded quota', emitsWarning: true };
    expect(because(buildJob())).toMatchObject(refused);
    expect(because(buildJob({ type: 'Complete' }))).toMatchObject({ reason: 'Echoed' });
    expect(because(markTerminating(buildJob()))).toMatchObject({ reason: 'Replacing' });
  });

  it('is Running, and reports it, if the Job is suspended', () => {
    const { spec, ...rest } = buildJob();
    const message = 'False Running: Job default/hello-world is suspended.';
    expect(readStatus(buildEcho(), { ...rest, spec: { ...spec, suspend: true } })[0]).toBe(message);
  });

  it.each(['SuccessCriteriaMet', 'FailureTarget', 'Suspended'])(
    'is Running if the Job has the condition %s',
    (type) => {
      expect(readStatus(buildEcho(), buildJob({ type }))[0]).toMatch(/^False Running/);
      expect(readStatus(buildEcho(), buildJob({ type: 'Complete', status: 'False' }))[0]).toMatch(/^False Running/);
    },
  );

  it('is Echoed if the Job is complete, and records the generation and the time', () => {
    expect(readStatus(buildEcho(), buildJob({ type: 'Complete' }))).toEqual([
      'True Echoed: The message has been printed.',
      { jobName: 'hello-world', echoedGeneration: 2, succeeded: true, completionTime: at },
    ]);
  });

  it('has the completion time of the Job', () => {
    const { status, ...complete } = buildJob({ type: 'Complete' });
    const [, fields] = readStatus(buildEcho(), { ...complete, status: { ...status, completionTime: earlier } });
    expect(fields).toMatchObject({ completionTime: earlier });
  });

  it('is JobFailed if the Job has failed for good, and records the reason of the Job', () => {
    expect(readStatus(buildEcho(), buildJob(failed))).toEqual([
      'False JobFailed: Job default/hello-world has failed: BackoffLimitExceeded: Job has reached the specified backoff limit. ' +
        'It is not retried until spec.message changes.',
      { jobName: 'hello-world', echoedGeneration: 2, succeeded: false, completionTime: at },
    ]);
  });

  it('is Replacing if the Job is terminating before its end', () => {
    expect(readStatus(buildEcho(), markTerminating(buildJob()))[0]).toBe(
      'False Replacing: Job default/hello-world is terminating; a new one is created once it no longer exists.',
    );
  });

  it('is still Echoed if the Job is terminating after its end', () => {
    expect(readStatus(buildEcho(), markTerminating(buildJob({ type: 'Complete' })))[0]).toMatch(/^True Echoed/);
  });
});

describe('a message with a recorded result', () => {
  const success = { echoedGeneration: 2, succeeded: true, completionTime: earlier };
  const conditions = [
    {
      type: 'Ready',
      status: 'False' as const,
      reason: 'JobFailed',
      message: 'It was cut off.',
      lastTransitionTime: at,
    },
  ];

  it('BUG-EC-5 stays printed when its Job is deleted', () => {
    expect(readStatus(buildEcho(success))).toEqual(['True Echoed: The message has been printed.', success]);
  });

  it('stays failed when its Job is deleted, with the same message', () => {
    const failure = { ...success, succeeded: false };
    expect(readStatus(buildEcho({ ...failure, conditions }))).toEqual(['False JobFailed: It was cut off.', failure]);
    expect(readStatus(buildEcho(failure))[0]).toMatch(
      /^False JobFailed: Job default\/hello-world has failed: Failed: no message\./,
    );
  });

  it('has the result of its Job as long as the Job exists, regardless of the old status', () => {
    const [ready, fields] = readStatus(
      buildEcho({ ...success, succeeded: false, conditions }),
      buildJob({ type: 'Complete' }),
    );
    expect(ready).toMatch(/^True Echoed/);
    expect(fields).toMatchObject({ succeeded: true, completionTime: at });
    expect(readStatus(buildEcho({ ...success, conditions }), buildJob(failed))[0]).toMatch(/BackoffLimitExceeded/);
  });
});

describe('a changed message', () => {
  const before = { echoedGeneration: 1, succeeded: true, completionTime: earlier };

  it('BUG-EC-3 does not count as printed, and the previous result remains recorded until it has a result', () => {
    expect(readStatus(buildEcho(before), buildJob())).toEqual([
      'False Running: Job default/hello-world is running.',
      { jobName: 'hello-world', ...before },
    ]);
    expect(readStatus(buildEcho(before), buildJob(failed))[1]).toMatchObject({ echoedGeneration: 2, succeeded: false });
  });

  it('waits until the Job of the previous message is deleted, and does not take over its result', () => {
    const old = buildJob({ type: 'Complete' }, 'Adiós');
    expect(readStatus(buildEcho(), old)).toEqual([
      'False Replacing: Job default/hello-world is terminating; a new one is created once it no longer exists.',
      { jobName: 'hello-world' },
    ]);
  });
});

it('an Echo counts as printed only by a result of the current generation', () => {
  const counts = [
    buildEcho(),
    buildEcho({}),
    buildEcho({ echoedGeneration: 1 }),
    buildEcho({ echoedGeneration: 2 }),
  ].map((one) => isEchoed(one));
  expect(counts).toEqual([false, false, false, true]);
});

it('an Echo waits for a new Job if its Job is terminating, prints another message, or was deleted before its end', () => {
  const jobs = [
    buildJob(),
    buildJob({ type: 'Complete' }),
    markTerminating(buildJob()),
    buildJob(undefined, 'Adiós'),
    undefined,
  ];
  expect(jobs.map((one) => isAwaitingJob(buildEcho(), one))).toEqual([false, false, true, true, true]);
  expect(isAwaitingJob(buildEcho({ echoedGeneration: 2 }), undefined)).toBe(false);
  expect(readStatus(buildEcho({ jobName: 'hello-world' }))).toEqual([
    'False Replacing: Job default/hello-world does not exist and is created again within a second.',
    { jobName: '' },
  ]);
});

describe('a deleted Job', () => {
  const now = Date.parse(at);
  const isJustDeleted = (status: NonNullable<Echo['status']>): boolean => wasJustDeleted(buildEcho(status), now);

  it('counts as just deleted until the status records that, and for a second afterwards', () => {
    expect(isJustDeleted({ jobName: 'hello-world' })).toBe(true);
    expect(isJustDeleted({ jobName: '', jobDeletionTime: new Date(now - 999).toISOString() })).toBe(true);
    expect(isJustDeleted({ jobName: '', jobDeletionTime: new Date(now - 1_000).toISOString() })).toBe(false);
  });

  it('does not count as just deleted if there was none, or if the recorded time is in the future', () => {
    expect([
      isJustDeleted({}),
      isJustDeleted({ jobName: '' }),
      isJustDeleted({ jobName: '', jobDeletionTime: '2036-01-01T00:00:07Z' }),
    ]).toEqual([false, false, false]);
  });

  it('has its deletion time recorded, even if the previous status was not written', () => {
    const recorded = { jobDeletionTime: new Date(now).toISOString() };
    expect(
      computeJobDeletionTime(buildEcho({ jobName: 'hello-world' }), { found: undefined, left: undefined, now }),
    ).toEqual(recorded);
    expect(computeJobDeletionTime(buildEcho(), { found: buildJob(), left: undefined, now })).toEqual(recorded);
    expect(computeJobDeletionTime(buildEcho(), { found: undefined, left: undefined, now })).toEqual({});
  });

  it('keeps its deletion time while later Jobs exist', () => {
    const deletedEarlier = { jobName: '', jobDeletionTime: earlier };
    for (const left of [undefined, buildJob()]) {
      expect(buildEchoStatus(buildEcho(deletedEarlier), left)).toMatchObject({ jobDeletionTime: earlier });
      expect(computeJobDeletionTime(buildEcho(deletedEarlier), { found: undefined, left, now })).toEqual({});
    }
  });
});

describe('why the Job has no Pod', () => {
  const failedCreate: Event = {
    ...{ apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: someObject({ name: 'an-event' }).metadata },
    ...{ eventTime: null, reason: 'FailedCreate', note: 'exceeded quota' },
  };
  const events = { failedCreates: { by: () => [failedCreate] }, successfulCreates: { by: () => [] } };

  it('is the message of the event, even while the Job waits after the failure of a Pod', () => {
    expect(findFailedCreate(buildJob(), events)).toBe('Job default/hello-world: exceeded quota');
    expect(findFailedCreate({ ...buildJob(), status: { failed: 1 } }, events)).toContain('exceeded quota');
  });

  it.each<[string, Partial<Job>]>([
    ['whose Pod has succeeded', { status: { succeeded: 1 } }],
    ['with an active Pod', { status: { active: 1 } }],
    ['that is suspended', { spec: { template: {}, suspend: true } }],
    ['with parallelism 0', { spec: { template: {}, parallelism: 0 } }],
  ])('is undefined for a Job %s', (_what, changes) => {
    expect(findFailedCreate({ ...buildJob(), ...changes }, events)).toBeUndefined();
  });
});
