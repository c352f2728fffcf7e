import type { Mutant } from './mutant.ts';

const api = 'operator/src/apis/mmontes.io/v1alpha1';
const scheduled = 'operator/src/controllers/scheduled-echo';

const apiTest = `${api}/echo.test.ts`;
const cronJobTest = `${scheduled}/desired.test.ts`;

/** Mutants of ScheduledEcho, in the order of its promises. */
export const scheduledEchoMutants: readonly Mutant[] = [
  {
    name: 'scheduled-echo-lets-jobs-overlap',
    promise: 'Two Jobs of one ScheduledEcho never run at the same time.',
    row: 'Echo: children',
    file: `${scheduled}/desired.ts`,
    find: "concurrencyPolicy: 'Forbid'",
    replace: "concurrencyPolicy: 'Allow'",
    test: cronJobTest,
  },
  {
    name: 'scheduled-echo-takes-a-foreign-parallelism',
    promise: 'Fields that others add to the CronJob are removed if they change how often a run prints.',
    row: 'ScheduledEcho: CronJob',
    file: `${scheduled}/desired.ts`,
    find: '          parallelism: null,\n',
    replace: '',
    test: cronJobTest,
  },
  {
    name: 'scheduled-echo-cannot-be-suspended',
    promise: 'The CronJob has the `suspend` of the spec.',
    row: 'ScheduledEcho: CronJob',
    file: `${scheduled}/desired.ts`,
    find: '      suspend,\n',
    replace: '      suspend: false,\n',
    test: cronJobTest,
  },
  {
    name: 'scheduled-echo-drops-the-time-zone',
    promise: 'The CronJob has the time zone of the spec, or none.',
    row: 'ScheduledEcho: CronJob',
    file: `${scheduled}/desired.ts`,
    find: '      timeZone: timeZone ?? null,\n',
    replace: '',
    test: cronJobTest,
  },
  {
    name: 'scheduled-echo-prints-twice-after-the-original',
    promise: 'An adopted CronJob of the original keeps its container, and gets no second one.',
    row: 'all kinds: take-over',
    file: `${scheduled}/desired.ts`,
    find: "names.includes(name) && !names.includes('echo') ? name : 'echo'",
    replace: "'echo'",
    test: cronJobTest,
  },
  {
    name: 'scheduled-echo-is-ready-without-its-cron-job',
    promise: 'Ready is False while the CronJob is terminating.',
    row: 'ScheduledEcho: CronJob',
    file: `${scheduled}/status.ts`,
    find: '  if (cronJob.metadata.deletionTimestamp !== undefined) return replacing(cronJob);\n',
    replace: '',
    test: `${scheduled}/status.test.ts`,
  },
  {
    name: 'scheduled-echo-hides-that-its-run-has-no-pod',
    promise: 'If the Job of a run cannot create its Pod, Ready has the message of the cluster.',
    row: 'ScheduledEcho: CronJob',
    file: `${scheduled}/reconcile.ts`,
    find: 'statusFor(cronJob, failedCreateOf(cronJob, context))',
    replace: 'statusFor(cronJob)',
    test: `${scheduled}/reconcile.test.ts`,
  },
  {
    name: 'scheduled-echo-hides-that-its-run-has-a-pod-now',
    promise: 'Ready is True again as soon as the Job of the run has created its Pod.',
    row: 'ScheduledEcho: CronJob',
    file: 'operator/src/controllers/parts/failed-create.ts',
    find: "...successfulCreates.by('byJob', uid), ",
    replace: '',
    test: `${scheduled}/reconcile.test.ts`,
  },
  {
    name: 'scheduled-echo-judges-schedules-itself',
    promise: 'Only Kubernetes validates schedules.',
    row: 'ScheduledEcho: bad schedule',
    file: `${api}/scheduled-echo.ts`,
    find: `      schedule: t.string({
        minLength: 1,`,
    replace: `      schedule: t.string({
        minLength: 9,`,
    test: apiTest,
  },
];
