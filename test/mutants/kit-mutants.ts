import type { Mutant } from './mutant.ts';

const reconcile = 'operator/runtime/src/reconcile';
const client = 'operator/runtime/src/client';

/** Of the parts of the reconcile kit: stages, events, where children may be, dry runs. */
export const kitMutants: readonly Mutant[] = [
  {
    name: 'stages-go-on-before-one-is-ready',
    promise: 'A stage is not begun before all in front of it are ready.',
    file: `${reconcile}/progress/stages.ts`,
    find: 'if (!(await ready())) return waitingFor(name);',
    replace: 'if (!(await ready()) && name === stages.at(-1)?.name) return waitingFor(name);',
    test: {
      file: `${reconcile}/progress/stages.test.ts`,
      title: 'end at the first that is not ready, and Ready names it',
    },
  },
  {
    name: 'stages-are-taken-away-from-the-front',
    promise: 'Stages go in the reverse of their order.',
    file: `${reconcile}/progress/stages.ts`,
    find: 'stages.toReversed()',
    replace: 'stages',
    test: {
      file: `${reconcile}/progress/stages.test.ts`,
      title: 'go from the last to the first, and then nothing is left to do',
    },
  },
  {
    name: 'finalizer-goes-while-the-clean-up-goes-on',
    promise: 'A finalizer stays as long as its clean-up says that something is on its way out.',
    file: `${reconcile}/run/reconcile-object.ts`,
    find: 'if (notYet) return await done(run, draft, checked(notYet));',
    replace: '',
    test: {
      file: `${reconcile}/run/finalizers.test.ts`,
      title: 'stays while its clean-up goes on, with the status that was set, and is cleaned up again',
    },
  },
  {
    name: 'events-are-never-combined',
    promise: 'Of events that differ only in their words ten are told, and all further ones together.',
    file: `${reconcile}/events/similar-events.ts`,
    find: 'const toldEach = 10;',
    replace: 'const toldEach = 1000;',
    test: {
      file: `${reconcile}/events/event-recorder.test.ts`,
      title: 'are told one by one up to ten, and all further ones in one event that says so and is counted up',
    },
  },
  {
    name: 'events-flood-the-api-server',
    promise: 'About one object 25 events are sent at once.',
    file: `${reconcile}/events/event-budget.ts`,
    find: 'if (bucket.tokens < 1) {',
    replace: 'if (bucket.tokens < -1000) {',
    test: {
      file: `${reconcile}/events/event-recorder.test.ts`,
      title: 'are at most 25 at once; that others are dropped is logged once',
    },
  },
  {
    name: 'events-wait-without-bound',
    promise: 'The queue of events that wait is bounded.',
    file: `${reconcile}/events/line.ts`,
    find: 'if (this.#turns.size < waitingAtMost) return false;',
    replace: 'if (this.#turns.size >= 0) return false;',
    test: {
      file: `${reconcile}/events/event-recorder.test.ts`,
      title: 'are a thousand at most; how many were dropped is logged in two lines, and what waited is sent',
    },
  },
  {
    name: 'declaration-owns-what-is-cluster-scoped',
    promise: 'A namespaced resource cannot be declared to own what is cluster-scoped.',
    file: `${reconcile}/declare/define-controller.ts`,
    find: '  refuseClusterScoped(declared.name, api, declared.owns);',
    replace: '',
    test: { file: `${reconcile}/declare/placement.test.ts`, title: 'cannot be declared to own what is cluster-scoped' },
  },
  {
    name: 'children-are-made-where-no-owner-is-found',
    promise: 'A child is made only where the garbage collector finds its owner.',
    file: `${reconcile}/declare/placement.ts`,
    find: 'if (namespace === undefined || namespace === owners) return owners;',
    replace: 'if (namespace !== refuse.name) return namespace ?? owners;',
    test: {
      file: `${reconcile}/declare/placement.test.ts`,
      title: 'makes nothing in another namespace, and keeps nothing there',
    },
  },
  {
    name: 'children-are-listed-whoever-owns-them',
    promise: 'The children of a resource are found by the uid of their controller.',
    file: `${reconcile}/run/handles.ts`,
    find: 'return controller === undefined ? [] : [controller.uid];',
    replace: 'return controller === undefined ? [] : [controller.name];',
    test: {
      file: `${reconcile}/run/owned-children.test.ts`,
      title: 'are what a scan of all objects finds, whoever owns what and whatever changes hands',
    },
  },
  {
    name: 'dry-run-deletes',
    promise: 'A deletion in a dry run deletes nothing.',
    file: `${client}/dry-run-transport.ts`,
    find: "body: { ...(request.body as object), dryRun: ['All'] }",
    replace: 'body: request.body',
    test: {
      file: `${client}/dry-run-transport.test.ts`,
      title: 'says it in the body of a delete, which is all that counts where there is one',
    },
  },
  {
    name: 'dry-run-stores',
    promise: 'No write of a dry run is stored.',
    file: `${reconcile}/write/gateway.ts`,
    find: 'createClient(dryRunTransport(access.client.transport))',
    replace: 'createClient(access.client.transport ?? dryRunTransport)',
    test: {
      file: `${reconcile}/run/dry-run.test.ts`,
      title: 'is asked for in a dry run, and said to be made; neither memory nor events tell of it',
    },
  },
  {
    name: 'dry-run-believes-what-was-not-stored',
    promise: 'No cache hears of an answer that was not stored.',
    file: `${reconcile}/write/gateway.ts`,
    find: 'wrote: (object) => cache.trim(object),',
    replace: 'wrote: (object) => cache.wrote(object),',
    test: {
      file: `${reconcile}/run/dry-run.test.ts`,
      title: 'and has changed since the watch told of it stays in the cache as it was told',
    },
  },
  {
    name: 'dry-run-takes-part-in-the-election',
    promise: 'A dry run takes the Lease from nobody.',
    file: 'operator/runtime/src/manager/settings/complete-settings.ts',
    find: 'return !dryRun && (leaderElect ?? inCluster);',
    replace: 'return leaderElect ?? (inCluster || dryRun);',
    test: {
      file: 'operator/runtime/src/manager/settings/parse-settings.test.ts',
      title: 'can be a dry run, which takes no part in the election, whatever else is said',
    },
  },
  {
    name: 'users-of-any-api-are-looked-up',
    promise: 'An index is over the resources of its own controller.',
    file: `${reconcile}/declare/define-controller.ts`,
    find: "typeof mapTo === 'function' || kindText(mapTo.user) === kindText(api)",
    replace: "typeof mapTo === 'function' || mapTo.user.kind !== ''",
    test: { file: `${reconcile}/declare/define-controller.test.ts`, title: 'refuses to look up users of another API' },
  },
  {
    name: 'simulated-pods-are-deleted-twice',
    promise: 'The deletion of a simulated Pod does not meet the next one of its name.',
    file: 'operator/testing/src/control-plane/components/kwok-stages.ts',
    find: "'.metadata | select(.deletionGracePeriodSeconds != 0) | .deletionTimestamp'",
    replace: "'.metadata.deletionTimestamp'",
    test: {
      file: 'operator/testing/src/control-plane/simulated-pods.real.test.ts',
      title: 'a simulated Pod that is made again at once under its name does not go with the one before',
    },
  },
  {
    name: 'control-plane-is-no-command',
    promise: 'The control plane of the tests is a command of the installed package.',
    file: 'operator/testing/src/control-plane/cli.ts',
    find: '#!/usr/bin/env node\n',
    replace: '',
    test: {
      file: 'test/repo/commands.test.ts',
      title: 'the packages of the operator and of the test kit have commands that a shell can start by name',
    },
  },
  {
    name: 'compiler-works-in-silence',
    promise: 'A script that has to compile says so within two seconds.',
    file: 'test/repo/compile.ts',
    find: '    say(`${what} …`);\n',
    replace: '',
    test: {
      file: 'test/repo/compile.test.ts',
      title: 'says within two seconds that it compiles, and how long it took',
    },
  },
];
