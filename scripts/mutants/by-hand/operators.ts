import type { Mutant } from './mutant.ts';

/** Promises that our operators keep if they crash between two API calls. */
export const operators: readonly Mutant[] = [
  {
    name: 'immortal-deletes-before-it-has-counted',
    promise: 'The count is written to the status before the Pod with the same ordinal is deleted.',
    file: 'operator/src/controllers/immortal-container/controller.ts',
    find: 'await status.save(buildContainerStatus(container, pod, count));',
    replace: '',
    test: 'operator/src/controllers/immortal-container/reconcile.test.ts',
  },
  {
    name: 'echo-creates-the-new-job-beside-the-old',
    promise: 'The new Job is created only once the old one is deleted.',
    file: 'operator/src/controllers/echo/controller.ts',
    find: "{ note: 'the Job does not print spec.message' })) ? undefined : found",
    replace: "{ note: 'the Job does not print spec.message' })) ? undefined : undefined",
    test: 'operator/src/controllers/echo/reconcile.test.ts',
  },
  {
    name: 'pet-id-is-written-too-late',
    promise: 'The id of an added pet is stored before another Pet searches for an equal pet.',
    file: 'operator/src/controllers/pet/reconcile.ts',
    find: 'await status.save(buildSyncedStatus(pet, id, { now: formatTimestamp(clock), written: true }));',
    replace: 'status.set(buildSyncedStatus(pet, id, { now: formatTimestamp(clock), written: true }));',
    test: 'operator/src/controllers/pet/addition.test.ts',
  },
  {
    name: 'pet-loses-its-finalizer-before-it-is-removed',
    promise: 'The finalizer is removed only after the pet is deleted from the store.',
    file: 'operator/src/controllers/pet/reconcile.ts',
    find: 'await ask({ pet, store, known: { id }, status }, () => store.delete(id, signal));',
    replace: 'void store.delete(id, signal).catch(() => undefined);',
    test: 'operator/src/controllers/pet/reconcile.test.ts',
  },
  {
    name: 'memcached-creates-again-what-is-still-there',
    promise: 'The Deployment is created again only once the old one is deleted.',
    file: 'operator/src/controllers/memcached/reconcile.ts',
    find: '!(await deployments.delete(name, { note: because }))',
    replace: 'await deployments.delete(name, { note: because })',
    test: 'operator/src/controllers/memcached/reconcile.test.ts',
  },
];
