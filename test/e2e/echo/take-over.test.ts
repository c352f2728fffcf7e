import { beforeAll, describe, expect, it } from 'vitest';

import { ScheduledEcho } from '../../../operator/src/kubewright.ts';
import { CronJob, Job } from '../../../operator/runtime/src/kinds/index.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { fieldManagerOf, ownPointers } from '../support/applied-fields.ts';
import { atOnce } from '../support/at-once.ts';
import { type Mark, mark, requestsOf, writesIn } from '../support/requests.ts';
import { restartOperator, whileNoneRuns } from '../support/restart.ts';
import { settled } from '../support/settled.ts';
import { useScope } from '../support/use-scope.ts';
import {
  apply,
  cronJobOf,
  echo,
  echoWith,
  jobOf,
  newJobOf,
  printing,
  scheduledEcho,
  scheduledEchoWith,
  storedEcho,
  type StoredEcho,
} from './echos.ts';
import { originalCronJob, originalJob } from './originals.ts';
import { podsOf, printedBy } from './pods.ts';

describe('a takeover from the original operator', () => {
  const scope = useScope(printing);

  let since: Mark;
  let cronJob: CronJob;

  async function leave(name: string, make: (one: StoredEcho) => Promise<unknown>): Promise<void> {
    await apply(scope(), echo(scope(), name, 'Hola'));
    await make(await storedEcho(scope(), name));
  }

  const completed = (name: string): Promise<unknown> =>
    until('the Job is complete', async () => (await jobOf(scope(), name))?.status?.succeeded === 1);

  beforeAll(async () => {
    const namespace = scope().operator.namespace;
    await whileNoneRuns(scope(), async () => {
      await leave('complete', (one) => originalJob(scope(), one));
      await leave('unfinished', (one) => originalJob(scope(), one, { suspend: true }));
      await leave('outdated', (one) => originalJob(scope(), one, { message: 'before' }));
      await leave('removed', () => Promise.resolve());
      await leave('elsewhere', (one) => originalJob(scope(), one, { namespace, suspend: true }));
      await apply(scope(), scheduledEcho(scope(), 'nightly', { schedule: '0 3 * * *' }));
      const nightly = await scope().client.resource(ScheduledEcho).get(keyIn(scope(), 'nightly'));
      cronJob = await originalCronJob(scope(), nightly, { message: 'outdated' });
      await apply(scope(), scheduledEcho(scope(), 'elsewhere'));
      const away = await scope().client.resource(ScheduledEcho).get(keyIn(scope(), 'elsewhere'));
      await originalCronJob(scope(), away, { namespace });
      await completed('complete');
      since = await mark(scope());
    });
  });

  describe('of an Echo', () => {
    it('a Job that has printed the message is adopted unchanged: nothing is printed again', async () => {
      const { status } = await echoWith(scope(), 'complete', 'Echoed');
      const job = (await jobOf(scope(), 'complete'))!;
      expect(job.metadata.labels).toMatchObject({ 'app.kubernetes.io/managed-by': 'kubewright' });
      expect(job.spec.template.spec?.containers).toMatchObject([{ name: 'complete', command: ['echo', 'Hola'] }]);
      expect(await podsOf(scope(), 'complete')).toHaveLength(1);
      expect(ownPointers(job, fieldManagerOf('echo')).every((pointer) => pointer.startsWith('/metadata/'))).toBe(true);
      expect(status).toMatchObject({
        echoedGeneration: 1,
        succeeded: true,
        completionTime: job.status?.completionTime,
      });
    });

    it('a Job that has yet to print the message is adopted, and its completion counts', async () => {
      await echoWith(scope(), 'unfinished', 'Running');
      await scope()
        .client.resource(Job)
        .mergePatch(keyIn(scope(), 'unfinished'), { spec: { suspend: false } });
      await echoWith(scope(), 'unfinished', 'Echoed');
      expect((await jobOf(scope(), 'unfinished'))?.spec.template.spec?.containers[0]?.command).toEqual([
        'echo',
        'Hola',
      ]);
    });

    it('a Job of another message is replaced', async () => {
      await echoWith(scope(), 'outdated', 'Echoed');
      const job = (await jobOf(scope(), 'outdated'))!;
      expect(job.spec.template.spec?.containers).toMatchObject([{ name: 'echo' }]);
      expect(await printedBy(scope(), 'outdated')).toBe('Hola\n');
    });

    it('BUG-EC-1 a Job in the operator’s namespace is garbage-collected, and a new one in the Echo’s namespace prints', async () => {
      await echoWith(scope(), 'elsewhere', 'Echoed');
      expect(await printedBy(scope(), 'elsewhere')).toBe('Hola\n');
      const key = { namespace: scope().operator.namespace, name: 'elsewhere' };
      await until('the Job is deleted', async () => (await scope().client.resource(Job).tryGet(key)) === undefined);
    });

    it('a Job that was deleted is created again: no status records that the message was printed', async () => {
      const { status } = await echoWith(scope(), 'removed', 'Echoed');
      expect(status).toMatchObject({ echoedGeneration: 1, succeeded: true });
      expect(await printedBy(scope(), 'removed')).toBe('Hola\n');
    });

    it('an adopted Job is ours from then on: its labels are restored, and a new message replaces it', async () => {
      const labels = { 'app.kubernetes.io/managed-by': null, 'app.kubernetes.io/name': 'edited' };
      const before = await scope()
        .client.resource(Job)
        .mergePatch(keyIn(scope(), 'complete'), { metadata: { labels } });
      await atOnce('the labels are back', async () => {
        const now = (await jobOf(scope(), 'complete'))?.metadata;
        return (
          now?.labels?.['app.kubernetes.io/managed-by'] === 'kubewright' &&
          now.labels['app.kubernetes.io/name'] === 'echo'
        );
      });
      await apply(scope(), echo(scope(), 'complete', 'later'));
      await newJobOf(scope(), 'complete', before);
      await echoWith(scope(), 'complete', 'Echoed');
      expect(await printedBy(scope(), 'complete')).toBe('later\n');
    });
  });

  it('BUG-EC-1 a CronJob in the operator’s namespace is garbage-collected, and one is created beside its ScheduledEcho', async () => {
    await scheduledEchoWith(scope(), 'elsewhere', 'Scheduled');
    expect(await cronJobOf(scope(), 'elsewhere')).toBeDefined();
    const key = { namespace: scope().operator.namespace, name: 'elsewhere' };
    await until(
      'the CronJob is deleted',
      async () => (await scope().client.resource(CronJob).tryGet(key)) === undefined,
    );
  });

  it('a CronJob is adopted in place: its only container keeps its name and prints as ours do', async () => {
    const name = 'nightly';
    await scheduledEchoWith(scope(), name, 'Scheduled');
    const { metadata, spec } = (await cronJobOf(scope(), name))!;
    expect(metadata.uid).toBe(cronJob.metadata.uid);
    expect(spec.jobTemplate.spec?.template.spec?.containers).toMatchObject([
      { name, image: 'busybox:1.37', command: ['printf', String.raw`%s\n`, 'Hola'] },
    ]);
    expect(spec.jobTemplate.spec?.template.spec?.securityContext).toMatchObject({ runAsNonRoot: true });

    await scope()
      .client.resource(ScheduledEcho)
      .mergePatch(keyIn(scope(), name), { spec: { message: 'Adiós' } });
    const after = await atOnce('the CronJob has the new message', async () => {
      const now = await cronJobOf(scope(), name);
      return JSON.stringify(now?.spec).includes('Adiós') && now;
    });
    expect(after.spec.jobTemplate.spec?.template.spec?.containers).toHaveLength(1);
    await settled(scope());
    await restartOperator(scope());
    await settled(scope());
    const written = writesIn(await requestsOf(scope(), since)).filter((write) => write.includes(`cronjobs/${name}`));
    expect(written.filter((write) => write.startsWith('delete'))).toEqual([]);
    expect(written.length).toBeLessThanOrEqual(2);
  });
});
