import { buildEchoJob } from '../../../operator/src/controllers/echo/desired.ts';
import { buildCronJob } from '../../../operator/src/controllers/scheduled-echo/desired.ts';
import { Echo, ScheduledEcho } from '../../../operator/src/kubewright.ts';
import { CronJob, Job } from '../../../operator/runtime/src/kinds/index.ts';
import type { OwnedChild } from '../children/owned-child.ts';
import { buildEcho, buildScheduledEcho, simulatedImage, type StoredEcho, type StoredScheduledEcho } from './echos.ts';

const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'example.com/a:1' }] } };

const container = '/spec/template/spec/containers/0';
const unsetInTemplate: Readonly<Record<string, unknown>> = {
  [`${container}/args`]: ['and this'],
  [`${container}/restartPolicy`]: 'Always',
  [`${container}/securityContext/capabilities/add`]: ['NET_ADMIN'],
  [`${container}/securityContext/runAsUser`]: 1000,
  [`${container}/securityContext/runAsNonRoot`]: false,
};

/** Echo with its Job and ScheduledEcho with its CronJob, for tests that run on both kinds. */
export const bothKinds: readonly OwnedChild[] = [
  {
    api: Echo,
    child: Job,
    controller: 'echo',
    awaitRunning: { type: 'Ready', status: 'False', reason: 'Running' },
    manifest: buildEcho,
    desired: (one) => buildEchoJob(one as StoredEcho, simulatedImage),
    foreignSpec: { suspend: true, template },
    unset: unsetInTemplate,
    additions: { '/spec/ttlSecondsAfterFinished': 3600 },
  },
  {
    api: ScheduledEcho,
    child: CronJob,
    controller: 'scheduled-echo',
    awaitRunning: { type: 'Ready', status: 'True', reason: 'Scheduled' },
    manifest: (scope, name) => buildScheduledEcho(scope, name, { timeZone: 'UTC', suspend: false }),
    desired: (one) => buildCronJob(one as StoredScheduledEcho, { image: simulatedImage, found: undefined }),
    foreignSpec: { schedule: '@weekly', jobTemplate: { spec: { template } } },
    unset: {
      ...Object.fromEntries(Object.entries(unsetInTemplate).map(([at, value]) => [`/spec/jobTemplate${at}`, value])),
      '/spec/jobTemplate/spec/suspend': true,
      '/spec/jobTemplate/spec/completions': 3,
      '/spec/jobTemplate/spec/parallelism': 0,
    },
    additions: { '/spec/jobTemplate/spec/ttlSecondsAfterFinished': 3600 },
  },
];
