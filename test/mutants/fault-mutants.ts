import type { Mutant } from './mutant.ts';

const watch = 'operator/runtime/src/watch';
const afterAnOutage = `${watch}/regression/after-an-outage.test.ts`;
const client = 'operator/runtime/src/client';
const manager = 'operator/runtime/src/manager';

/** Mutants of the recovery from faults between an operator and its API server. */
export const faultMutants: readonly Mutant[] = [
  {
    name: 'outage-is-waited-for-twice',
    promise: 'After an outage, a server that answers 410 is listed after the shortest wait.',
    file: `${watch}/after-failure.ts`,
    find: "return isExpired(error) ? 'expired' : 'refused';",
    replace: "return 'refused';",
    test: afterAnOutage,
  },
  {
    name: 'starting-server-is-waited-for-like-a-dead-one',
    promise:
      'A server that answers with an error while it starts is requested again after the shortest wait, however long the outage was.',
    file: `${watch}/after-failure.ts`,
    find: '!isApiError(error) || error.status === 0',
    replace: '!isApiError(error) || error.status !== 410',
    test: afterAnOutage,
  },
  {
    name: 'expiries-are-forgotten-with-a-list',
    promise: 'A server that answers 410 again and again is listed with a growing backoff, even if each list succeeds.',
    file: `${watch}/watch-state.ts`,
    find: '{ ...neverFailed, expired: memory.failures.expired }',
    replace: 'neverFailed',
    test: `${watch}/step.test.ts`,
  },
  {
    name: 'token-is-read-once-a-minute',
    promise: 'After a 401, a new token in the file is sent at once.',
    file: `${client}/credentials/kept-headers.ts`,
    find: 'readAt = Number.NEGATIVE_INFINITY;',
    replace: 'readAt += 0;',
    test: `${client}/regression/token-replaced.test.ts`,
  },
  {
    name: 'token-file-is-read-once',
    promise: 'A new token in the file is sent within 10 s.',
    file: `${client}/credentials/own-source.ts`,
    find: '=> headersOf(user);',
    replace: '=> (once ??= headersOf(user));\n  let once: Promise<AuthenticationHeaders> | undefined;',
    test: `${client}/credentials/load-credentials.test.ts`,
  },
  {
    name: 'refused-credential-of-a-plugin-is-kept',
    promise: 'A credential of an exec plug-in that was refused is not sent again, even if it has not expired.',
    file: `${client}/credentials/plugin-source.ts`,
    find: 'if (refused) config = load();',
    replace: '',
    test: `${client}/regression/refused-plugin-token.test.ts`,
  },
  {
    name: 'exec-plugin-shows-its-answer',
    promise: 'What an exec plug-in answers, which may be a token, is in no error.',
    file: `${client}/credentials/exec-plugin.ts`,
    find: 'if (isAboutAnswer(error)) {',
    replace: "if (isAboutAnswer(error) && user.title === '') {",
    test: `${client}/credentials/load-credentials.test.ts`,
  },
  {
    name: 'client-node-is-loaded-for-everybody',
    promise: 'Credentials without a plug-in do not load client-node.',
    file: `${client}/credentials/load-credentials.ts`,
    find: 'needsPlugin(context) ? pluginSource : ownSource',
    replace: 'needsPlugin(context) ? pluginSource : pluginSource',
    test: `${client}/credentials/what-is-loaded.test.ts`,
  },
  {
    name: 'call-waits-past-the-fence',
    promise: 'A request that waited for a connection is not sent if the leadership has ended meanwhile.',
    file: `${client}/http-transport.ts`,
    find: '        beforeSend?.();\n',
    replace: '',
    test: `${client}/regression/paused-before-it-was-sent.test.ts`,
  },
  {
    name: 'event-trusts-the-timer',
    promise: 'No event is emitted after the renew deadline, even by a process that was paused.',
    file: 'operator/runtime/src/controller/leadership.ts',
    find: 'leadership?.assertLeading();',
    replace: '',
    test: 'operator/runtime/src/controller/controller.test.ts',
  },
  {
    name: 'event-outlives-its-term',
    promise: 'The request of an event is aborted when the leadership ends.',
    file: 'operator/runtime/src/reconcile/events/event-sender.ts',
    find: 'create(event, { signal })',
    replace: 'create(event)',
    test: 'operator/runtime/src/reconcile/events/event-recorder.test.ts',
  },
  {
    name: 'term-waits-for-its-last-event',
    promise: 'An event without a response does not prevent that a process ends or campaigns again.',
    file: 'operator/runtime/src/reconcile/events/event-queue.ts',
    find: '(await endsWithin(clock, leftMs, ended))',
    replace: '(await ended.then(() => true))',
    test: 'operator/runtime/src/controller/controller.test.ts',
  },
  {
    name: 'key-waits-as-long-as-the-server-says',
    promise: 'A Retry-After delays a key by a minute at most.',
    file: 'operator/runtime/src/queue/key-backoff.ts',
    find: 'Math.min(bounds.atLeastMs ?? 0, longestAskedMs)',
    replace: 'bounds.atLeastMs ?? 0',
    test: 'operator/runtime/src/controller/regression/busy-server.test.ts',
  },
  {
    name: 'fence-trusts-the-timer',
    promise: 'Before a request is sent, the renew deadline is compared with the clock.',
    file: `${manager}/election/write-fence.ts`,
    find: 'this.#leadership?.assertLeading();',
    replace: '',
    test: `${manager}/election/write-fence.test.ts`,
  },
];
