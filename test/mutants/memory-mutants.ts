import type { Mutant } from './mutant.ts';

const reconcile = 'operator/runtime/src/reconcile';
const manager = 'operator/runtime/src/manager';
const finalizers = `${reconcile}/run/finalizers.test.ts`;
const steps = `${reconcile}/run/before-the-next-step.test.ts`;

/** Mutants of finalizers, saved statuses, live reads, and the values that a run gets beside its handles. */
export const memoryMutants: readonly Mutant[] = [
  {
    name: 'finalizer-comes-after-the-work',
    promise: 'A finalizer is persisted before the first reconcile.',
    file: `${reconcile}/run/reconcile-object.ts`,
    find: 'await updateFinalizers(run, definition);',
    replace: '',
    test: finalizers,
  },
  {
    name: 'finalizer-is-added-to-what-has-changed',
    promise: 'Finalizers are set in a guarded patch.',
    file: `${reconcile}/run/finalizers.ts`,
    find: "{ op: 'test', path: '/metadata/resourceVersion', value: run.owner.metadata.resourceVersion },",
    replace: '',
    test: finalizers,
  },
  {
    name: 'finalizer-of-others-is-dropped',
    promise: 'A finalizer that is not named is never removed.',
    file: `${reconcile}/run/finalizers.ts`,
    find: "{ op: 'test', path, value: name },",
    replace: '',
    test: finalizers,
  },
  {
    name: 'finalizer-is-removed-without-clean-up',
    promise: 'A resource that cannot be cleaned up stays.',
    file: `${reconcile}/run/reconcile-object.ts`,
    find: 'await definition.finalizer?.cleanUp(run.owner, context)',
    replace: 'definition.finalizer?.cleanUp(run.owner, context).catch(() => undefined)',
    test: finalizers,
  },
  {
    name: 'finalizer-forgets-its-older-names',
    promise: 'An older name of a finalizer is as good as the new one on a resource that is being deleted.',
    file: `${reconcile}/run/finalizers.ts`,
    find: 'return names.some((name) => metadata.finalizers?.includes(name));',
    replace: 'return names.slice(0, 1).some((name) => metadata.finalizers?.includes(name));',
    test: finalizers,
  },
  {
    name: 'child-is-created-from-an-old-owner',
    promise: 'A child is created only from the very version of its owner that the API server has.',
    row: 'all kinds: crashes',
    file: `${reconcile}/child/apply-child.ts`,
    find: 'if (live.metadata.resourceVersion !== run.owner.metadata.resourceVersion) {',
    replace: 'if (live.metadata.uid !== run.owner.metadata.uid) {',
    test: steps,
  },
  {
    name: 'save-waits-for-the-end',
    promise: 'A status that is saved is stored before the next step.',
    row: 'all kinds: crashes',
    file: `${reconcile}/run/handles.ts`,
    find: 'await writeStatus(run, withStoredError(run, status));',
    replace: '',
    test: steps,
  },
  {
    name: 'run-forgets-what-it-wrote-itself',
    promise: 'What a run has written of its own object does not stand in its way.',
    file: `${reconcile}/write/gateway.ts`,
    find: 'if (isOfOwner) run.owner = answer;',
    replace: '',
    test: steps,
  },
  {
    name: 'live-look-believes-a-name',
    promise: 'A child that is asked for live is ours by its owner reference, not by its name.',
    file: `${reconcile}/child/live-child.ts`,
    find: 'live === undefined || !isOwnedBy(live, run.owner)',
    replace: 'live === undefined',
    test: steps,
  },
  {
    name: 'refusal-of-a-controller-is-emitted-with-every-try',
    promise: 'A Warning event is emitted for a change, never for a retry.',
    row: 'all kinds: events',
    file: `${reconcile}/status/conditions.ts`,
    find: 'return warning.has(type) && !isOld;',
    replace: 'return warning.has(type) || !isOld;',
    test: steps,
  },
  {
    name: 'settings-of-two-mean-two-things',
    promise: 'Controllers share a setting only by the very same definition.',
    file: `${manager}/operator-definition.ts`,
    find: 'if ((table[name] ?? setting) !== setting) {',
    replace: 'if ((table[name] ?? setting).type !== setting.type) {',
    test: `${manager}/injected.test.ts`,
  },
  {
    name: 'injected-values-are-left-open',
    promise: 'What controllers use is disposed when the process ends.',
    file: `${manager}/injected.ts`,
    find: 'for (const { name, value } of this.#created.toReversed()) await this.#dispose(name, value);',
    replace: '',
    test: `${manager}/injected.test.ts`,
  },
  {
    name: 'gauge-keeps-deleted-objects',
    promise: 'A gauge has one sample per resource that there is.',
    file: `${manager}/metrics/author-metrics.ts`,
    find: 'gauge.reset();',
    replace: '',
    test: `${manager}/injected.test.ts`,
  },
];
