import { beforeAll, describe, expect, it } from 'vitest';

import { ScheduledEcho } from '../../../operator/src/kubewright.ts';
import { CronJob, Job } from '../../../operator/runtime/src/kinds/index.ts';
import { toKey } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { formatFieldManager, listOwnPointers } from '../support/applied-fields.ts';
import { untilWithoutResync } from '../support/until-without-resync.ts';
import { type Mark, createMark, listRequests, listWrites } from '../support/requests.ts';
import { restartOperator, runWithoutOperator } from '../support/restart.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { useScope } from '../support/use-scope.ts';
import {
  apply,
  findCronJob,
  buildEcho,
  awaitEcho,
  findJob,
  awaitNewJob,
  printing,
  buildScheduledEcho,
  awaitScheduledEcho,
  getEcho,
  type StoredEcho,
} from './echos.ts';
import { createUpstreamCronJob, createUpstreamJob } from './upstream-samples.ts';
import { listPods, readOutput } from './pods.ts';

describe('a takeover from the upstream operator', () => {
  const scope = useScope(printing);

  let since: Mark;
  let cronJob: CronJob;

  async function leave(name: string, make: (one: StoredEcho) => Promise<unknown>): Promise<void> {
    await apply(scope(), buildEcho(scope(), name, 'Hola'));
    await make(await getEcho(scope(), name));
  }

  const completed = (name: string): Promise<unknown> =>
    until('the Job is complete', async () => (await findJob(scope(), name))?.status?.succeeded === 1);

  beforeAll(async () => {
    const namespace = scope().operator.namespace;
    await runWithoutOperator(scope(), async () => {
      await leave('complete', (one) => createUpstreamJob(scope(), one));
      await leave('unfinished', (one) => createUpstreamJob(scope(), one, { suspend: true }));
      await leave('outdated', (one) => createUpstreamJob(scope(), one, { message: 'before' }));
      await leave('removed', () => Promise.resolve());
      await leave('elsewhere', (one) => createUpstreamJob(scope(), one, { namespace, suspend: true }));
      await apply(scope(), buildScheduledEcho(scope(), 'nightly', { schedule: '0 3 * * *' }));
      const nightly = await scope().client.resource(ScheduledEcho).get(toKey(scope(), 'nightly'));
      cronJob = await createUpstreamCronJob(scope(), nightly, { message: 'outdated' });
      await apply(scope(), buildScheduledEcho(scope(), 'elsewhere'));
      const away = await scope().client.resource(ScheduledEcho).get(toKey(scope(), 'elsewhere'));
      await createUpstreamCronJob(scope(), away, { namespace });
      await completed('complete');
      since = await createMark(scope());
    });
  });

  describe('of an Echo', () => {
    it('a Job that has printed the message is adopted unchanged: nothing is printed again', async () => {
      const { status } = await awaitEcho(scope(), 'complete', 'Echoed');
      const job = (await findJob(scope(), 'complete'))!;
      expect(job.metadata.labels).toMatchObject({ 'app.kubernetes.io/managed-by': 'kubewright' });
      expect(job.spec.template.spec?.containers).toMatchObject([{ name: 'complete', command: ['echo', 'Hola'] }]);
      expect(await listPods(scope(), 'complete')).toHaveLength(1);
      expect(
        listOwnPointers(job, formatFieldManager('echo')).every((pointer) => pointer.startsWith('/metadata/')),
      ).toBe(true);
      expect(status).toMatchObject({
        echoedGeneration: 1,
        succeeded: true,
        completionTime: job.status?.completionTime,
      });
    });

    it('a Job that has yet to print the message is adopted, and its completion counts', async () => {
      await awaitEcho(scope(), 'unfinished', 'Running');
      await scope()
        .client.resource(Job)
        .mergePatch(toKey(scope(), 'unfinished'), { spec: { suspend: false } });
      await awaitEcho(scope(), 'unfinished', 'Echoed');
      expect((await findJob(scope(), 'unfinished'))?.spec.template.spec?.containers[0]?.command).toEqual([
        'echo',
        'Hola',
      ]);
    });

    it('a Job of another message is replaced', async () => {
      await awaitEcho(scope(), 'outdated', 'Echoed');
      const job = (await findJob(scope(), 'outdated'))!;
      expect(job.spec.template.spec?.containers).toMatchObject([{ name: 'echo' }]);
      expect(await readOutput(scope(), 'outdated')).toBe('Hola\n');
    });

    it('BUG-EC-1 a Job in the operator’s namespace is garbage-collected, and a new one in the Echo’s namespace prints', async () => {
      await awaitEcho(scope(), 'elsewhere', 'Echoed');
      expect(await readOutput(scope(), 'elsewhere')).toBe('Hola\n');
      const key = { namespace: scope().operator.namespace, name: 'elsewhere' };
      await until('the Job is deleted', async () => (await scope().client.resource(Job).tryGet(key)) === undefined);
    });

    it('a deleted Job is created again: no status records that the message was printed', async () => {
      const { status } = await awaitEcho(scope(), 'removed', 'Echoed');
      expect(status).toMatchObject({ echoedGeneration: 1, succeeded: true });
      expect(await readOutput(scope(), 'removed')).toBe('Hola\n');
    });

    it('an adopted Job is ours: its labels are restored, and a new message replaces it', async () => {
      const labels = { 'app.kubernetes.io/managed-by': null, 'app.kubernetes.io/name': 'edited' };
      const before = await scope()
        .client.resource(Job)
        .mergePatch(toKey(scope(), 'complete'), { metadata: { labels } });
      await untilWithoutResync('the labels are back', async () => {
        const now = (await findJob(scope(), 'complete'))?.metadata;
        return (
          now?.labels?.['app.kubernetes.io/managed-by'] === 'kubewright' &&
          now.labels['app.kubernetes.io/name'] === 'echo'
        );
      });
      await apply(scope(), buildEcho(scope(), 'complete', 'later'));
      await awaitNewJob(scope(), 'complete', before);
      await awaitEcho(scope(), 'complete', 'Echoed');
      expect(await readOutput(scope(), 'complete')).toBe('later\n');
    });
  });

  it('BUG-EC-1 a CronJob in the operator’s namespace is garbage-collected, and one is created beside its ScheduledEcho', async () => {
    await awaitScheduledEcho(scope(), 'elsewhere', 'Scheduled');
    expect(await findCronJob(scope(), 'elsewhere')).toBeDefined();
    const key = { namespace: scope().operator.namespace, name: 'elsewhere' };
    await until(
      'the CronJob is deleted',
      async () => (await scope().client.resource(CronJob).tryGet(key)) === undefined,
    );
  });

  it('a CronJob is adopted in place: its only container keeps its name and prints as ours do', async () => {
    const name = 'nightly';
    await awaitScheduledEcho(scope(), name, 'Scheduled');
    const { metadata, spec } = (await findCronJob(scope(), name))!;
    expect(metadata.uid).toBe(cronJob.metadata.uid);
    expect(spec.jobTemplate.spec?.template.spec?.containers).toMatchObject([
      { name, image: 'busybox:1.37', command: ['printf', String.raw`%s\n`, 'Hola'] },
    ]);
    expect(spec.jobTemplate.spec?.template.spec?.securityContext).toMatchObject({ runAsNonRoot: true });

    await scope()
      .client.resource(ScheduledEcho)
      .mergePatch(toKey(scope(), name), { spec: { message: 'Adiós' } });
    const after = await untilWithoutResync('the CronJob has the new message', async () => {
      const now = await findCronJob(scope(), name);
      return JSON.stringify(now?.spec).includes('Adiós') && now;
    });
    expect(after.spec.jobTemplate.spec?.template.spec?.containers).toHaveLength(1);
    await awaitSettled(scope());
    await restartOperator(scope());
    await awaitSettled(scope());
    const written = listWrites(await listRequests(scope(), since)).filter((write) =>
      write.includes(`cronjobs/${name}`),
    );
    expect(written.filter((write) => write.startsWith('delete'))).toEqual([]);
    expect(written.length).toBeLessThanOrEqual(2);
  });
});
