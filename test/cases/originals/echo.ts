import type { Originals } from './original.ts';

/** The ids of the original of Echo and ScheduledEcho, and the files of ours that test them. */
export const echo: Originals = {
  name: 'Echo and ScheduledEcho',
  about:
    "The acceptance scenarios (EC-A) are those of the original operator's README and article; BUG-EC are its faults.",
  rows: [
    {
      id: 'EC-A1',
      what: 'sample becomes a Job that prints',
      files: ['test/e2e/echo/walk-through.test.ts'],
    },
    {
      id: 'EC-A2',
      what: 'sample becomes a CronJob that prints each minute',
      files: ['test/e2e/scheduled-echo/walk-through.test.ts'],
    },
    {
      id: 'EC-A3',
      what: 'CronJob follows the spec',
      files: ['test/e2e/scheduled-echo/walk-through.test.ts'],
    },
    {
      id: 'EC-A4',
      what: 'applied again, restarted',
      files: ['test/e2e/echo/walk-through.test.ts', 'test/e2e/scheduled-echo/walk-through.test.ts'],
    },
    {
      id: 'EC-A5',
      what: 'deleted with its children',
      files: ['test/e2e/echo/walk-through.test.ts', 'test/e2e/scheduled-echo/walk-through.test.ts'],
    },
    {
      id: 'EC-A6',
      what: 'three replicas, one leads',
      files: ['test/e2e/echo/leader.test.ts', 'test/faults/handover.test.ts'],
    },
    {
      id: 'EC-A7',
      what: 'metrics of every replica',
      files: ['test/e2e/echo/leader.test.ts'],
    },
    {
      id: 'EC-A8',
      what: 'Helm chart without high availability',
      waitsFor: 'the Helm chart',
      files: [],
    },
    {
      id: 'BUG-EC-1',
      what: 'children in one namespace',
      files: [
        'test/e2e/echo/namespaces.test.ts',
        'test/e2e/echo/walk-through.test.ts',
        'test/e2e/echo/take-over.test.ts',
      ],
    },
    {
      id: 'BUG-EC-2',
      what: 'one Job for two of one name',
      files: ['test/e2e/echo/namespaces.test.ts'],
    },
    {
      id: 'BUG-EC-3',
      what: 'changes of an Echo are ignored',
      files: ['test/e2e/echo/walk-through.test.ts'],
    },
    {
      id: 'BUG-EC-4',
      what: 'takes children of others',
      files: ['test/e2e/echo/ownership.test.ts'],
    },
    {
      id: 'BUG-EC-5',
      what: 'deleted children come back late, and print again',
      files: [
        'test/e2e/echo/runs.test.ts',
        'test/e2e/echo/walk-through.test.ts',
        'test/e2e/scheduled-echo/walk-through.test.ts',
      ],
    },
    {
      id: 'BUG-EC-6',
      what: 'changes while nobody leads are lost',
      files: ['test/e2e/echo/runs.test.ts', 'test/e2e/scheduled-echo/walk-through.test.ts'],
    },
    {
      id: 'BUG-EC-7',
      what: 'a bad schedule is never looked at again',
      files: ['test/e2e/scheduled-echo/schedule.test.ts'],
    },
    {
      id: 'BUG-EC-8',
      what: 'deleted and made again: no Job',
      files: ['test/e2e/echo/walk-through.test.ts'],
    },
    {
      id: 'BUG-EC-9',
      what: 'an older change wins',
      files: ['test/e2e/echo/walk-through.test.ts', 'test/e2e/scheduled-echo/walk-through.test.ts'],
    },
    {
      id: 'BUG-EC-10',
      what: 'names that no container can have',
      files: ['test/e2e/echo/walk-through.test.ts', 'test/e2e/echo/kubectl.test.ts'],
    },
    {
      id: 'BUG-EC-11',
      what: 'a bad kubeconfig without its error',
      files: ['operator/runtime/src/manager/operate.test.ts'],
    },
    {
      id: 'BUG-EC-12',
      what: 'monitoring is on without Prometheus',
      waitsFor: 'the Helm chart',
      files: [],
    },
    {
      id: 'BUG-EC-13',
      what: 'no right to block deletions',
      files: ['test/e2e/echo/kubectl.test.ts'],
    },
    {
      id: 'BUG-EC-14',
      what: 'two leaders write at once',
      files: ['test/e2e/echo/leader.test.ts'],
    },
  ],
  beyond: [
    'Taking over (`operator/docs/echo.md`, `operator/docs/scheduled-echo.md`): what the original left is adopted or made again (`test/e2e/echo/take-over.test.ts`).',
    'Beyond these: what becomes of a Job, with and without an operator (`test/e2e/echo/runs.test.ts`), each field of the children (`test/e2e/echo/drift.test.ts`), those stored before the rules (`test/e2e/echo/invalid.test.ts`), quotas, policies and webhooks in the way (`test/e2e/echo/refusing-cluster.test.ts`), which schedules are good (`test/e2e/scheduled-echo/schedule.test.ts`), events and what `kubectl` shows (`test/e2e/echo/kubectl.test.ts`).',
  ],
};
