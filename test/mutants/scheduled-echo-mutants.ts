import type { Mutant } from './mutant.ts';

const api = 'operator/src/apis/mmontes.io/v1alpha1';
const scheduled = 'operator/src/controllers/scheduled-echo';

const apiTest = `${api}/echo.test.ts`;
const cronJobTest = `${scheduled}/desired.test.ts`;

/** Mutants of ScheduledEcho, in the order of its promises. */
export const scheduledEchoMutants: readonly Mutant[] = [
  {
    name: 'scheduled-echo-lets-jobs-overlap',
    promise: 'Never two Jobs of one ScheduledEcho run at once.',
    row: 'Echo: children',
    file: `${scheduled}/desired.ts`,
    find: "concurrencyPolicy: 'Forbid'",
    replace: "concurrencyPolicy: 'Allow'",
    test: cronJobTest,
  },
  {
    name: 'scheduled-echo-takes-a-foreign-parallelism',
    promise: 'Nobody else says how often a run prints, or whether at all: what completes a field of ours is ours.',
    row: 'ScheduledEcho: CronJob',
    file: `${scheduled}/desired.ts`,
    find: '          parallelism: null,\n',
    replace: '',
    test: cronJobTest,
  },
  {
    name: 'scheduled-echo-cannot-be-suspended',
    promise: 'The CronJob equals the spec, suspension included.',
    row: 'ScheduledEcho: CronJob',
    file: `${scheduled}/desired.ts`,
    find: '      suspend,\n',
    replace: '      suspend: false,\n',
    test: cronJobTest,
  },
  {
    name: 'scheduled-echo-drops-the-time-zone',
    promise: 'The CronJob equals the spec, time zone included.',
    row: 'ScheduledEcho: CronJob',
    file: `${scheduled}/desired.ts`,
    find: '      timeZone: timeZone ?? null,\n',
    replace: '',
    test: cronJobTest,
  },
  {
    name: 'scheduled-echo-prints-twice-after-the-original',
    promise: 'A CronJob of the original is adopted with its container, never given a second one.',
    row: 'all kinds: take-over',
    file: `${scheduled}/desired.ts`,
    find: "names.includes(name) && !names.includes('echo') ? name : 'echo'",
    replace: "'echo'",
    test: cronJobTest,
  },
  {
    name: 'scheduled-echo-is-ready-without-its-cron-job',
    promise: 'Ready means that the CronJob is there, not that it was.',
    row: 'ScheduledEcho: CronJob',
    file: `${scheduled}/status.ts`,
    find: '  if (cronJob.metadata.deletionTimestamp !== undefined) return replacing(cronJob);\n',
    replace: '',
    test: `${scheduled}/status.test.ts`,
  },
  {
    name: 'scheduled-echo-hides-that-its-run-has-no-pod',
    promise: 'A ScheduledEcho whose run cannot create its Pod says why, in the words of the cluster.',
    row: 'ScheduledEcho: CronJob',
    file: `${scheduled}/reconcile.ts`,
    find: 'statusFor(cronJob, failedCreateOf(cronJob, context))',
    replace: 'statusFor(cronJob)',
    test: `${scheduled}/reconcile.test.ts`,
  },
  {
    name: 'scheduled-echo-hides-that-its-run-has-a-pod-now',
    promise: 'A ScheduledEcho is Ready again as soon as its run has a Pod.',
    row: 'ScheduledEcho: CronJob',
    file: 'operator/src/controllers/parts/failed-create.ts',
    find: "...successfulCreates.by('byJob', uid), ",
    replace: '',
    test: `${scheduled}/reconcile.test.ts`,
  },
  {
    name: 'scheduled-echo-judges-schedules-itself',
    promise: 'Which schedules are good is left to Kubernetes.',
    row: 'ScheduledEcho: bad schedule',
    file: `${api}/scheduled-echo.ts`,
    find: `      schedule: t.string({
        minLength: 1,`,
    replace: `      schedule: t.string({
        minLength: 9,`,
    test: apiTest,
  },
];
