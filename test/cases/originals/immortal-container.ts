import type { Originals } from './original.ts';

/** The ids of the original of ImmortalContainer, and the files of ours that test them. */
export const immortalContainer: Originals = {
  name: 'ImmortalContainer',
  about: 'IC-T are the tests of the original and of its siblings in other languages; BUG-IC are faults of them.',
  rows: [
    {
      id: 'IC-T1',
      what: 'one Reconcile makes the Pod and counts 1',
      files: [
        'test/e2e/immortal-container/walk-through.test.ts',
        'operator/src/controllers/immortal-container/reconcile.test.ts',
      ],
    },
    {
      id: 'IC-T2',
      what: 'runs, is deleted, runs again with another UID',
      files: ['test/e2e/immortal-container/walk-through.test.ts'],
    },
    {
      id: 'IC-T3',
      what: 'exactly: create the Pod, write the status',
      files: [
        'test/e2e/immortal-container/keeping.test.ts',
        'operator/src/controllers/immortal-container/reconcile.test.ts',
      ],
    },
    {
      id: 'IC-T4',
      what: 'nothing to do: no write',
      files: [
        'test/e2e/immortal-container/keeping.test.ts',
        'operator/src/controllers/immortal-container/reconcile.test.ts',
      ],
    },
    {
      id: 'IC-T5',
      what: 'the status names a Pod that is gone',
      files: [
        'test/e2e/immortal-container/walk-through.test.ts',
        'operator/src/controllers/immortal-container/reconcile.test.ts',
      ],
    },
    {
      id: 'IC-T6',
      what: 'a Pod of others: an error, no write',
      files: [
        'test/e2e/immortal-container/obstacles.test.ts',
        'operator/src/controllers/immortal-container/reconcile.test.ts',
      ],
    },
    {
      id: 'IC-T7',
      what: 'currentPod is the name of the Pod',
      files: ['operator/src/controllers/immortal-container/status.test.ts'],
    },
    {
      id: 'IC-T8',
      what: 'one Pod, with its name and image',
      files: ['operator/src/controllers/immortal-container/desired.test.ts'],
    },
    {
      id: 'IC-T9',
      what: 'the status is cleared',
      files: [
        'test/e2e/immortal-container/keeping.test.ts',
        'test/e2e/immortal-container/obstacles.test.ts',
        'operator/src/controllers/immortal-container/status.test.ts',
      ],
    },
    {
      id: 'BUG-IC-1',
      what: 'lost count',
      files: [
        'test/e2e/immortal-container/keeping.test.ts',
        'test/e2e/immortal-container/take-over.test.ts',
        'operator/src/controllers/immortal-container/status.test.ts',
        'operator/src/controllers/immortal-container/reconcile.test.ts',
      ],
    },
    {
      id: 'BUG-IC-2',
      what: 'another image does nothing',
      files: ['test/e2e/immortal-container/walk-through.test.ts', 'test/e2e/immortal-container/take-over.test.ts'],
    },
    {
      id: 'BUG-IC-3',
      what: 'takes Pods of others',
      files: ['test/e2e/immortal-container/obstacles.test.ts', 'test/e2e/immortal-container/take-over.test.ts'],
    },
    {
      id: 'BUG-IC-4',
      what: 'keeps Pods that have ended',
      files: ['test/e2e/immortal-container/walk-through.test.ts', 'test/e2e/immortal-container/take-over.test.ts'],
    },
    {
      id: 'BUG-IC-5',
      what: 'makes Pods for what is being deleted',
      files: ['test/e2e/immortal-container/walk-through.test.ts'],
    },
    {
      id: 'BUG-IC-6',
      what: 'currentPod is never cleared',
      files: ['test/e2e/immortal-container/walk-through.test.ts', 'test/e2e/immortal-container/take-over.test.ts'],
    },
    {
      id: 'BUG-IC-7',
      what: 'a log line ends the process',
      files: ['test/e2e/immortal-container/walk-through.test.ts'],
    },
    {
      id: 'BUG-IC-8',
      what: 'names that are no label',
      files: ['test/e2e/immortal-container/invalid.test.ts'],
    },
    {
      id: 'BUG-IC-9',
      what: 'no spec',
      files: ['test/e2e/immortal-container/invalid.test.ts'],
    },
    {
      id: 'BUG-IC-10',
      what: 'may not write its status',
      files: ['test/e2e/immortal-container/walk-through.test.ts', 'test/audit/rights.test.ts'],
    },
    {
      id: 'BUG-IC-11',
      what: 'a watch that ends is not begun again',
      files: ['test/e2e/disruptions/disruptions.test.ts'],
    },
  ],
  beyond: [
    'Beyond these: every field of the Pod is put back in place and what others add stays (`test/e2e/immortal-container/keeping.test.ts`); quotas, policies, webhooks and Pod Security in the way (`test/e2e/immortal-container/obstacles.test.ts`); two replicas, whose leader is killed as a Pod goes (`test/e2e/immortal-container/leader.test.ts`); `startTimes` past 32 bits and what `kubectl` shows (`test/e2e/immortal-container/walk-through.test.ts`).',
  ],
};
