import { beforeEach, describe, expect, it } from 'vitest';

import type { Echo } from '../../apis/mmontes.io/v1alpha1/echo.ts';
import type { Desired, Event, Job, StatusInput } from '@kubewright/runtime';
import { someObject } from '../../../runtime/fixtures/some-object.ts';
import { jobEvents } from '../parts/testing/job-events.ts';
import type { Context } from './dependencies.ts';
import { jobFor } from './desired.ts';
import { reconcile } from './reconcile.ts';

const at = '2026-01-01T00:00:07Z';
const settings = { echoImage: 'busybox:1.37' };

type Status = StatusInput<NonNullable<Echo['status']>>;

/** A Job as the cluster has it: in the cache if it carries our label. */
interface Stored {
  readonly job: Job;
  readonly labelled: boolean;
}

let stored: Stored | undefined;
/** What was asked of the cluster. */
let calls: string[];
/** Whether what is deleted goes at once. */
let goesAtOnce: boolean;
let changedMeanwhile: boolean;
/** What was told of Jobs without Pods. */
let events: readonly Event[];
let now: number;
let status: Status | undefined;

beforeEach(() => {
  [stored, calls, goesAtOnce, changedMeanwhile, status] = [undefined, [], true, false, undefined];
  now = Date.parse(at);
  events = [];
});

function called<T>(call: string, answer: T): Promise<T> {
  calls.push(call);
  return Promise.resolve(answer);
}

const jobs = {
  get: () => (stored?.labelled === true ? stored.job : undefined),
  getLive: () => called('getLive', stored?.job),
  apply(desired: Desired<Job>) {
    stored = { job: made(desired), labelled: true };
    return called('apply', stored.job);
  },
  keep() {
    if (stored === undefined) throw new Error('nothing is there to be kept');
    stored = { ...stored, labelled: true };
    return called('keep', stored.job);
  },
  delete() {
    if (goesAtOnce) stored = undefined;
    return called('delete', goesAtOnce);
  },
  list: () => [],
  listAll: () => [],
};

function made(desired: Desired<Job>): Job {
  const { spec } = desired as Pick<Job, 'spec'>;
  return { ...someObject({ name: desired.metadata.name }), apiVersion: 'batch/v1', kind: 'Job', spec };
}

function echo(message = 'Hola', before?: Echo['status']): Echo {
  const { metadata } = someObject({ name: 'hello-world', generation: 2 });
  return {
    apiVersion: 'mmontes.io/v1alpha1',
    kind: 'Echo',
    metadata,
    spec: { message },
    ...(before && { status: before }),
  };
}

function jobOf(message: string, end?: 'Complete' | 'Failed', image = 'old:1'): Job {
  const conditions = end && [{ type: end, status: 'True', lastTransitionTime: at }];
  return { ...made(jobFor(echo(message), image)), status: { ...(conditions && { conditions }) } };
}

/** Refused by the API server if the Echo has changed since it was read. */
async function save(next: Status): Promise<void> {
  await called(`save ${next.conditions?.[0]?.reason ?? ''}`, undefined);
  if (changedMeanwhile) throw new Error('conflict');
}

/** One run, and then how it is: `Ready` as text. */
async function run(one: Echo = echo()): Promise<string> {
  const ended = await reconcile(one, {
    jobs,
    ...jobEvents(...events),
    settings,
    status: { set: (next: Status) => void (status = next), save },
    clock: { now: () => now },
  } as unknown as Context).then(
    ({ kind }) => kind,
    (error: unknown) => String(error),
  );
  const [ready] = status?.conditions ?? [];
  return `${ready?.reason ?? ''}, ${ended}`;
}

const echoed = (succeeded: boolean) => ({ echoedGeneration: 2, succeeded, completionTime: at });

describe('an Echo without a Job', () => {
  it('gets one with the image that is set, after a live look', async () => {
    expect(await run()).toBe('Running, awaitChange');
    expect(calls).toEqual(['getLive', 'apply']);
    expect(stored?.job.spec.template.spec?.containers[0]?.image).toBe('busybox:1.37');
  });

  it('BUG-EC-5 gets none any more once its message was printed', async () => {
    expect(await run(echo('Hola', echoed(true)))).toBe('Echoed, awaitChange');
    expect(calls).toEqual(['getLive']);
  });

  it('gets none any more either once its Job has failed for good', async () => {
    expect(await run(echo('Hola', echoed(false)))).toMatch(
      /^JobFailed, OperatorError.*JobFailed: Job hello-world has failed/,
    );
    expect(calls).toEqual(['getLive']);
  });

  it('gets one for a message that is newer than the one that was printed', async () => {
    await run(echo('Hola', { ...echoed(true), echoedGeneration: 1 }));
    expect(calls).toEqual(['getLive', 'apply']);
  });

  it('BUG-EC-5 that has lost it gets another one a second later, when Kubernetes has forgotten the last', async () => {
    expect(await run(echo('Hola', { jobName: 'hello-world' }))).toBe('Replacing, checkAgain');
    expect(calls.splice(0)).toEqual(['getLive']);
    expect(status).toMatchObject({ jobName: '', jobDeletionTime: new Date(now).toISOString() });
    now += 999;
    expect(await run(echo('Hello', status as Echo['status']))).toBe('Replacing, checkAgain');
    expect(calls.splice(0)).toEqual(['getLive']);
    now += 1;
    expect(await run(echo('Hello', status as Echo['status']))).toBe('Running, awaitChange');
    expect(calls).toEqual(['getLive', 'apply']);
  });
});

