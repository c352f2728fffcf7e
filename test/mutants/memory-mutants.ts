import type { Mutant } from './mutant.ts';

const reconcile = 'operator/runtime/src/reconcile';
const manager = 'operator/runtime/src/manager';
const finalizers = `${reconcile}/run/finalizers.test.ts`;
const steps = `${reconcile}/run/before-the-next-step.test.ts`;

/** Mutants of finalizers, saved statuses, live reads, and the values that a run gets beside its handles. */
export const memoryMutants: readonly Mutant[] = [
  {
    name: 'finalizer-comes-after-the-work',
    promise: 'The finalizer is stored before the first reconcile.',
    file: `${reconcile}/run/reconcile-object.ts`,
    find: 'await updateFinalizers(run, definition);',
    replace: '',
    test: finalizers,
  },
  {
    name: 'finalizer-is-added-to-what-has-changed',
    promise: 'A finalizer is added by a patch that the API server refuses if the object has changed.',
    file: `${reconcile}/run/finalizers.ts`,
    find: "{ op: 'test', path: '/metadata/resourceVersion', value: run.owner.metadata.resourceVersion },",
    replace: '',
    test: finalizers,
  },
  {
    name: 'finalizer-of-others-is-dropped',
    promise: 'A patch removes only our own finalizer, even if the list has changed meanwhile.',
    file: `${reconcile}/run/finalizers.ts`,
    find: "{ op: 'test', path, value: name },",
    replace: '',
    test: finalizers,
  },
  {
    name: 'finalizer-is-removed-without-clean-up',
    promise: 'The finalizer stays until cleanUp has succeeded.',
    file: `${reconcile}/run/reconcile-object.ts`,
    find: 'await definition.finalizer?.cleanUp(run.owner, context)',
    replace: 'definition.finalizer?.cleanUp(run.owner, context).catch(() => undefined)',
    test: finalizers,
  },
  {
    name: 'finalizer-forgets-its-older-names',
    promise: 'A terminating resource with a former name of the finalizer is cleaned up, too.',
    file: `${reconcile}/run/finalizers.ts`,
    find: 'return names.some((name) => metadata.finalizers?.includes(name));',
    replace: 'return names.slice(0, 1).some((name) => metadata.finalizers?.includes(name));',
    test: finalizers,
  },
  {
    name: 'child-is-created-from-an-old-owner',
    promise: 'A child is created only if the cached owner has the resource version of the one on the API server.',
    row: 'all kinds: crashes',
    file: `${reconcile}/child/apply-child.ts`,
    find: 'if (live.metadata.resourceVersion !== run.owner.metadata.resourceVersion) {',
    replace: 'if (live.metadata.uid !== run.owner.metadata.uid) {',
    test: steps,
  },
  {
    name: 'save-waits-for-the-end',
    promise: '`status.save` stores the status before it resolves.',
    row: 'all kinds: crashes',
    file: `${reconcile}/run/handles.ts`,
    find: 'await writeStatus(run, withStoredError(run, status));',
    replace: '',
    test: steps,
  },
  {
    name: 'run-forgets-what-it-wrote-itself',
    promise: 'A reconcile that has written its own object continues with the written version.',
    file: `${reconcile}/write/gateway.ts`,
    find: 'if (isOfOwner) run.owner = answer;',
    replace: '',
    test: steps,
  },
  {
    name: 'live-look-believes-a-name',
    promise: 'getLive returns an object only if its owner reference is ours, whatever its name is.',
    file: `${reconcile}/child/live-child.ts`,
    find: 'live === undefined || !isOwnedBy(live, run.owner)',
    replace: 'live === undefined',
    test: steps,
  },
  {
    name: 'refusal-of-a-controller-is-emitted-with-every-try',
    promise: 'A Warning event is emitted when a problem changes, not for each retry.',
    row: 'all kinds: events',
    file: `${reconcile}/status/conditions.ts`,
    find: 'return warning.has(type) && !isOld;',
    replace: 'return warning.has(type) || !isOld;',
    test: steps,
  },
  {
    name: 'settings-of-two-mean-two-things',
    promise: 'Two controllers may share the name of a setting only with the identical definition.',
    file: `${manager}/operator-definition.ts`,
    find: 'if ((memberOf(table, name) ?? setting) !== setting) {',
    replace: 'if ((memberOf(table, name) ?? setting).type !== setting.type) {',
    test: `${manager}/injected.test.ts`,
  },
  {
    name: 'injected-values-are-left-open',
    promise: 'The values that controllers use are disposed when the process ends.',
    file: `${manager}/injected.ts`,
    find: 'for (const { name, value } of this.#created.toReversed()) await this.#dispose(name, value);',
    replace: '',
    test: `${manager}/injected.test.ts`,
  },
  {
    name: 'gauge-keeps-deleted-objects',
    promise: 'A gauge per object has no sample of a deleted object.',
    file: `${manager}/metrics/author-metrics.ts`,
    find: 'gauge.reset();',
    replace: '',
    test: `${manager}/injected.test.ts`,
  },
];
