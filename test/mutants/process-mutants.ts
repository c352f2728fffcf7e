import type { Mutant } from './mutant.ts';

const controller = 'operator/runtime/src/controller';
const manager = 'operator/runtime/src/manager';
const generate = 'operator/generate/src';

/** Of controllers in their process, of what is generated, and of our operators. */
export const processMutants: readonly Mutant[] = [
  {
    name: 'child-change-forgets-its-old-owner',
    promise: 'A child that changes hands wakes who had it.',
    file: `${controller}/sources.ts`,
    find: 'new Set([ownerOf(change.before, ownerKind), ownerOf(change.after, ownerKind)])',
    replace: 'new Set([ownerOf(change.after, ownerKind)])',
    test: { file: `${controller}/sources.test.ts`, title: 'concerns both the old and the new controller' },
  },
  {
    name: 'controller-starts-with-the-old',
    promise: 'What changes now comes before what was there at the start.',
    file: `${controller}/controller.ts`,
    find: 'initial ? { priority: behindChanges } : {}',
    replace: '{}',
    test: {
      file: `${controller}/controller.test.ts`,
      title: 'gives what changes now precedence over what was there at the start',
    },
  },
  {
    name: 'controller-trusts-who-led-before',
    promise: 'A new term looks at every resource.',
    file: `${controller}/controller.ts`,
    find: '      await resync();\n',
    replace: '',
    test: {
      file: `${controller}/controller.test.ts`,
      title: 'looks at every resource anew: another process may have left one half done',
    },
  },
  {
    name: 'workers-swallow-a-refusal',
    promise: 'What the state of the cluster stands in the way of is tried again.',
    row: 'all kinds: refusals',
    file: `${controller}/requeue.ts`,
    find: 'outcome.refusal.retry)',
    replace: 'false)',
    test: {
      file: `${controller}/workers.test.ts`,
      title: 'that may end by itself is looked at again, first after a second and then at least every 30',
    },
  },
  {
    name: 'workers-go-on-after-a-stop',
    promise: 'After a stop no new work is begun.',
    file: `${controller}/workers.ts`,
    find: 'anySignal(options.stop, options.leadership.signal)',
    replace: 'options.leadership.signal',
    test: {
      file: `${controller}/workers.test.ts`,
      title: 'lets running reconciles go on to their end, and takes no further key',
    },
  },
  {
    name: 'workers-lose-what-a-lost-term-aborted',
    promise: 'What lost leadership aborts is due again in the next term, and is no failure.',
    file: `${controller}/requeue.ts`,
    find: 'if (leadership.signal.aborted) {',
    replace: 'if (false) {',
    test: {
      file: `${controller}/workers.test.ts`,
      title: 'aborts what runs, and keeps its key for the next term without a wait',
    },
  },
  {
    name: 'workers-outlive-their-leadership',
    promise: 'Running work is aborted when leadership ends.',
    file: `${controller}/reconcile-key.ts`,
    find: 'parent: leadership.signal,',
    replace: '',
    test: {
      file: `${controller}/workers.test.ts`,
      title: 'aborts what runs, and keeps its key for the next term without a wait',
    },
  },
  {
    name: 'stop-aborts-at-once',
    promise: 'On stop, running work may finish within the grace period.',
    file: `${manager}/lead.ts`,
    find: 'settings.gracePeriodSeconds * 1000, clock)',
    replace: '0, clock)',
    test: { file: `${manager}/lead.test.ts`, title: 'lets running work finish, of every controller' },
  },
  {
    name: 'stop-waits-for-the-deaf',
    promise: 'A reconcile that ignores its signal does not keep the process.',
    file: `${manager}/lead.ts`,
    find: 'await Promise.race([finished, overtime])',
    replace: 'await finished',
    test: {
      file: `${manager}/lead.test.ts`,
      title: 'leaves work that ignores its signal behind 5 s after the grace period',
    },
  },
  {
    name: 'controllers-setting-ignored',
    promise: 'Only the controllers that --controllers names run.',
    file: `${manager}/assemble.ts`,
    find: 'settings.controllers.includes(name)',
    replace: 'true',
    test: { file: `${manager}/assemble.test.ts`, title: 'decides which controllers are made, and so what is watched' },
  },
  {
    name: 'generator-leaves-stale-files',
    promise: 'A folder of generated files holds nothing else.',
    file: `${generate}/write-files.ts`,
    find: '!files.has(path)',
    replace: 'false',
    test: {
      file: `${generate}/write-files.test.ts`,
      title: 'deletes every other file of a folder that it owns, and of the folders in it',
    },
  },
  {
    name: 'declaration-grants-every-lease',
    promise: 'The operator may change its own Lease only.',
    file: `${generate}/declaration.ts`,
    find: 'resourceNames: [leaseName], ',
    replace: '',
    test: {
      file: `${generate}/declaration.test.ts`,
      title: 'grants the one Lease by its name, and only its creation without',
    },
  },
  {
    name: 'generate-writes-into-any-page',
    promise: 'Of a page of docs only the part between its two marks is generated.',
    file: 'operator/generate/src/docs/pages.ts',
    find: 'if (rest === undefined && after === undefined) return page;',
    replace: '',
    test: { file: 'operator/generate/src/docs/pages.test.ts', title: 'stays as it is without the marks' },
  },
  {
    name: 'generate-lists-a-creation-rule-as-any-other',
    promise: 'A page of docs says which rules guard creation only.',
    file: 'operator/generate/src/docs/pages.ts',
    find: "creation.test(rule) ? onCreation : ''",
    replace: "''",
    test: {
      file: 'operator/generate/src/docs/pages.test.ts',
      title: 'tells what the API takes, what it tells and what is checked',
    },
  },
];
