import type { TypeOf } from '../../../operator/runtime/src/base/index.ts';
import { CronJob, Job } from '../../../operator/runtime/src/kinds/index.ts';
import { buildCronJob } from '../../../operator/src/controllers/scheduled-echo/desired.ts';
import { ScheduledEcho, scheduledEcho } from '../../../operator/src/kubewright.ts';
import { badSchedules, badTimeZones } from '../../e2e/hostile/texts.ts';
import type { Victim } from '../../e2e/hostile/victim.ts';
import { withoutOurLabel, keepName, type ChurnKind } from '../../faults/churn/churn-kind.ts';
import type { EndState, Scenario } from '../../faults/crash/scenario.ts';
import { applyManifests, type Manifest } from '../manifests.ts';
import { echoImage } from './echo.ts';
import type { KindExample } from './kinds.ts';

const victim: Victim = {
  api: ScheduledEcho,
  spec: { message: 'hello', schedule: '0 0 29 2 *', suspend: true },
  more: { schedule: badSchedules, timeZone: badTimeZones },
  ofCluster: [],
};

const cronJob = { kind: CronJob, formatChildName: keepName };

/** Schedules that do not become due during a test, so that no Job runs. */
const schedules = ['0 0 29 2 *', '0 12 29 2 *', '30 3 29 FEB ?'];

const churn: ChurnKind<TypeOf<typeof ScheduledEcho>> = {
  api: ScheduledEcho,
  spec: (random) => ({
    message: `message ${String(random.below(5))}`,
    schedule: random.pick(schedules),
    suspend: random.below(2) === 0,
    ...(random.below(2) === 0 && { timeZone: 'Europe/Madrid' }),
  }),
  buildChildren: (echo) => [{ kind: CronJob, desired: buildCronJob(echo, { image: echoImage, found: undefined }) }],
  childEdits: [
    cronJob,
    { ...cronJob, patch: { spec: { schedule: '0 0 1 1 *', suspend: true } } },
    { ...cronJob, patch: { spec: { concurrencyPolicy: 'Allow' } } },
    { ...cronJob, patch: { metadata: { labels: { team: 'web' } } } },
    { ...cronJob, patch: withoutOurLabel },
  ],
};

const name = 'hey';
const created: EndState = {
  counts: { ScheduledEcho: 1, CronJob: 1 },
  created: { cronjobs: 1 },
  deleted: {},
  status: { active: 0 },
};

const crash: Scenario = {
  controller: scheduledEcho,
  kinds: [CronJob, Job],
  resource: (namespace) =>
    ({
      apiVersion: 'mmontes.io/v1alpha1',
      kind: 'ScheduledEcho',
      metadata: { namespace, name },
      spec: { message: 'hey there', schedule: '@yearly' },
    }) as Manifest,
  created,
  permissions: {
    children: [{ kind: CronJob, name }],
    change: (turn) => ({ message: `for the ${String(turn)}. time` }),
  },
  paths: [
    {
      title: 'create',
      creates: true,
      steps: [{ act: ({ client, resource }) => applyManifests(client, [resource]), seen: 'Scheduled' }],
      calls: [
        'get cronjobs/hey',
        'get scheduledechos/hey',
        'apply cronjobs/hey',
        'create events "Created: Created CronJob <namespace>/hey"',
        'apply scheduledechos/hey/status Ready=True/Scheduled',
      ],
      end: created,
    },
    {
      title: 'message and schedule changed',
      steps: [
        {
          act: ({ client, namespace }) =>
            client
              .resource(ScheduledEcho)
              .mergePatch({ namespace, name }, { spec: { message: 'good bye', schedule: '0 4 1 1 *' } }),
          seen: 'Scheduled',
        },
      ],
      calls: ['apply cronjobs/hey', 'apply scheduledechos/hey/status Ready=True/Scheduled'],
      end: created,
    },
    {
      title: 'delete',
      steps: [
        {
          act: ({ client, namespace }) =>
            client.resource(ScheduledEcho).delete({ namespace, name }, { propagation: 'Background' }),
        },
      ],
      calls: [],
      stray: ['get cronjobs/hey', 'get scheduledechos/hey'],
      end: { ...created, counts: {}, status: {} },
    },
  ],
};

export const example: KindExample = { victim, churn, crash };
