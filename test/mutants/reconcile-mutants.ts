import type { Mutant } from './mutant.ts';

const reconcile = 'operator/runtime/src/reconcile';

/** Of what one reconcile does, and of what a declaration allows. */
export const reconcileMutants: readonly Mutant[] = [
  {
    name: 'status-writes-what-is-stored',
    promise: 'A status that is stored already is not written.',
    row: 'all kinds: silence',
    file: `${reconcile}/status/status.ts`,
    find: 'if (status !== undefined && isStored(run, status)) return undefined;',
    replace: '',
    test: {
      file: `${reconcile}/status/status.test.ts`,
      title: 'is written once: what is stored already costs no request, after a restart either',
    },
  },
  {
    name: 'status-undone-by-others-stays',
    promise: 'A status of ours that somebody changed is put back.',
    file: `${reconcile}/status/status.ts`,
    find: 'return ours === wanted;',
    replace: 'return true;',
    test: { file: `${reconcile}/status/status.test.ts`, title: 'is put back when somebody has changed it' },
  },
  {
    name: 'conditions-reconcile-while-stalled',
    promise: 'What waits for a person is not told as going on.',
    row: 'all kinds: status',
    file: `${reconcile}/status/conditions.ts`,
    find: '!isReady && !isStalled',
    replace: '!isReady',
    test: { file: `${reconcile}/status/conditions.test.ts`, title: 'is never reconciling and stalled at once' },
  },
  {
    name: 'conditions-deny-what-is-in-the-way',
    promise: 'No message says that nothing is to be done beside one that says what is in the way.',
    row: 'all kinds: status',
    file: `${reconcile}/status/conditions.ts`,
    find: "'Reconciliation is in progress; it is retried automatically.'",
    replace: "'Nothing waits for a person.'",
    test: { file: 'operator/src/controllers/condition-messages.test.ts', title: 'never deny what is in the way' },
  },
  {
    name: 'conditions-forget-when',
    promise: 'A condition keeps its time as long as its status.',
    file: `${reconcile}/status/conditions.ts`,
    find: 'before?.status === stated.status ? before.lastTransitionTime : at.now',
    replace: 'at.now',
    test: {
      file: `${reconcile}/status/conditions.test.ts`,
      title: 'keeps the time while the status stays, whatever the reason is',
    },
  },
  {
    name: 'reconcile-works-on-the-deleted',
    promise: 'Nothing is done for an object that is being deleted.',
    row: 'all kinds: deletion',
    file: `${reconcile}/run/reconcile-object.ts`,
    find: 'if (run.owner.metadata.deletionTimestamp !== undefined) {',
    replace: 'if (hasFinalizer(definition, run.owner) && run.owner.metadata.deletionTimestamp !== undefined) {',
    test: { file: `${reconcile}/run/reconcile-object.test.ts`, title: 'is not reconciled' },
  },
  {
    name: 'reconcile-misses-an-edit-behind-its-status',
    promise: 'A spec that changes while its status is written leads to another run.',
    file: `${reconcile}/status/report.ts`,
    find: 'written.metadata.generation !== generation',
    replace: 'false',
    test: {
      file: `${reconcile}/run/reconcile-object.test.ts`,
      title: 'is run again at once if the spec has changed meanwhile: our own write hides that from the watch',
    },
  },
  {
    name: 'rules-miss-a-verb',
    promise: 'The rules grant exactly what the runtime does.',
    file: `${reconcile}/declare/rules.ts`,
    find: `'create', 'get', 'list', 'patch', 'watch'`,
    replace: `'create', 'list', 'patch', 'watch'`,
    test: {
      file: `${reconcile}/declare/rules.test.ts`,
      title: 'with a child get the resource before making it, and may block its deletion',
    },
  },
  {
    name: 'rules-grant-deletion-unasked',
    promise: 'The right to delete is granted only where it is declared.',
    file: `${reconcile}/declare/rules.ts`,
    find: `...(deletes ? ['delete'] : [])`,
    replace: `'delete'`,
    test: { file: `${reconcile}/declare/rules.test.ts`, title: 'have delete only where it is named' },
  },
  {
    name: 'types-let-a-taken-name-pass',
    promise: 'A handle that would hide the status does not compile.',
    file: `${reconcile}/declare/declaration.ts`,
    find: "readonly owns?: O & Free<O, Basics<unknown, S, M>, OwnedKind, 'wrap it: owns(...)'>;",
    replace: 'readonly owns?: O;',
    test: {
      file: `${reconcile}/declare/declaration-types.test.ts`,
      title: 'the name of a handle that every reconcile has is taken',
      titleIn: 'operator/runtime/fixtures/declaration-refused-dependencies.ts',
    },
  },
  {
    name: 'types-complain-again-at-each-use',
    promise: 'A kind that is not wrapped is said where it stands, once.',
    file: `${reconcile}/declare/declaration.ts`,
    find: 'K extends Kind<infer T> ? OwnsAndDeletes<T> : never',
    replace: 'never',
    test: {
      file: `${reconcile}/declare/declaration-types.test.ts`,
      titleIn: 'operator/runtime/fixtures/declaration-refused-dependencies.ts',
      title: 'a kind is owned through owns(), which is said once',
    },
  },
  {
    name: 'types-let-everything-be-deleted',
    promise: 'A deletion that was not declared does not compile.',
    file: `${reconcile}/declare/declaration.ts`,
    find: '(TDelete extends true ? OwnsAndDeletes<T> : Owns<T>)',
    replace: 'OwnsAndDeletes<T>',
    test: {
      file: `${reconcile}/declare/declaration-types.test.ts`,
      title: 'delete does not exist unless the declaration names it',
      titleIn: 'operator/runtime/fixtures/declaration-refused.ts',
    },
  },
  {
    name: 'types-let-dependencies-be-forgotten',
    promise: 'A controller that does not declare what its reconcile takes does not compile.',
    file: `${reconcile}/declare/declaration.ts`,
    find: `  readonly reconcile: (
    object: TObject,
    context: NoInfer<Context<Undeclared, Declared<O, R, W, U, S, M>, TStatus>>,
  ) => Promise<`,
    replace: `  reconcile(
    object: TObject,
    context: NoInfer<Context<Undeclared, Declared<O, R, W, U, S, M>, TStatus>>,
  ): Promise<`,
    test: {
      file: `${reconcile}/declare/declaration-types.test.ts`,
      title: 'a controller has the dependencies that its reconcile takes',
      titleIn: 'operator/runtime/fixtures/declaration-refused-contexts.ts',
    },
  },
  {
    name: 'compiler-hides-what-to-declare-in-a-file-of-its-own',
    promise: 'The compiler says where to declare a handle also to a reconcile in a file of its own.',
    file: `${reconcile}/declare/define-dependencies.ts`,
    find: `  D extends Declared<infer O, infer R, infer W, infer U, infer S, infer M>
    ? Context<Undeclared, Declared<O, R, W, U, S, M>, StatusOf<A>>
    : never;`,
    replace: '  Context<Undeclared, D, StatusOf<A>>;',
    test: {
      file: `${reconcile}/declare/declaration-types.test.ts`,
      title: 'a reconcile in a file of its own finds no handle that its dependencies do not name',
      titleIn: 'operator/runtime/fixtures/declaration-refused-contexts.ts',
    },
  },
  {
    name: 'compiler-does-not-say-how-to-delete',
    promise: 'The compiler says what to declare where a delete was not declared.',
    file: `${reconcile}/declare/handle-types.ts`,
    find: "readonly delete: (say: 'say owns(..., { delete: true })') => Promise<boolean>;",
    replace: 'readonly delete: (name: string) => Promise<boolean>;',
    test: {
      file: `${reconcile}/declare/declaration-types.test.ts`,
      titleIn: 'operator/runtime/fixtures/declaration-refused.ts',
      title: 'delete does not exist unless the declaration names it',
    },
  },
  {
    name: 'compiler-does-not-say-what-to-return',
    promise: 'The compiler says what to return where a reconcile returns nothing.',
    file: `${reconcile}/declare/declaration.ts`,
    find: "Action | Please<'return awaitChange or checkAgain(ms)'>",
    replace: 'Action',
    test: {
      file: `${reconcile}/declare/declaration-types.test.ts`,
      titleIn: 'operator/runtime/fixtures/declaration-refused.ts',
      title: 'a reconcile says what happens next',
    },
  },
  {
    name: 'compiler-does-not-say-what-a-helper-returns',
    promise: 'The compiler says what a function returns that makes a child.',
    file: 'operator/runtime/src/client/sent.ts',
    find: "Please<'let the function return Desired<...>'>",
    replace: 'never',
    test: {
      file: `${reconcile}/declare/declaration-types.test.ts`,
      titleIn: 'operator/runtime/fixtures/declaration-refused.ts',
      title: 'a child that a helper function makes is what the helper says that it is',
    },
  },
];
