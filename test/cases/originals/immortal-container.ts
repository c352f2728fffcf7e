import type { Originals } from './original.ts';

/** The ids of the original of ImmortalContainer, and the files of ours that test them. */
export const immortalContainer: Originals = {
  name: 'ImmortalContainer',
  about: 'IC-T are the tests of the original and of its siblings in other languages; BUG-IC are faults of them.',
  rows: [
    {
      id: 'IC-T1',
      what: 'one reconcile creates the Pod and counts 1',
      files: [
        'test/e2e/immortal-container/walk-through.test.ts',
        'operator/src/controllers/immortal-container/reconcile.test.ts',
      ],
    },
    {
      id: 'IC-T2',
      what: 'a deleted Pod is replaced by one with another uid',
      files: ['test/e2e/immortal-container/walk-through.test.ts'],
    },
    {
      id: 'IC-T3',
      what: 'exact writes: create the Pod, write the status',
      files: [
        'test/e2e/immortal-container/keeping.test.ts',
        'operator/src/controllers/immortal-container/reconcile.test.ts',
      ],
    },
    {
      id: 'IC-T4',
      what: 'no write if everything is up to date',
      files: [
        'test/e2e/immortal-container/keeping.test.ts',
        'operator/src/controllers/immortal-container/reconcile.test.ts',
      ],
    },
    {
      id: 'IC-T5',
      what: 'the status names a Pod that does not exist',
      files: [
        'test/e2e/immortal-container/walk-through.test.ts',
        'operator/src/controllers/immortal-container/reconcile.test.ts',
      ],
    },
    {
      id: 'IC-T6',
      what: 'a Pod that is not ours: an error, no write',
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
      what: 'the status is emptied',
      files: [
        'test/e2e/immortal-container/keeping.test.ts',
        'test/e2e/immortal-container/obstacles.test.ts',
        'operator/src/controllers/immortal-container/status.test.ts',
      ],
    },
    {
      id: 'BUG-IC-1',
      what: 'the count is lost',
      files: [
        'test/e2e/immortal-container/keeping.test.ts',
        'test/e2e/immortal-container/take-over.test.ts',
        'operator/src/controllers/immortal-container/status.test.ts',
        'operator/src/controllers/immortal-container/reconcile.test.ts',
      ],
    },
    {
      id: 'BUG-IC-2',
      what: 'a changed image is ignored',
      files: ['test/e2e/immortal-container/walk-through.test.ts', 'test/e2e/immortal-container/take-over.test.ts'],
    },
    {
      id: 'BUG-IC-3',
      what: 'unowned Pods are taken over',
      files: ['test/e2e/immortal-container/obstacles.test.ts', 'test/e2e/immortal-container/take-over.test.ts'],
    },
    {
      id: 'BUG-IC-4',
      what: 'ended Pods are kept',
      files: ['test/e2e/immortal-container/walk-through.test.ts', 'test/e2e/immortal-container/take-over.test.ts'],
    },
    {
      id: 'BUG-IC-5',
      what: 'Pods are created for a terminating resource',
      files: ['test/e2e/immortal-container/walk-through.test.ts'],
    },
    {
      id: 'BUG-IC-6',
      what: 'currentPod is never emptied',
      files: ['test/e2e/immortal-container/walk-through.test.ts', 'test/e2e/immortal-container/take-over.test.ts'],
    },
    {
      id: 'BUG-IC-7',
      what: 'a log line crashes the process',
      files: ['test/e2e/immortal-container/walk-through.test.ts'],
    },
    {
      id: 'BUG-IC-8',
      what: 'names that are no valid label',
      files: ['test/e2e/immortal-container/invalid.test.ts'],
    },
    {
      id: 'BUG-IC-9',
      what: 'a resource without a spec',
      files: ['test/e2e/immortal-container/invalid.test.ts'],
    },
    {
      id: 'BUG-IC-10',
      what: 'no right to write the status',
      files: ['test/e2e/immortal-container/walk-through.test.ts', 'test/audit/rights.test.ts'],
    },
    {
      id: 'BUG-IC-11',
      what: 'a watch that ends is not restarted',
      files: ['test/e2e/disruptions/disruptions.suite.ts'],
    },
  ],
  beyond: [
    'Beyond these: every field of the Pod is repaired in place, and fields of others stay (`test/e2e/immortal-container/keeping.test.ts`); quotas, policies, webhooks and Pod Security that refuse the Pod (`test/e2e/immortal-container/obstacles.test.ts`); two replicas, whose leader is killed while a Pod is being deleted (`test/e2e/immortal-container/leader.test.ts`); `startTimes` past 32 bits and what `kubectl` shows (`test/e2e/immortal-container/walk-through.test.ts`).',
  ],
};
