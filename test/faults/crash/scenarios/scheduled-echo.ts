import { ScheduledEcho } from '../../../../operator/src/apis/index.ts';
import { scheduledEcho } from '../../../../operator/src/controllers/index.ts';
import { CronJob, Job } from '../../../../operator/runtime/src/kinds/index.ts';
import { applyManifests, type Manifest } from '../../../support/manifests.ts';
import type { EndState, Scenario } from '../scenario.ts';

const name = 'hey';
const created: EndState = {
  counts: { ScheduledEcho: 1, CronJob: 1 },
  created: { cronjobs: 1 },
  deleted: {},
  status: { active: 0 },
};

export const scheduledEchoScenario: Scenario = {
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
  rights: {
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
