import type { Originals } from './original.ts';

/** The ids of the original of Pet, and the files of ours that test them. */
export const pet: Originals = {
  name: 'Pet',
  about:
    'PS-A are the walk-through of the lesson about the original operator and what follows from it; BUG-PS are its faults; those of its store (and PS-T) stand above.',
  rows: [
    {
      id: 'PS-A1',
      what: 'samples are in the store',
      files: ['test/e2e/pet/walk-through.test.ts', 'test/e2e/environments/environments.test.ts'],
    },
    {
      id: 'PS-A2',
      what: 'Thor is renamed Thorbert',
      files: ['test/e2e/pet/walk-through.test.ts', 'operator/src/controllers/pet/reconcile.test.ts'],
    },
    {
      id: 'PS-A3',
      what: 'deleted here and there',
      files: ['test/e2e/pet/walk-through.test.ts', 'operator/src/controllers/pet/reconcile.test.ts'],
    },
    {
      id: 'PS-A4',
      what: 'another birthday',
      files: ['test/e2e/pet/walk-through.test.ts', 'operator/src/controllers/pet/reconcile.test.ts'],
    },
    {
      id: 'PS-A5',
      what: 'a store that was restarted',
      files: [
        'test/e2e/pet/store-away.test.ts',
        'test/e2e/pet/take-over.test.ts',
        'operator/src/controllers/pet/reconcile.test.ts',
      ],
    },
    {
      id: 'PS-A6',
      what: 'deleted while the store is down',
      files: [
        'test/e2e/pet/store-away.test.ts',
        'test/e2e/disruptions/disruptions.test.ts',
        'operator/src/controllers/pet/reconcile.test.ts',
      ],
    },
    {
      id: 'BUG-PS-1',
      what: 'renamed pets are added anew',
      files: [
        'test/e2e/pet/walk-through.test.ts',
        'test/e2e/pet/take-over.test.ts',
        'operator/src/controllers/pet/reconcile.test.ts',
      ],
    },
    {
      id: 'BUG-PS-2',
      what: 'blanks add pets without end',
      files: [
        'test/e2e/pet/admission.test.ts',
        'test/e2e/pet/stored-before.test.ts',
        'operator/src/controllers/pet/reconcile.test.ts',
        'operator/src/controllers/pet/desired.test.ts',
      ],
    },
    {
      id: 'BUG-PS-3',
      what: 'duplicates, pets left behind',
      files: [
        'test/e2e/pet/crash.test.ts',
        'test/e2e/pet/store-away.test.ts',
        'test/e2e/pet/walk-through.test.ts',
        'test/e2e/pet/leader.test.ts',
        'test/e2e/pet/take-over.test.ts',
        'operator/src/controllers/pet/addition.test.ts',
        'operator/src/controllers/pet/reconcile.test.ts',
      ],
    },
    {
      id: 'BUG-PS-4',
      what: 'a look that breaks off',
      files: ['test/e2e/pet/store-away.test.ts', 'operator/src/controllers/pet/reconcile.test.ts'],
    },
    {
      id: 'BUG-PS-5',
      what: 'connections, no deadline, one call stalls all',
      files: [
        'test/e2e/pet/leader.test.ts',
        'test/e2e/pet/store-away.test.ts',
        'operator/src/controllers/pet/controller.test.ts',
        'operator/src/pet-store/client/connect-pet-store.test.ts',
      ],
    },
    {
      id: 'BUG-PS-8',
      what: 'days in the local zone',
      files: [
        'test/e2e/pet/walk-through.test.ts',
        'test/e2e/pet/admission.test.ts',
        'operator/src/controllers/pet/desired.test.ts',
      ],
    },
    {
      id: 'BUG-PS-9',
      what: 'a finalizer without a domain, lists of others overwritten',
      files: ['test/e2e/pet/take-over.test.ts', 'operator/src/controllers/pet/controller.test.ts'],
    },
    {
      id: 'BUG-PS-10',
      what: 'hidden errors, noisy retries',
      files: [
        'test/e2e/pet/walk-through.test.ts',
        'test/e2e/pet/store-away.test.ts',
        'operator/src/controllers/pet/reconcile.test.ts',
      ],
    },
    {
      id: 'BUG-PS-11',
      what: 'changes unseen, no conditions, silent retries',
      files: [
        'test/e2e/pet/store-away.test.ts',
        'test/e2e/pet/stored-before.test.ts',
        'test/e2e/pet/admission.test.ts',
        'operator/src/controllers/pet/reconcile.test.ts',
      ],
    },
    {
      id: 'BUG-PS-12',
      what: 'a client that panics, misleading words',
      files: ['test/e2e/pet/walk-through.test.ts'],
    },
  ],
  beyond: [
    'Beyond these: what it costs, two Pets that ask for the same, finalizers of others and what `kubectl` shows (`test/e2e/pet/walk-through.test.ts`), objects that were stored before the rules (`test/e2e/pet/stored-before.test.ts`), two replicas (`test/e2e/pet/leader.test.ts`), and what the original left (`test/e2e/pet/take-over.test.ts`).',
  ],
};
