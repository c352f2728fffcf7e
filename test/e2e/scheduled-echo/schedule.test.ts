import { beforeAll, describe, expect, it } from 'vitest';

import { ScheduledEcho } from '../../../operator/src/kubewright.ts';
import { buildPath, type Status } from '../../../operator/runtime/src/client/index.ts';
import { CronJob } from '../../../operator/runtime/src/kinds/index.ts';
import { findCurrentCondition } from '../../support/conditions.ts';
import { toKey } from '../../support/scope.ts';
import { apply, findCronJob, buildScheduledEcho, awaitScheduledEcho, simulated } from '../echo/echos.ts';
import { untilWithoutResync } from '../support/until-without-resync.ts';
import { createMark, listRejectedWrites, listRequests } from '../support/requests.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { listWarnings } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';

const good = ['* * * * *', '*/7 1-5 1,15 * *', '@midnight', '@every 90s', '0 0 * * SUN', '0 0 ? * ?', '0 0 1 jan *'];
const bad = ['0 0 * * 7', '0 0 L * *', '0 0 * * 5#3', '0 0 0 * * *', 'TZ=UTC 0 0 * * *', '60 * * * *', 'tomorrow', ' '];
const zones = { good: ['UTC', 'Europe/Madrid', 'America/Argentina/Buenos_Aires'], bad: ['Nowhere', 'Local', 'CEST+1'] };

interface Timing {
  readonly schedule: string;
  readonly timeZone?: string;
}

const listTimings = (is: 'good' | 'bad'): readonly Timing[] => [
  ...(is === 'good' ? good : bad).map((schedule) => ({ schedule })),
  ...zones[is].map((timeZone) => ({ schedule: '@daily', timeZone })),
];
const cases = { good: listTimings('good'), bad: listTimings('bad') };
const formatName = (timing: Timing): string =>
  cases.good.includes(timing)
    ? `good-${String(cases.good.indexOf(timing))}`
    : `bad-${String(cases.bad.indexOf(timing))}`;

describe('a schedule', () => {
  const scope = useScope(simulated);

  beforeAll(async () => {
    const all = [...cases.good, ...cases.bad];
    await apply(
      scope(),
      ...all.map((timing) => buildScheduledEcho(scope(), formatName(timing), { ...timing, suspend: true })),
    );
  });

  /**
   * The message with which the API server rejects a CronJob with this timing in a dry run; `undefined` if it accepts
   * the CronJob.
   */
  async function findRejection(timing: Timing): Promise<string | undefined> {
    const { namespace, client } = scope();
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } };
    const spec = { ...timing, jobTemplate: { spec: { template } } };
    const body = { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { namespace, name: formatName(timing) }, spec };
    const path = buildPath(CronJob, { namespace });
    const answer = await client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body });
    return answer.status >= 400 ? (answer.body as Status).message : undefined;
  }

  it.each(cases.good)('is accepted if Kubernetes accepts it: %j', async (timing) => {
    await awaitScheduledEcho(scope(), formatName(timing), 'Suspended');
    // Only a valid request gets this far: the CronJob exists now.
    expect(await findRejection(timing)).toMatch(/already exists/);
    expect((await findCronJob(scope(), formatName(timing)))?.spec).toMatchObject(timing);
  });

  it.each(cases.bad)(
    'BUG-EC-7 is reported as Invalid with the message of Kubernetes if Kubernetes rejects it: %j',
    async (timing) => {
      const words = await findRejection(timing);
      const now = await awaitScheduledEcho(scope(), formatName(timing), 'Invalid');
      expect(words).toMatch(/spec\.(schedule|timeZone): Invalid value/);
      expect(findCurrentCondition(now, 'Ready')?.message).toBe(
        `CronJob ${scope().namespace}/${formatName(timing)}: ${words ?? ''}`,
      );
      expect(findCurrentCondition(now, 'Stalled')?.status).toBe('True');
      expect(await findCronJob(scope(), formatName(timing))).toBeUndefined();
    },
  );

  it('BUG-EC-7 is applied at once when somebody corrects it', async () => {
    const name = formatName(cases.bad[0]!);
    const before = await awaitScheduledEcho(scope(), name, 'Invalid');
    await scope()
      .client.resource(ScheduledEcho)
      .mergePatch(toKey(scope(), name), { spec: { schedule: '0 0 * * SUN' } });
    await untilWithoutResync('the ScheduledEcho is Ready', async () => {
      const now = await scope().client.resource(ScheduledEcho).get(toKey(scope(), name));
      return findCurrentCondition(now, 'Ready')?.status === 'True';
    });
    expect((await findCronJob(scope(), name))?.spec.schedule).toBe('0 0 * * SUN');
    await awaitSettled(scope());
    expect(await listWarnings(scope(), before)).toEqual(['Invalid ×1']);
  });

  it('BUG-EC-7 leaves the CronJob unchanged if it becomes invalid, and is not retried without a change', async () => {
    const [timing] = cases.good;
    const name = formatName(timing!);
    const before = await findCronJob(scope(), name);
    const since = await createMark(scope());
    await scope()
      .client.resource(ScheduledEcho)
      .mergePatch(toKey(scope(), name), { spec: { schedule: 'never' } });
    await awaitScheduledEcho(scope(), name, 'Invalid');
    await awaitSettled(scope());
    expect(listRejectedWrites(await listRequests(scope(), since))).toEqual([`patch cronjobs/${name} 422`]);
    expect((await findCronJob(scope(), name))?.spec).toEqual(before?.spec);
  });
});
