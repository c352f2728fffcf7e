import { describe, expect, it } from 'vitest';

import { Job } from '../../../operator/runtime/src/kinds/index.ts';
import { findCurrentCondition } from '../../support/conditions.ts';
import { until } from '../../support/until.ts';
import { createPodQuota } from '../support/pod-quota.ts';
import { runWithoutOperator } from '../support/restart.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { listWarnings } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { apply, buildEcho, awaitEcho, findJob, awaitNewJob, setMessage, simulated } from './echos.ts';
import { endPods, countFailures } from './pods.ts';

describe('a run of an Echo', () => {
  const scope = useScope(simulated);

  async function awaitBegun(name: string, message?: string): Promise<Job> {
    await apply(scope(), buildEcho(scope(), name, message));
    await awaitEcho(scope(), name, 'Running');
    return awaitNewJob(scope(), name);
  }

  async function awaitEnded(name: string, message?: string): Promise<Job> {
    const job = await awaitBegun(name, message);
    await endPods(scope(), job);
    await awaitEcho(scope(), name, 'Echoed');
    return job;
  }

  /** Applies an Echo, and waits until its Job fails because it exceeds a deadline of 1 s. */
  async function awaitFailed(name: string): Promise<Job> {
    const job = await awaitBegun(name);
    await scope()
      .client.resource(Job)
      .mergePatch(job.metadata, { spec: { activeDeadlineSeconds: 1 } });
    await awaitEcho(scope(), name, 'JobFailed');
    return job;
  }

  const remove = (job: Job): Promise<unknown> =>
    scope().client.resource(Job).delete(job.metadata, { propagation: 'Background' });

  it('is reported as Running until its Pod has ended', async () => {
    const job = await awaitBegun('waits');
    const running = await awaitEcho(scope(), 'waits', 'Running');
    expect(running.status).toMatchObject({ jobName: 'waits' });
    expect(running.status).not.toHaveProperty('echoedGeneration');
    expect(findCurrentCondition(running, 'Reconciling')?.status).toBe('True');
    await endPods(scope(), job);
    const { status } = await awaitEcho(scope(), 'waits', 'Echoed');
    expect((await findJob(scope(), 'waits'))?.metadata.uid).toBe(job.metadata.uid);
    expect(status).toMatchObject({ echoedGeneration: 1, succeeded: true });
  });

  it('BUG-EC-5 starts again when its Job is deleted before the Job has ended', async () => {
    const job = await awaitBegun('interrupted');
    await remove(job);
    await endPods(scope(), await awaitNewJob(scope(), 'interrupted', job));
    await awaitEcho(scope(), 'interrupted', 'Echoed');
  });

  it('BUG-EC-5 starts again also if its Job is deleted right after its creation', async () => {
    const interrupted = async (name: string): Promise<void> => {
      await apply(scope(), buildEcho(scope(), name));
      const job = await awaitNewJob(scope(), name);
      await remove(job);
      await endPods(scope(), await awaitNewJob(scope(), name, job));
      await awaitEcho(scope(), name, 'Echoed');
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => interrupted(`at-once-${String(index)}`)));
  });

  it('is reported once with the message of the API server if its Pod exceeds a quota, and continues without the quota', async () => {
    const quota = await createPodQuota(scope(), 0);
    await apply(scope(), buildEcho(scope(), 'short'));
    const now = await awaitEcho(scope(), 'short', 'FailedCreate');
    expect(findCurrentCondition(now, 'Ready')?.message).toMatch(
      /^Job \S+\/short: pods "short-\*" is forbidden: exceeded quota: none, requested: pods=1, used: pods=\d+, limited: pods=\d+$/,
    );
    expect(findCurrentCondition(now, 'Stalled')).toBeUndefined();
    await until(
      'the API server has rejected a Pod of the Job again',
      async () => (await countFailures(scope(), 'short')) > 1,
    );
    await awaitSettled(scope());
    expect(await listWarnings(scope(), now)).toEqual(['FailedCreate ×1']);
    await quota[Symbol.asyncDispose]();
    await awaitEcho(scope(), 'short', 'Running');
    const job = await findJob(scope(), 'short');
    if (job === undefined) throw new Error('the Echo has no Job');
    await endPods(scope(), job);
    await awaitEcho(scope(), 'short', 'Echoed');
  });

  it('is reported once with the message of its Job, and is Stalled, if the Job has failed for good', async () => {
    await awaitFailed('failing');
    const now = await awaitEcho(scope(), 'failing', 'JobFailed');
    expect(findCurrentCondition(now, 'Ready')?.message).toContain(
      'DeadlineExceeded: Job was active longer than specified',
    );
    expect(findCurrentCondition(now, 'Stalled')?.status).toBe('True');
    expect(now.status).toMatchObject({ echoedGeneration: 1, succeeded: false, jobName: 'failing' });
    await awaitSettled(scope());
    expect(await listWarnings(scope(), now)).toEqual(['JobFailed ×1']);
  });

  it('BUG-EC-6 gets the message that changed, and the result of the Job that ended, while no operator ran', async () => {
    const [changed, ends] = await Promise.all([awaitEnded('changed'), awaitBegun('ends')]);
    await awaitSettled(scope());
    await runWithoutOperator(scope(), async () => {
      await setMessage(scope(), 'changed', 'later');
      await endPods(scope(), ends);
      await until('the Job is complete', async () => (await findJob(scope(), 'ends'))?.status?.succeeded === 1);
    });
    const job = await awaitNewJob(scope(), 'changed', changed);
    expect(job.spec.template.spec?.containers[0]?.command).toContain('later');
    await awaitEcho(scope(), 'ends', 'Echoed');
    await remove(ends);
    await awaitSettled(scope());
    expect(await findJob(scope(), 'ends')).toBeUndefined();
  });
});
