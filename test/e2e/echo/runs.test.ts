import { beforeAll, describe, expect, it } from 'vitest';

import { Echo } from '../../../operator/src/kubewright.ts';
import { Deployment, Job } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf } from '../../support/conditions.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { quotaOfPods } from '../support/pod-quota.ts';
import { type Mark, mark, requestsOf, writesIn } from '../support/requests.ts';
import { whileNoneRuns } from '../support/restart.ts';
import { settled } from '../support/settled.ts';
import { warningsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { apply, echo, echoWith, jobOf, newJobOf, say, simulated, simulatedImage, storedEcho } from './echos.ts';
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

  const remove = (job: Job, propagation: 'Background' | 'Foreground' = 'Background'): Promise<unknown> =>
    scope().client.resource(Job).delete(job.metadata, { propagation });

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

  it('starts again only once its terminating Job no longer exists', async () => {
    const job = await begun('held');
    const jobs = scope().client.resource(Job);
    await jobs.mergePatch(job.metadata, { metadata: { finalizers: ['example.com/held'] } });
    await remove(job);
    await echoWith(scope(), 'held', 'Replacing');
    await settled(scope());
    expect((await jobOf(scope(), 'held'))?.metadata.uid).toBe(job.metadata.uid);
    await jobs.mergePatch(job.metadata, { metadata: { finalizers: null } });
    await newJobOf(scope(), 'held', job);
  });

  it('waits until the Job of the previous message is deleted, and ignores the result of that Job', async () => {
    const job = await ended('replaced', 'first');
    const jobs = scope().client.resource(Job);
    await jobs.mergePatch(job.metadata, { metadata: { finalizers: ['example.com/held'] } });
    await say(scope(), 'replaced', 'second');
    const { status } = await echoWith(scope(), 'replaced', 'Replacing');
    expect(status).toMatchObject({ echoedGeneration: 1 });
    await jobs.mergePatch(job.metadata, { metadata: { finalizers: null } });
    await endPodsOf(scope(), await newJobOf(scope(), 'replaced', job));
    expect((await echoWith(scope(), 'replaced', 'Echoed')).status).toMatchObject({ echoedGeneration: 2 });
  });

  it.each(['Background', 'Foreground'] as const)(
    'does not start again when its Job is deleted after the Job has ended: %s',
    async (propagation) => {
      const name = `kept-${propagation.toLowerCase()}`;
      await remove(await ended(name), propagation);
      await until('the Job is deleted', async () => (await jobOf(scope(), name)) === undefined);
      await settled(scope());
      expect(await jobOf(scope(), name)).toBeUndefined();
      await echoWith(scope(), name, 'Echoed');
    },
  );

  it('does not start again for a terminating Echo', async () => {
    const job = await begun('leaving');
    const echos = scope().client.resource(Echo);
    await echos.mergePatch(keyIn(scope(), 'leaving'), { metadata: { finalizers: ['example.com/kept'] } });
    await echos.delete(keyIn(scope(), 'leaving'), { propagation: 'Background' });
    await remove(job);
    await settled(scope());
    expect(await jobOf(scope(), 'leaving')).toBeUndefined();
    await echos.mergePatch(keyIn(scope(), 'leaving'), { metadata: { finalizers: null } });
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

  describe('while no operator runs', () => {
    const before = new Map<string, Job>();
    let since: Mark;

    async function setImage(image: string): Promise<void> {
      const { client, operator } = scope();
      const key = { namespace: operator.namespace, name: 'kubewright' };
      const { spec } = await client.resource(Deployment).get(key);
      const index = spec.template.spec?.containers[0]?.env?.findIndex(({ name }) => name === 'ECHO_IMAGE') ?? -1;
      const path = `/spec/template/spec/containers/0/env/${String(index)}/value`;
      await client.resource(Deployment).jsonPatch(key, [
        { op: 'test', path, value: simulatedImage },
        { op: 'replace', path, value: image },
      ]);
    }

    beforeAll(async () => {
      const jobs = await Promise.all([
        ...[begun('running'), begun('ends'), ended('done'), ended('changed'), ended('back', 'A'), failed('failed')],
      ]);
      for (const job of jobs) before.set(job.metadata.name, job);
      await settled(scope());
      since = await mark(scope());
      await whileNoneRuns(scope(), async () => {
        await setImage('simulated.kubewright.dev/running:2');
        await say(scope(), 'changed', 'later');
        await say(scope(), 'back', 'B');
        await say(scope(), 'back', 'A');
        await remove((await jobOf(scope(), 'failed'))!);
        await endPodsOf(scope(), before.get('ends')!);
        await until('the Job is complete', async () => (await jobOf(scope(), 'ends'))?.status?.succeeded === 1);
      });
      await settled(scope());
    });

    const uidOf = async (name: string) => (await jobOf(scope(), name))?.metadata.uid;

    it('ECHO_IMAGE may change: Jobs that run or have run stay as they are', async () => {
      for (const name of ['running', 'done']) {
        expect(await uidOf(name)).toBe(before.get(name)?.metadata.uid);
        const written = writesIn(await requestsOf(scope(), since));
        expect(written.filter((write) => new RegExp(String.raw`/${name}\b`).test(write))).toEqual([]);
      }
      const { spec } = await begun('newer');
      expect(spec.template.spec?.containers[0]?.image).toBe('simulated.kubewright.dev/running:2');
    });

    it('BUG-EC-6 the message may change: the new message is printed', async () => {
      const job = await newJobOf(scope(), 'changed', before.get('changed'));
      expect(job.spec.template.spec?.containers[0]?.command).toContain('later');
    });

    it('the message may change and change back: nothing is printed again', async () => {
      const { status } = await echoWith(scope(), 'back', 'Echoed');
      expect(await uidOf('back')).toBe(before.get('back')?.metadata.uid);
      expect(status).toMatchObject({ echoedGeneration: 3, succeeded: true });
    });

    it('its Job may end: the result is recorded, and deleting the Job then starts no other', async () => {
      await echoWith(scope(), 'ends', 'Echoed');
      await remove(before.get('ends')!);
      await settled(scope());
      expect(await uidOf('ends')).toBeUndefined();
    });

    it('its failed Job may be deleted: the Echo stays failed until its message changes', async () => {
      const { status, metadata, ...now } = await echoWith(scope(), 'failed', 'JobFailed');
      expect(await uidOf('failed')).toBeUndefined();
      expect(status?.conditions?.find(({ type }) => type === 'Ready')?.message).toContain('DeadlineExceeded');
      expect(await warningsAbout(scope(), { metadata, ...now })).toEqual(['JobFailed ×1']);
      await say(scope(), 'failed', 'another');
      await endPodsOf(scope(), await newJobOf(scope(), 'failed'));
      await echoWith(scope(), 'failed', 'Echoed');
      expect((await storedEcho(scope(), 'failed')).status).toMatchObject({ echoedGeneration: 2, succeeded: true });
    });
  });
});
