import { ScheduledEcho } from '../../../../operator/src/apis/index.ts';
import { cronJobFor } from '../../../../operator/src/controllers/scheduled-echo/desired.ts';
import type { TypeOf } from '../../../../operator/runtime/src/base/index.ts';
import { CronJob } from '../../../../operator/runtime/src/kinds/index.ts';
import { type ChurnKind, withoutOurLabel, sameName } from '../churn-kind.ts';
import { echoImage } from './echo.ts';

const cronJob = { kind: CronJob, childOf: sameName };

/** Schedules that do not become due during the test, so that no Job runs. */
const schedules = ['0 0 29 2 *', '0 12 29 2 *', '30 3 29 FEB ?'];

export const scheduledEchos: ChurnKind<TypeOf<typeof ScheduledEcho>> = {
  api: ScheduledEcho,
  spec: (random) => ({
    message: `message ${String(random.below(5))}`,
    schedule: random.pick(schedules),
    suspend: random.below(2) === 0,
    ...(random.below(2) === 0 && { timeZone: 'Europe/Madrid' }),
  }),
  childrenOf: (echo) => [{ kind: CronJob, desired: cronJobFor(echo, { image: echoImage, found: undefined }) }],
  childEdits: [
    cronJob,
    { ...cronJob, patch: { spec: { schedule: '0 0 1 1 *', suspend: true } } },
    { ...cronJob, patch: { spec: { concurrencyPolicy: 'Allow' } } },
    { ...cronJob, patch: { metadata: { labels: { team: 'web' } } } },
    { ...cronJob, patch: withoutOurLabel },
  ],
};
