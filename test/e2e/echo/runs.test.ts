import { describe, expect, it } from 'vitest';

import { Job } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf } from '../../support/conditions.ts';
import { until } from '../../support/until.ts';
import { quotaOfPods } from '../support/pod-quota.ts';
import { whileNoneRuns } from '../support/restart.ts';
import { settled } from '../support/settled.ts';
import { warningsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { apply, echo, echoWith, jobOf, newJobOf, say, simulated } from './echos.ts';
import { endPodsOf, failuresOf } from './pods.ts';

describe('a run of an Echo', () => {
  const scope = useScope(simulated);

  /** Applies an Echo, and waits until its Job runs. */
  async function begun(name: string, message?: string): Promise<Job> {
    await apply(scope(), echo(scope(), name, message));
    await echoWith(scope(), name, 'Running');
    return newJobOf(scope(), name);
  }

  /** Applies an Echo, and waits until it has printed its message. */
  async function ended(name: string, message?: string): Promise<Job> {
    const job = await begun(name, message);
    await endPodsOf(scope(), job);
    await echoWith(scope(), name, 'Echoed');
    return job;
  }

  /** Applies an Echo, and lets its Job fail for good: it exceeds a deadline of 1 s. */
  async function failed(name: string): Promise<Job> {
    const job = await begun(name);
    await scope()
      .client.resource(Job)
      .mergePatch(job.metadata, { spec: { activeDeadlineSeconds: 1 } });
    await echoWith(scope(), name, 'JobFailed');
    return job;
  }

  const remove = (job: Job): Promise<unknown> =>
    scope().client.resource(Job).delete(job.metadata, { propagation: 'Background' });

  it('is reported as Running until its Pod has ended', async () => {
    const job = await begun('waits');
    const running = await echoWith(scope(), 'waits', 'Running');
    expect(running.status).toMatchObject({ jobName: 'waits' });
    expect(running.status).not.toHaveProperty('echoedGeneration');
    expect(conditionOf(running, 'Reconciling')?.status).toBe('True');
    await endPodsOf(scope(), job);
    const { status } = await echoWith(scope(), 'waits', 'Echoed');
    expect((await jobOf(scope(), 'waits'))?.metadata.uid).toBe(job.metadata.uid);
    expect(status).toMatchObject({ echoedGeneration: 1, succeeded: true });
  });

  it('BUG-EC-5 starts again when its Job is deleted before the Job has ended', async () => {
    const job = await begun('interrupted');
    await remove(job);
    await endPodsOf(scope(), await newJobOf(scope(), 'interrupted', job));
    await echoWith(scope(), 'interrupted', 'Echoed');
  });

  it('BUG-EC-5 starts again also if its Job is deleted right after its creation', async () => {
    const interrupted = async (name: string): Promise<void> => {
      await apply(scope(), echo(scope(), name));
      const job = await newJobOf(scope(), name);
      await remove(job);
      await endPodsOf(scope(), await newJobOf(scope(), name, job));
      await echoWith(scope(), name, 'Echoed');
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => interrupted(`at-once-${String(index)}`)));
  });

  it('is reported once with the message of the API server if its Pod exceeds a quota, and continues without the quota', async () => {
    const quota = await quotaOfPods(scope(), 0);
    await apply(scope(), echo(scope(), 'short'));
    const now = await echoWith(scope(), 'short', 'FailedCreate');
    expect(conditionOf(now, 'Ready')?.message).toMatch(
      /^Job \S+\/short: pods "short-\*" is forbidden: exceeded quota: none, requested: pods=1, used: pods=\d+, limited: pods=\d+$/,
    );
    expect(conditionOf(now, 'Stalled')).toBeUndefined();
    await until('the Job was refused a Pod again', async () => (await failuresOf(scope(), 'short')) > 1);
    await settled(scope());
    expect(await warningsAbout(scope(), now)).toEqual(['FailedCreate ×1']);
    await quota[Symbol.asyncDispose]();
    await echoWith(scope(), 'short', 'Running');
    const job = await jobOf(scope(), 'short');
    if (job === undefined) throw new Error('the Echo has no Job');
    await endPodsOf(scope(), job);
    await echoWith(scope(), 'short', 'Echoed');
  });

  it('is reported once with the message of its Job, and is Stalled, if the Job has failed for good', async () => {
    await failed('failing');
    const now = await echoWith(scope(), 'failing', 'JobFailed');
    expect(conditionOf(now, 'Ready')?.message).toContain('DeadlineExceeded: Job was active longer than specified');
    expect(conditionOf(now, 'Stalled')?.status).toBe('True');
    expect(now.status).toMatchObject({ echoedGeneration: 1, succeeded: false, jobName: 'failing' });
    await settled(scope());
    expect(await warningsAbout(scope(), now)).toEqual(['JobFailed ×1']);
  });

  it('BUG-EC-6 gets the message that changed, and the result of the Job that ended, while no operator ran', async () => {
    const [changed, ends] = await Promise.all([ended('changed'), begun('ends')]);
    await settled(scope());
    await whileNoneRuns(scope(), async () => {
      await say(scope(), 'changed', 'later');
      await endPodsOf(scope(), ends);
      await until('the Job is complete', async () => (await jobOf(scope(), 'ends'))?.status?.succeeded === 1);
    });
    const job = await newJobOf(scope(), 'changed', changed);
    expect(job.spec.template.spec?.containers[0]?.command).toContain('later');
    await echoWith(scope(), 'ends', 'Echoed');
    await remove(ends);
    await settled(scope());
    expect(await jobOf(scope(), 'ends')).toBeUndefined();
  });
});
