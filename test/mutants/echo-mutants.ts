import type { Mutant } from './mutant.ts';

const api = 'operator/src/apis/mmontes.io/v1alpha1';
const pod = 'operator/src/controllers/parts/echo-pod';
const echo = 'operator/src/controllers/echo';
const scheduled = 'operator/src/controllers/scheduled-echo';
const settings = 'operator/src/runtime/manager/settings';

const podTest = { file: `${pod}.test.ts` };
const desiredTest = { file: `${echo}/desired.test.ts` };
const statusTest = { file: `${echo}/status.test.ts` };
const reconcileTest = { file: `${echo}/reconcile.test.ts` };
const cronJobTest = { file: `${scheduled}/desired.test.ts` };
const apiTest = { file: `${api}/echo.test.ts` };

/** Of Echo and ScheduledEcho, in the order of what is promised of them. */
export const echoMutants: readonly Mutant[] = [
  {
    name: 'echo-names-its-container-like-the-resource',
    promise: 'The container has a fixed name, so that every name of a Job is a name of an Echo.',
    file: `${pod}.ts`,
    find: "container = 'echo'",
    replace: 'container = image',
    test: {
      ...podTest,
      title: 'BUG-EC-10 calls its container echo, whatever the resource is called, unless it is told otherwise',
    },
  },
  {
    name: 'echo-lets-kubernetes-replace-variables',
    promise: 'A message reaches the container as it was written: every $ is doubled.',
    file: `${pod}.ts`,
    find: "message.replaceAll('$', '$$$$')",
    replace: 'message',
    test: { ...podTest, title: 'reaches the container as it was meant, whatever Kubernetes replaces' },
  },
  {
    name: 'echo-lets-printf-read-the-message',
    promise: 'A message is an argument of printf, never its format.',
    file: `${pod}.ts`,
    find: String.raw`'printf', '%s\\n', `,
    replace: "'printf', ",
    test: { ...podTest, title: 'reaches the container as it was meant, whatever Kubernetes replaces' },
  },
  {
    name: 'echo-runs-as-root',
    promise: 'The Pods pass Pod Security restricted.',
    file: `${pod}.ts`,
    find: 'runAsNonRoot: true, ',
    replace: '',
    test: { ...podTest, title: 'asks for no right that Pod Security restricts, and for no token' },
  },
  {
    name: 'echo-makes-its-job-elsewhere',
    promise: 'A child lives in the namespace of its resource.',
    file: `${echo}/desired.ts`,
    find: 'metadata: { name: echo.metadata.name }',
    replace: "metadata: { name: echo.metadata.name, namespace: 'default' }",
    test: { ...desiredTest, title: 'BUG-EC-1 names no namespace: the runtime puts it into the Echo’s own' },
  },
  {
    name: 'echo-ignores-another-message',
    promise: 'Another message is printed by another Job.',
    file: `${echo}/reconcile.ts`,
    find: ' && prints(found, echo.spec.message)',
    replace: '',
    test: { ...reconcileTest, title: 'replaces it, whatever became of it' },
  },
  {
    name: 'echo-makes-the-new-job-beside-the-old',
    promise: 'The new Job is made when the old one is gone.',
    file: `${echo}/reconcile.ts`,
    find: '(await jobs.delete(name)) ? undefined : found',
    replace: '(await jobs.delete(name)) ? undefined : undefined',
    test: { ...reconcileTest, title: 'makes the new one only when the old one is gone' },
  },
  {
    name: 'echo-makes-the-new-job-at-once',
    promise: 'The new Job is made when Kubernetes has forgotten the old one, else it would wait minutes for its Pod.',
    file: `${echo}/reconcile.ts`,
    find: 'hasJustGone || isEchoed(echo)',
    replace: 'isEchoed(echo)',
    test: {
      ...reconcileTest,
      title: 'BUG-EC-5 that has lost it gets another one a second later, when Kubernetes has forgotten the last',
    },
  },
  {
    name: 'echo-deletes-the-job-of-a-newer-message',
    promise: 'An Echo as it was some time ago does not delete the Job that it has now.',
    file: `${echo}/reconcile.ts`,
    find: '    await status.save(statusFor(echo, found));\n',
    replace: '',
    test: { ...reconcileTest, title: 'deletes nothing if it was read before its message changed' },
  },
  {
    name: 'echo-takes-the-end-of-another-message-for-its-own',
    promise: 'Only the Job of this message tells what became of it.',
    file: `${echo}/status.ts`,
    find: 'job !== undefined && prints(job, echo.spec.message) ? endOf(job)',
    replace: 'job !== undefined ? endOf(job)',
    test: { ...statusTest, title: 'waits for the Job of the one before to go, whose end is not its own' },
  },
  {
    name: 'echo-prints-again-when-its-job-is-gone',
    promise: 'A message that was dealt with is not printed again, whatever becomes of its Job.',
    file: `${echo}/reconcile.ts`,
    find: 'isEchoed(echo) ? undefined : ',
    replace: '',
    test: { ...reconcileTest, title: 'BUG-EC-5 gets none any more once its message was printed' },
  },
  {
    name: 'echo-never-prints-another-message',
    promise: 'Only the very generation that was dealt with counts as dealt with.',
    file: `${echo}/status.ts`,
    find: 'echoedGeneration === echo.metadata.generation',
    replace: 'echoedGeneration > 0',
    test: { ...statusTest, title: 'only the very generation counts as dealt with' },
  },
  {
    name: 'echo-hides-that-its-job-failed',
    promise: 'A Job that failed for good is told once, and waits for a person.',
    file: `${echo}/reconcile.ts`,
    find: "  if (ready?.reason === 'JobFailed') throw notReady('JobFailed', ready.message, { retry: false });\n",
    replace: '',
    test: { ...reconcileTest, title: 'records that it has failed for good, and waits for a change' },
  },
  {
    name: 'echo-forgets-a-failure-with-its-job',
    promise: 'A failure stays one when its Job is deleted, in the same words.',
    file: `${echo}/status.ts`,
    find: "before?.reason === 'JobFailed'",
    replace: 'false',
    test: { ...statusTest, title: 'stays failed when its Job is gone, in the words of before' },
  },
  {
    name: 'echo-looks-only-where-its-label-is',
    promise: 'Whether a Job is there is asked of the API server where the cache does not hold it.',
    file: `${echo}/reconcile.ts`,
    find: ' ?? (await jobs.getLive(name))',
    replace: '',
    test: { ...reconcileTest, title: 'keeps one that the original made, too, instead of printing the message again' },
  },
  {
    name: 'echo-does-not-know-the-job-of-the-original',
    promise: 'What the original has printed is not printed again.',
    file: `${echo}/desired.ts`,
    find: "[printing(message), ['echo', message]]",
    replace: '[printing(message)]',
    test: { ...desiredTest, title: 'prints a message if the original made it for it' },
  },
  {
    name: 'echo-changes-a-job-that-stands',
    promise: 'A Job that stands keeps the image that it was made with.',
    file: `${echo}/reconcile.ts`,
    find: 'jobs.keep({ name })',
    replace: 'jobs.apply(jobFor(echo, settings.echoImage))',
    test: { ...reconcileTest, title: 'keeps it as it was made, also with another image than is set now' },
  },
  {
    name: 'scheduled-echo-lets-jobs-overlap',
    promise: 'Never two Jobs of one ScheduledEcho run at once.',
    file: `${scheduled}/desired.ts`,
    find: "concurrencyPolicy: 'Forbid'",
    replace: "concurrencyPolicy: 'Allow'",
    test: {
      ...cronJobTest,
      title: 'has the name of the ScheduledEcho, its schedule, and a Pod that prints its message, never two at once',
    },
  },
  {
    name: 'scheduled-echo-cannot-be-suspended',
    promise: 'The CronJob equals the spec, suspension included.',
    file: `${scheduled}/desired.ts`,
    find: '      suspend,\n',
    replace: '      suspend: false,\n',
    test: { ...cronJobTest, title: 'is suspended as asked for' },
  },
  {
    name: 'scheduled-echo-drops-the-time-zone',
    promise: 'The CronJob equals the spec, time zone included.',
    file: `${scheduled}/desired.ts`,
    find: '...(timeZone !== undefined && { timeZone }),',
    replace: '',
    test: { ...cronJobTest, title: 'says nothing of a time zone that is not asked for' },
  },
  {
    name: 'scheduled-echo-prints-twice-after-the-original',
    promise: 'A CronJob of the original is adopted with its container, never given a second one.',
    file: `${scheduled}/desired.ts`,
    find: "names.includes(name) && !names.includes('echo') ? name : 'echo'",
    replace: "'echo'",
    test: { ...cronJobTest, title: 'keeps the name that the original gave it, or two would print' },
  },
  {
    name: 'scheduled-echo-is-ready-without-its-cron-job',
    promise: 'Ready means that the CronJob is there, not that it was.',
    file: `${scheduled}/status.ts`,
    find: 'metadata.deletionTimestamp === undefined ? inForce(spec) : replacing',
    replace: 'metadata.name ? inForce(spec) : replacing',
    test: { file: `${scheduled}/status.test.ts`, title: 'one that is being deleted is not' },
  },
  {
    name: 'scheduled-echo-judges-schedules-itself',
    promise: 'Which schedules are good is left to Kubernetes.',
    file: `${api}/scheduled-echo.ts`,
    find: `      schedule: t.string({
        minLength: 1,`,
    replace: `      schedule: t.string({
        minLength: 9,`,
    test: { ...apiTest, title: 'leaves it to Kubernetes what a schedule is and what a time zone' },
  },
  {
    name: 'echo-takes-names-that-no-job-can-have',
    promise: 'A name that no Job can have is refused when the Echo is made.',
    file: `${api}/echo.ts`,
    find: 'self.metadata.name.size() <= 63',
    replace: 'self.metadata.name.size() <= 253',
    test: { ...apiTest, title: 'takes every name that a Job can have, dots included, on creation only' },
  },
  {
    name: 'echo-takes-messages-that-no-program-can-have',
    promise: 'A message that cannot be given to a program is refused.',
    file: `${api}/message.ts`,
    find: "!self.contains('\\\\u0000')",
    replace: 'true',
    test: { ...apiTest, title: 'take every message that a program can be given, the empty one included' },
  },
  {
    name: 'settings-ignore-the-namespace-of-the-lease',
    promise: 'NAMESPACE names the namespace of the Lease, and limits nothing else.',
    file: `${settings}/runtime-settings.ts`,
    find: "    aliases: [{ env: 'NAMESPACE' }],\n",
    replace: '',
    test: {
      file: `${settings}/parse-settings.test.ts`,
      title: 'is the flag, then the variable, then its aliases, then the default',
    },
  },
  {
    name: 'settings-ignore-the-variables-of-the-echo-operator',
    promise: 'A setting of the echo operator means what it meant.',
    file: `${settings}/runtime-settings.ts`,
    find: "    aliases: [{ env: 'HA_LEASE_DURATION_SECONDS' }],\n",
    replace: '',
    test: { file: `${settings}/aliases.test.ts`, title: 'has to leave the leader time to renew its Lease' },
  },
];
