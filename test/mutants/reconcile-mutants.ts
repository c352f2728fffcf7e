import type { Mutant } from './mutant.ts';

const reconcile = 'operator/src/runtime/reconcile';

/** Of what one reconcile does, and of what a declaration allows. */
export const reconcileMutants: readonly Mutant[] = [
  {
    name: 'status-writes-what-is-stored',
    promise: 'A status that is stored already is not written.',
    row: 'all kinds: silence',
    file: `${reconcile}/status.ts`,
    find: 'if (isStored(run, status)) return undefined;',
    replace: '',
    test: {
      file: `${reconcile}/status.test.ts`,
      title: 'is written once: what is stored already costs no request, after a restart either',
    },
  },
  {
    name: 'status-undone-by-others-stays',
    promise: 'A status of ours that somebody changed is put back.',
    file: `${reconcile}/status.ts`,
    find: 'return ours === wanted;',
    replace: 'return true;',
    test: { file: `${reconcile}/status.test.ts`, title: 'is put back when somebody has changed it' },
  },
  {
    name: 'conditions-reconcile-while-stalled',
    promise: 'What waits for a person is not told as going on.',
    row: 'all kinds: status',
    file: `${reconcile}/conditions.ts`,
    find: '!isReady && !isStalled',
    replace: '!isReady',
    test: { file: `${reconcile}/conditions.test.ts`, title: 'is never reconciling and stalled at once' },
  },
  {
    name: 'conditions-forget-when',
    promise: 'A condition keeps its time as long as its status.',
    file: `${reconcile}/conditions.ts`,
    find: 'before?.status === stated.status ? before.lastTransitionTime : at.now',
    replace: 'at.now',
    test: {
      file: `${reconcile}/conditions.test.ts`,
      title: 'keeps the time while the status stays, whatever the reason is',
    },
  },
  {
    name: 'reconcile-works-on-the-deleted',
    promise: 'Nothing is done for an object that is being deleted.',
    row: 'all kinds: deletion',
    file: `${reconcile}/reconcile-object.ts`,
    find: 'if (run.owner.metadata.deletionTimestamp !== undefined) {',
    replace: 'if (holds(definition, run.owner) && run.owner.metadata.deletionTimestamp !== undefined) {',
    test: { file: `${reconcile}/reconcile-object.test.ts`, title: 'is not reconciled' },
  },
  {
    name: 'reconcile-misses-an-edit-behind-its-status',
    promise: 'A spec that changes while its status is written leads to another run.',
    file: `${reconcile}/reconcile-object.ts`,
    find: 'written.metadata.generation !== generation',
    replace: 'false',
    test: {
      file: `${reconcile}/reconcile-object.test.ts`,
      title: 'is run again at once if the spec has changed meanwhile: our own write hides that from the watch',
    },
  },
  {
    name: 'rules-miss-a-verb',
    promise: 'The rules grant exactly what the runtime does.',
    file: `${reconcile}/rules.ts`,
    find: `'create', 'get', 'list', 'patch', 'watch'`,
    replace: `'create', 'list', 'patch', 'watch'`,
    test: {
      file: `${reconcile}/rules.test.ts`,
      title: 'with a child get the resource before making it, and may block its deletion',
    },
  },
  {
    name: 'rules-grant-deletion-unasked',
    promise: 'The right to delete is granted only where it is declared.',
    file: `${reconcile}/rules.ts`,
    find: `...(deletes ? ['delete'] : [])`,
    replace: `'delete'`,
    test: { file: `${reconcile}/rules.test.ts`, title: 'have delete only where it is named' },
  },
  {
    name: 'types-let-a-taken-name-pass',
    promise: 'A handle that would hide the status does not compile.',
    file: `${reconcile}/declaration.ts`,
    find: "readonly owns?: O & Free<O, Basics<TStatus, S, M>, OwnedKind, 'wrap it: owns(...)'>;",
    replace: 'readonly owns?: O;',
    test: {
      file: `${reconcile}/declaration-types.test.ts`,
      title: 'the name of a handle that every reconcile has is taken',
      titleIn: `${reconcile}/declaration-refused-dependencies.ts`,
    },
  },
  {
    name: 'types-complain-again-at-each-use',
    promise: 'A kind that is not wrapped is said where it stands, once.',
    file: `${reconcile}/declaration.ts`,
    find: 'K extends Kind<infer T> ? OwnsAndDeletes<T> : never',
    replace: 'never',
    test: {
      file: `${reconcile}/declaration-types.test.ts`,
      titleIn: `${reconcile}/declaration-refused-dependencies.ts`,
      title: 'a kind is owned through owns(), which is said once',
    },
  },
  {
    name: 'types-let-everything-be-deleted',
    promise: 'A deletion that was not declared does not compile.',
    file: `${reconcile}/declaration.ts`,
    find: '(TDelete extends true ? OwnsAndDeletes<T> : Owns<T>)',
    replace: 'OwnsAndDeletes<T>',
    test: {
      file: `${reconcile}/declaration-types.test.ts`,
      title: 'delete does not exist unless the declaration names it',
      titleIn: `${reconcile}/declaration-refused.ts`,
    },
  },
  {
    name: 'rollout-is-done-with-pods-left-over',
    promise: 'Ready is true only when no Pod of an older template is left.',
    row: 'all kinds: status',
    file: `${reconcile}/rollout.ts`,
    find: '[updated, available, replicas]',
    replace: '[updated, available]',
    test: {
      file: `${reconcile}/rollout.test.ts`,
      title: 'is not over while a Pod is left over that does not serve any more',
    },
  },
  {
    name: 'rollout-believes-what-was-said-before',
    promise: 'Ready speaks of the newest template.',
    file: `${reconcile}/rollout.ts`,
    find: 'const updated = speaksOfNewest(deployment) ? updatedReplicas : 0;',
    replace: 'const updated = updatedReplicas;',
    test: {
      file: `${reconcile}/rollout.test.ts`,
      title:
        'is not over before the Deployment controller has seen the newest template: its numbers speak of the one before',
    },
  },
  {
    name: 'rollout-takes-what-goes-for-done',
    promise: 'A Deployment that is being deleted is not Ready.',
    file: `${reconcile}/rollout.ts`,
    find: 'done: complete && deployment.metadata.deletionTimestamp === undefined,',
    replace: 'done: complete,',
    test: { file: `${reconcile}/rollout.test.ts`, title: 'is not done, however many Pods it still has' },
  },
  {
    name: 'rollout-does-not-see-pods-that-cannot-be-made',
    promise: 'Pods that cannot be made are told of in the words of the cluster.',
    file: `${reconcile}/rollout.ts`,
    find: 'problem: notMade(deployment) ?? notGoingOn(deployment),',
    replace: 'problem: notGoingOn(deployment),',
    test: {
      file: `${reconcile}/rollout.test.ts`,
      title: 'is that Pods cannot be made, which is also why the roll-out does not go on',
    },
  },
];