describe('an Echo with the Job of its message', () => {
  it('keeps it as it was made, also with another image than is set now', async () => {
    stored = { job: jobOf('Hola'), labelled: true };
    expect(await run()).toBe('Running, awaitChange');
    expect(calls).toEqual(['keep']);
  });

  it('keeps one that the original made, too, instead of printing the message again', async () => {
    for (const message of ['Hola', '$(HOME)']) {
      const containers = [{ name: 'hello-world', image: 'busybox:1.33.1', command: ['echo', message] }];
      const job = { ...jobOf('', 'Complete'), spec: { template: { spec: { containers } } } };
      stored = { job, labelled: false };
      expect(await run(echo(message))).toBe('Echoed, awaitChange');
      expect(calls.splice(0)).toEqual(['getLive', 'keep']);
    }
  });

  it('says why that has no Pod, for as long as it has none', async () => {
    const job = jobOf('Hola');
    const { name, namespace, uid } = job.metadata;
    const note = 'Error creating: exceeded quota';
    const regarding = { name, namespace: namespace ?? '', uid };
    events = [
      { ...someObject({ name: 'an-event' }), kind: 'Event', reason: 'FailedCreate', eventTime: null, note, regarding },
    ];
    stored = { job, labelled: true };
    expect(await run()).toBe('FailedCreate, awaitChange');
    stored = { job: { ...job, status: { active: 1 } }, labelled: true };
    expect(await run()).toBe('Running, awaitChange');
  });

  it('records that it is complete', async () => {
    stored = { job: jobOf('Hola', 'Complete'), labelled: true };
    expect(await run()).toBe('Echoed, awaitChange');
    expect(status).toMatchObject(echoed(true));
  });

  it('records that it has failed for good, and waits for a change', async () => {
    stored = { job: jobOf('Hola', 'Failed'), labelled: true };
    expect(await run()).toMatch(/^JobFailed, OperatorError: .*Job hello-world has failed/);
    expect(status).toMatchObject(echoed(false));
  });

  it('runs nothing again if its message came back before anybody saw that it was another', async () => {
    stored = { job: jobOf('Hola', 'Complete'), labelled: true };
    await run(echo('Hola', { ...echoed(true), echoedGeneration: 0 }));
    expect(calls).toEqual(['keep']);
    expect(status?.echoedGeneration).toBe(2);
  });

  it('that is being deleted looks again, because the end of one without our label is not seen', async () => {
    const job = jobOf('Hola');
    stored = { job: { ...job, metadata: { ...job.metadata, deletionTimestamp: at } }, labelled: false };
    expect(await run()).toBe('Replacing, checkAgain');
  });
});

describe('BUG-EC-3 an Echo with the Job of another message', () => {
  it('replaces it, whatever became of it', async () => {
    for (const end of [undefined, 'Complete', 'Failed'] as const) {
      stored = { job: jobOf('Adiós', end), labelled: true };
      expect(await run()).toBe('Replacing, checkAgain');
      now += 1_000;
      expect(await run(echo('Hola', status as Echo['status']))).toBe('Running, awaitChange');
      expect(calls.splice(0)).toEqual(['save Replacing', 'delete', 'getLive', 'apply']);
      expect(stored).toMatchObject({ job: jobFor(echo(), settings.echoImage) });
    }
  });

  it('deletes nothing if it was read before its message changed', async () => {
    changedMeanwhile = true;
    stored = { job: jobOf('newer'), labelled: true };
    expect(await run()).toMatch(/conflict/);
    expect(calls).toEqual(['save Replacing']);
  });

  it('makes the new one only when the old one is gone', async () => {
    goesAtOnce = false;
    stored = { job: jobOf('Adiós', 'Complete'), labelled: true };
    expect(await run()).toBe('Replacing, checkAgain');
    expect(calls).toEqual(['save Replacing', 'delete']);
    expect(status).not.toHaveProperty('succeeded');
    expect(status).toHaveProperty('jobName');
  });
});
