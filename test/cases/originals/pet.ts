import type { Originals } from './original.ts';

/** The ids of the original of Pet, and the files of ours that test them. */
export const pet: Originals = {
  name: 'Pet',
  about:
    'PS-A are the walk-through of the lesson about the original operator, and cases that follow from it; BUG-PS are its faults. The tests and faults of its store are above.',
  rows: [
    {
      id: 'PS-A1',
      what: 'the samples are in the store',
      files: ['test/e2e/pet/walk-through.test.ts', 'test/e2e/environments/environments.suite.ts'],
    },
    {
      id: 'PS-A2',
      what: 'Thor is renamed Thorbert',
      files: ['test/e2e/pet/walk-through.test.ts', 'operator/src/controllers/pet/reconcile.test.ts'],
    },
    {
      id: 'PS-A3',
      what: 'a deleted Pet is deleted from the store',
      files: ['test/e2e/pet/walk-through.test.ts', 'operator/src/controllers/pet/reconcile.test.ts'],
    },
    {
      id: 'PS-A4',
      what: 'the birthday is changed',
      files: ['test/e2e/pet/walk-through.test.ts', 'operator/src/controllers/pet/reconcile.test.ts'],
    },
    {
      id: 'PS-A5',
      what: 'the store has lost its pets in a restart',
      files: [
        'test/e2e/pet/store-away.test.ts',
        'test/e2e/pet/take-over.test.ts',
        'operator/src/controllers/pet/reconcile.test.ts',
      ],
    },
    {
      id: 'PS-A6',
      what: 'a Pet is deleted while the store is down',
      files: [
        'test/e2e/pet/store-away.test.ts',
        'test/e2e/disruptions/disruptions.suite.ts',
        'operator/src/controllers/pet/reconcile.test.ts',
      ],
    },
    {
      id: 'BUG-PS-1',
      what: 'renamed pets are added again',
      files: [
        'test/e2e/pet/walk-through.test.ts',
        'test/e2e/pet/take-over.test.ts',
        'operator/src/controllers/pet/reconcile.test.ts',
      ],
    },
    {
      id: 'BUG-PS-2',
      what: 'white space in a name adds pets again and again',
      files: [
        'test/e2e/pet/admission.test.ts',
        'test/e2e/pet/stored-before.test.ts',
        'operator/src/controllers/pet/reconcile.test.ts',
        'operator/src/controllers/pet/desired.test.ts',
      ],
    },
    {
      id: 'BUG-PS-3',
      what: 'duplicate pets, and pets without a Pet',
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
      what: 'a search that breaks off',
      files: ['test/e2e/pet/store-away.test.ts', 'operator/src/controllers/pet/reconcile.test.ts'],
    },
    {
      id: 'BUG-PS-5',
      what: 'many connections, no deadline, one call blocks all others',
      files: [
        'test/e2e/pet/leader.test.ts',
        'test/e2e/pet/store-away.test.ts',
        'operator/src/controllers/pet/controller.test.ts',
        'operator/src/pet-store/client/connect-pet-store.test.ts',
      ],
    },
    {
      id: 'BUG-PS-8',
      what: 'birthdays in the local time zone',
      files: [
        'test/e2e/pet/walk-through.test.ts',
        'test/e2e/pet/admission.test.ts',
        'operator/src/controllers/pet/desired.test.ts',
      ],
    },
    {
      id: 'BUG-PS-9',
      what: 'a finalizer without a domain, and finalizers of others overwritten',
      files: ['test/e2e/pet/take-over.test.ts', 'operator/src/controllers/pet/controller.test.ts'],
    },
    {
      id: 'BUG-PS-10',
      what: 'hidden errors, and retries that flood the log',
      files: [
        'test/e2e/pet/walk-through.test.ts',
        'test/e2e/pet/store-away.test.ts',
        'operator/src/controllers/pet/reconcile.test.ts',
      ],
    },
    {
      id: 'BUG-PS-11',
      what: 'changes in the store unnoticed, no conditions, silent retries',
      files: [
        'test/e2e/pet/store-away.test.ts',
        'test/e2e/pet/stored-before.test.ts',
        'test/e2e/pet/admission.test.ts',
        'operator/src/controllers/pet/reconcile.test.ts',
      ],
    },
    {
      id: 'BUG-PS-12',
      what: 'a client that panics, and misleading events',
      files: ['test/e2e/pet/walk-through.test.ts'],
    },
  ],
  beyond: [
    'Beyond these: the number of calls and writes, two Pets with equal specs, finalizers of others and what `kubectl` shows (`test/e2e/pet/walk-through.test.ts`), objects that were stored before the validation rules (`test/e2e/pet/stored-before.test.ts`), two replicas (`test/e2e/pet/leader.test.ts`), and the takeover of what the original left (`test/e2e/pet/take-over.test.ts`).',
  ],
};
