import type { Mutant } from './mutant.ts';

const watch = 'operator/src/runtime/watch';
const afterAnOutage = `${watch}/regression/after-an-outage.test.ts`;
const client = 'operator/src/runtime/client';
const manager = 'operator/src/runtime/manager';

/** How it heals from what goes wrong between an operator and its API server. */
export const faultMutants: readonly Mutant[] = [
  {
    name: 'outage-is-waited-for-twice',
    promise: 'A server that was away is asked for its objects as soon as it answers.',
    file: `${watch}/after-failure.ts`,
    find: "return isExpired(error) ? 'expired' : 'refused';",
    replace: "return 'refused';",
    test: {
      file: afterAnOutage,
      title: 'while it was away is asked for the newest after the shortest wait, however often it was looked for',
    },
  },
  {
    name: 'starting-server-is-waited-for-like-a-dead-one',
    promise: 'A server that refuses while it starts is asked again soon, however long it was gone.',
    file: `${watch}/after-failure.ts`,
    find: '!isApiError(error) || error.status === 0',
    replace: '!isApiError(error) || error.status !== 410',
    test: {
      file: afterAnOutage,
      title: 'is asked again after the shortest wait, however long it was gone',
    },
  },
  {
    name: 'expiries-are-forgotten-with-a-list',
    promise: 'A server that forgets what it has just told is asked less and less often.',
    file: `${watch}/watch-state.ts`,
    find: '{ ...neverFailed, expired: failures.expired }',
    replace: 'neverFailed',
    test: {
      file: `${watch}/step.test.ts`,
      title: 'the sync does not end the failures if the server forgets what it tells',
    },
  },
  {
    name: 'token-is-read-once-a-minute',
    promise: 'A token that was refused is not sent again once another one is there.',
    file: `${client}/credentials.ts`,
    find: 'if (authorization === undefined) return options;',
    replace: 'if (authorization !== "") return options;',
    test: {
      file: `${client}/regression/token-replaced.test.ts`,
      title: 'that was refused and replaced within its first minute is sent at once',
    },
  },
  {
    name: 'call-waits-past-the-fence',
    promise: 'A call that has waited for a connection is not sent if its leadership has ended meanwhile.',
    file: `${client}/http-transport.ts`,
    find: 'calls.compose(announcing(options))',
    replace: 'calls',
    test: {
      file: `${client}/regression/paused-before-it-was-sent.test.ts`,
      title: 'a call whose signal aborts when its connection is there, before anything is written, is never sent',
    },
  },
  {
    name: 'fence-trusts-the-timer',
    promise: 'Before a call is sent the deadline of the Lease is looked at, by the clock.',
    file: `${manager}/write-fence.ts`,
    find: 'this.#leadership?.assertLeading();',
    replace: '',
    test: {
      file: `${manager}/write-fence.test.ts`,
      title: 'ends a term whose deadline has passed, though no timer has fired',
    },
  },
];
