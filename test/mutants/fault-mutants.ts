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
    find: "const kind = expired ? 'expiries' : 'backoff';",
    replace: "const kind = 'backoff';",
    test: {
      file: afterAnOutage,
      title: 'while it was away is asked for the newest after the shortest wait, however often it was looked for',
    },
  },
  {
    name: 'expiries-are-forgotten-with-a-list',
    promise: 'A server that forgets what it has just told is asked less and less often.',
    file: `${watch}/watch-state.ts`,
    find: 'return { backoff: noFailures, expiries, watchList, expired: false };',
    replace: 'return { backoff: noFailures, expiries: noFailures, watchList, expired: false };',
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
    find: 'calls.compose(announcing(beforeSend))',
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
