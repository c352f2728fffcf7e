import { beforeAll, describe, expect, it } from 'vitest';

import { ScheduledEcho } from '../../../operator/src/kubewright.ts';
import { pathOf, type Status } from '../../../operator/runtime/src/client/index.ts';
import { CronJob } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf } from '../../support/conditions.ts';
import { keyIn } from '../../support/scope.ts';
import { apply, cronJobOf, scheduledEcho, scheduledEchoWith, simulated } from '../echo/echos.ts';
import { atOnce } from '../support/at-once.ts';
import { mark, refusedIn, requestsOf } from '../support/requests.ts';
import { settled } from '../support/settled.ts';
import { warningsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';

const good = ['* * * * *', '*/7 1-5 1,15 * *', '@midnight', '@every 90s', '0 0 * * SUN', '0 0 ? * ?', '0 0 1 jan *'];
const bad = ['0 0 * * 7', '0 0 L * *', '0 0 * * 5#3', '0 0 0 * * *', 'TZ=UTC 0 0 * * *', '60 * * * *', 'tomorrow', ' '];
const zones = { good: ['UTC', 'Europe/Madrid', 'America/Argentina/Buenos_Aires'], bad: ['Nowhere', 'Local', 'CEST+1'] };

interface Timing {
  readonly schedule: string;
  readonly timeZone?: string;
}

const timings = (is: 'good' | 'bad'): readonly Timing[] => [
  ...(is === 'good' ? good : bad).map((schedule) => ({ schedule })),
  ...zones[is].map((timeZone) => ({ schedule: '@daily', timeZone })),
];
const cases = { good: timings('good'), bad: timings('bad') };
const nameOf = (timing: Timing): string =>
  cases.good.includes(timing)
    ? `good-${String(cases.good.indexOf(timing))}`
    : `bad-${String(cases.bad.indexOf(timing))}`;

describe('a schedule', () => {
  const scope = useScope(simulated);

  beforeAll(async () => {
    const all = [...cases.good, ...cases.bad];
    await apply(scope(), ...all.map((timing) => scheduledEcho(scope(), nameOf(timing), { ...timing, suspend: true })));
  });

  /** Why the API server refuses a CronJob with this timing, by a dry run; `undefined` if it would create it. */
  async function refusalOf(timing: Timing): Promise<string | undefined> {
    const { namespace, client } = scope();
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } };
    const spec = { ...timing, jobTemplate: { spec: { template } } };
    const body = { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { namespace, name: nameOf(timing) }, spec };
    const path = pathOf(CronJob, { namespace });
    const answer = await client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body });
    return answer.status >= 400 ? (answer.body as Status).message : undefined;
  }

  it.each(cases.good)('is accepted if Kubernetes accepts it: %j', async (timing) => {
    await scheduledEchoWith(scope(), nameOf(timing), 'Suspended');
    // The CronJob exists now, and the API server reports this only for a valid request.
    expect(await refusalOf(timing)).toMatch(/already exists/);
    expect((await cronJobOf(scope(), nameOf(timing)))?.spec).toMatchObject(timing);
  });

  it.each(cases.bad)(
    'BUG-EC-7 is reported as Invalid with the message of Kubernetes if Kubernetes refuses it: %j',
    async (timing) => {
      const words = await refusalOf(timing);
      const now = await scheduledEchoWith(scope(), nameOf(timing), 'Invalid');
      expect(words).toMatch(/spec\.(schedule|timeZone): Invalid value/);
      expect(conditionOf(now, 'Ready')?.message).toBe(`CronJob ${scope().namespace}/${nameOf(timing)}: ${words ?? ''}`);
      expect(conditionOf(now, 'Stalled')?.status).toBe('True');
      expect(await cronJobOf(scope(), nameOf(timing))).toBeUndefined();
    },
  );

  it('BUG-EC-7 is applied at once when somebody corrects it', async () => {
    const name = nameOf(cases.bad[0]!);
    const before = await scheduledEchoWith(scope(), name, 'Invalid');
    await scope()
      .client.resource(ScheduledEcho)
      .mergePatch(keyIn(scope(), name), { spec: { schedule: '0 0 * * SUN' } });
    await atOnce('the ScheduledEcho is Ready', async () => {
      const now = await scope().client.resource(ScheduledEcho).get(keyIn(scope(), name));
      return conditionOf(now, 'Ready')?.status === 'True';
    });
    expect((await cronJobOf(scope(), name))?.spec.schedule).toBe('0 0 * * SUN');
    await settled(scope());
    expect(await warningsAbout(scope(), before)).toEqual(['Invalid ×1']);
  });

  it('BUG-EC-7 leaves the CronJob unchanged if it becomes invalid, and is not retried without a change', async () => {
    const [timing] = cases.good;
    const name = nameOf(timing!);
    const before = await cronJobOf(scope(), name);
    const since = await mark(scope());
    await scope()
      .client.resource(ScheduledEcho)
      .mergePatch(keyIn(scope(), name), { spec: { schedule: 'never' } });
    await scheduledEchoWith(scope(), name, 'Invalid');
    await settled(scope());
    expect(refusedIn(await requestsOf(scope(), since))).toEqual([`patch cronjobs/${name} 422`]);
    expect((await cronJobOf(scope(), name))?.spec).toEqual(before?.spec);
  });
});
