import type { Mutant } from './mutant.ts';

const reconcile = 'operator/src/runtime/reconcile';

/** Of what one reconcile does, and of what a declaration allows. */
export const reconcileMutants: readonly Mutant[] = [
  {
    name: 'apply-makes-again-what-has-gone',
    promise: 'What has gone is not made again by a change of it.',
    file: `${reconcile}/apply-child.ts`,
    find: 'sent(child, reference, live.metadata.uid)',
    replace: 'sent(child, reference)',
    test: { file: `${reconcile}/apply-child.test.ts`, title: 'is not made again by a change: the uid forbids it' },
  },
  {
    name: 'apply-sends-what-holds',
    promise: 'What already holds is not sent.',
    file: `${reconcile}/apply-child.ts`,
    find: 'if (isSettled(run, child, live)) return live;',
    replace: '',
    test: { file: `${reconcile}/apply-child.test.ts`, title: 'costs no request after a restart either' },
  },
  {
    name: 'keep-drops-what-cannot-be-changed',
    promise: 'A child that is kept stays as it was made: what we set there is neither changed nor given up.',
    file: `${reconcile}/keep-child.ts`,
    find: '{ ...ownPartOf(live, environment.fieldManager), ...bare }',
    replace: 'bare',
    test: {
      file: `${reconcile}/keep-child.test.ts`,
      title: 'gets back a label that somebody took, and with it all else that we had set, as it stands',
    },
  },
  {
    name: 'apply-takes-what-somebody-just-made',
    promise: 'A name that somebody takes while we make a child is not taken from them.',
    file: `${reconcile}/apply-child.ts`,
    find: 'force: false,',
    replace: 'force: true,',
    test: {
      file: `${reconcile}/apply-child.test.ts`,
      title: 'is made after a live look at it and at its owner, without force',
    },
  },
  {
    name: 'apply-makes-children-of-the-dead',
    promise: 'Nothing is made for an owner that is gone or going.',
    file: `${reconcile}/apply-child.ts`,
    find: '  await ownerStillStands(run);',
    replace: '',
    test: {
      file: `${reconcile}/reconcile-object.test.ts`,
      title: 'makes no child, though the cache has not heard of it yet',
    },
  },
  {
    name: 'apply-writes-without-leading',
    promise: 'No write begins in a process that does not lead.',
    file: `${reconcile}/apply-child.ts`,
    find: 'environment.assertLeading();',
    replace: '',
    test: { file: `${reconcile}/apply-child.test.ts`, title: 'looks, but writes nothing' },
  },
  {
    name: 'status-writes-what-is-stored',
    promise: 'A status that is stored already is not written.',
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
    file: `${reconcile}/reconcile-object.ts`,
    find: `if (owner.metadata.deletionTimestamp !== undefined) return { result: 'gone' };`,
    replace: '',
    test: { file: `${reconcile}/reconcile-object.test.ts`, title: 'is not reconciled' },
  },
  {
    name: 'reconcile-misses-an-edit-behind-its-status',
    promise: 'A spec that changes while its status is written leads to another run.',
    file: `${reconcile}/reconcile-object.ts`,
    find: 'written.metadata.generation !== run.owner.metadata.generation',
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
    find: 'readonly owns?: O & Free<O, Basics<TStatus>>;',
    replace: 'readonly owns?: O;',
    test: {
      file: `${reconcile}/declaration-types.test.ts`,
      title: 'the name of a handle that every reconcile has is taken',
      titleIn: `${reconcile}/declaration-refused.ts`,
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
];
