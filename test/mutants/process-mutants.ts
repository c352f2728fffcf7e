import type { Mutant } from './mutant.ts';

const controller = 'operator/runtime/src/controller';
const manager = 'operator/runtime/src/manager';
const generate = 'operator/generate/src';

/** Mutants of controllers in their process, of generated files, and of our operators. */
export const processMutants: readonly Mutant[] = [
  {
    name: 'child-change-forgets-its-old-owner',
    promise: 'If the controller reference of a child changes, the old and the new owner are enqueued.',
    file: `${controller}/sources.ts`,
    find: 'new Set([ownerOf(change.before, ownerKind), ownerOf(change.after, ownerKind)])',
    replace: 'new Set([ownerOf(change.after, ownerKind)])',
    test: `${controller}/sources.test.ts`,
  },
  {
    name: 'controller-starts-with-the-old',
    promise: 'New changes are reconciled before the initial objects.',
    file: `${controller}/controller.ts`,
    find: 'initial ? { priority: lowPriority } : {}',
    replace: '{}',
    test: `${controller}/controller.test.ts`,
  },
  {
    name: 'controller-trusts-who-led-before',
    promise: 'A new term reconciles every resource.',
    file: `${controller}/controller.ts`,
    find: '      await resync();\n',
    replace: '',
    test: `${controller}/controller.test.ts`,
  },
  {
    name: 'workers-swallow-a-refusal',
    promise: 'A reconcile that fails because of the state of the cluster is retried.',
    row: 'all kinds: refusals',
    file: `${controller}/requeue.ts`,
    find: 'outcome.refusal.retry)',
    replace: 'false)',
    test: `${controller}/workers.test.ts`,
  },
  {
    name: 'workers-go-on-after-a-stop',
    promise: 'After a stop, workers take no further key.',
    file: `${controller}/workers.ts`,
    find: 'anySignal(options.stop, options.leadership.signal)',
    replace: 'options.leadership.signal',
    test: `${controller}/workers.test.ts`,
  },
  {
    name: 'workers-lose-what-a-lost-term-aborted',
    promise:
      'A reconcile that is aborted because the leadership is lost is due again in the next term, and counts as no failure.',
    file: `${controller}/requeue.ts`,
    find: 'if (leadership.signal.aborted) {',
    replace: 'if (false) {',
    test: `${controller}/workers.test.ts`,
  },
  {
    name: 'workers-outlive-their-leadership',
    promise: 'Running reconciles are aborted when the leadership ends.',
    file: `${controller}/reconcile-key.ts`,
    find: 'parent: leadership.signal,',
    replace: '',
    test: `${controller}/workers.test.ts`,
  },
  {
    name: 'stop-aborts-at-once',
    promise: 'On a stop, running reconciles may finish within the grace period.',
    file: `${manager}/lead.ts`,
    find: 'settings.gracePeriodSeconds * 1000, clock)',
    replace: '0, clock)',
    test: `${manager}/lead.test.ts`,
  },
  {
    name: 'stop-waits-for-the-deaf',
    promise: 'A reconcile that ignores its signal does not prevent the end of the process.',
    file: `${manager}/lead.ts`,
    find: 'await Promise.race([finished, overtime])',
    replace: 'await finished',
    test: `${manager}/lead.test.ts`,
  },
  {
    name: 'controllers-setting-ignored',
    promise: 'Only the controllers that --controllers names are run.',
    file: `${manager}/assemble.ts`,
    find: 'settings.controllers.includes(name)',
    replace: 'true',
    test: `${manager}/assemble.test.ts`,
  },
  {
    name: 'generator-leaves-stale-files',
    promise: 'The generator deletes all other files in its folders.',
    file: `${generate}/write-files.ts`,
    find: '!files.has(path)',
    replace: 'false',
    test: `${generate}/write-files.test.ts`,
  },
  {
    name: 'declaration-grants-every-lease',
    promise: 'The operator may change only its own Lease.',
    file: `${generate}/declaration.ts`,
    find: 'resourceNames: [leaseName], ',
    replace: '',
    test: `${generate}/declaration.test.ts`,
  },
  {
    name: 'generate-writes-into-any-page',
    promise: 'Only the part of a page between the two marks is generated.',
    file: 'operator/generate/src/docs/pages.ts',
    find: 'if (rest === undefined && after === undefined) return page;',
    replace: '',
    test: 'operator/generate/src/docs/pages.test.ts',
  },
  {
    name: 'generate-lists-a-creation-rule-as-any-other',
    promise: 'A page says which validation rules apply on creation only.',
    file: 'operator/generate/src/docs/pages.ts',
    find: "creation.test(rule) ? onCreation : ''",
    replace: "''",
    test: 'operator/generate/src/docs/pages.test.ts',
  },
];
