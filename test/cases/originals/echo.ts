import type { Originals } from './original.ts';

/** The ids of the original of Echo and ScheduledEcho, and the files of ours that test them. */
export const echo: Originals = {
  name: 'Echo and ScheduledEcho',
  about:
    "The acceptance scenarios (EC-A) are those of the original operator's README and article; BUG-EC are its faults.",
  rows: [
    {
      id: 'EC-A1',
      what: 'the sample gets a Job that prints',
      files: ['test/e2e/echo/walk-through.test.ts'],
    },
    {
      id: 'EC-A2',
      what: 'the sample gets a CronJob that prints each minute',
      files: ['test/e2e/scheduled-echo/walk-through.test.ts'],
    },
    {
      id: 'EC-A3',
      what: 'the CronJob follows the spec',
      files: ['test/e2e/scheduled-echo/walk-through.test.ts'],
    },
    {
      id: 'EC-A4',
      what: 'applied again, and restarted: no write',
      files: ['test/e2e/echo/walk-through.test.ts', 'test/e2e/scheduled-echo/walk-through.test.ts'],
    },
    {
      id: 'EC-A5',
      what: 'deletion of a resource with its children',
      files: ['test/e2e/echo/walk-through.test.ts', 'test/e2e/scheduled-echo/walk-through.test.ts'],
    },
    {
      id: 'EC-A6',
      what: 'three replicas, one of which leads',
      files: ['test/e2e/echo/leader.test.ts', 'test/faults/handover.test.ts'],
    },
    {
      id: 'EC-A7',
      what: 'metrics on every replica',
      files: ['test/e2e/echo/leader.test.ts'],
    },
    {
      id: 'EC-A8',
      what: 'Helm chart without high availability',
      files: ['test/delivery/helm/values.test.ts'],
    },
    {
      id: 'BUG-EC-1',
      what: 'children in the namespace of the operator',
      files: [
        'test/e2e/echo/namespaces.test.ts',
        'test/e2e/echo/walk-through.test.ts',
        'test/e2e/echo/take-over.test.ts',
      ],
    },
    {
      id: 'BUG-EC-2',
      what: 'one Job for two Echos of the same name',
      files: ['test/e2e/echo/namespaces.test.ts'],
    },
    {
      id: 'BUG-EC-3',
      what: 'changes of an Echo are ignored',
      files: ['test/e2e/echo/walk-through.test.ts'],
    },
    {
      id: 'BUG-EC-4',
      what: 'unowned objects are taken over',
      files: ['test/e2e/echo/ownership.test.ts'],
    },
    {
      id: 'BUG-EC-5',
      what: 'deleted children are created again late, and print again',
      files: [
        'test/e2e/echo/runs.test.ts',
        'test/e2e/echo/walk-through.test.ts',
        'test/e2e/scheduled-echo/walk-through.test.ts',
      ],
    },
    {
      id: 'BUG-EC-6',
      what: 'changes are lost while no replica leads',
      files: ['test/e2e/echo/runs.test.ts', 'test/e2e/scheduled-echo/walk-through.test.ts'],
    },
    {
      id: 'BUG-EC-7',
      what: 'an invalid schedule is never reconciled again',
      files: ['test/e2e/scheduled-echo/schedule.test.ts', 'test/e2e/webhooks/scheduled-echo.suite.ts'],
    },
    {
      id: 'BUG-EC-8',
      what: 'an Echo that is deleted and created again gets no Job',
      files: ['test/e2e/echo/walk-through.test.ts'],
    },
    {
      id: 'BUG-EC-9',
      what: 'an older change wins over a newer one',
      files: ['test/e2e/echo/walk-through.test.ts', 'test/e2e/scheduled-echo/walk-through.test.ts'],
    },
    {
      id: 'BUG-EC-10',
      what: 'names that no container can have',
      files: ['test/e2e/echo/walk-through.test.ts', 'test/e2e/echo/kubectl.test.ts'],
    },
    {
      id: 'BUG-EC-11',
      what: 'an invalid kubeconfig is not reported',
      files: ['operator/runtime/src/manager/operate.test.ts'],
    },
    {
      id: 'BUG-EC-12',
      what: 'monitoring is enabled without Prometheus',
      files: ['test/delivery/helm/values.test.ts'],
    },
    {
      id: 'BUG-EC-13',
      what: 'no right to set blockOwnerDeletion',
      files: ['test/e2e/echo/kubectl.test.ts'],
    },
    {
      id: 'BUG-EC-14',
      what: 'two leaders write at the same time',
      files: ['test/e2e/echo/leader.test.ts'],
    },
  ],
  beyond: [
    'Taking over (`operator/docs/echo.md`, `operator/docs/scheduled-echo.md`): what the original left is adopted or created again (`test/e2e/echo/take-over.test.ts`).',
    'Beyond these: a Job in each state, with and without an operator (`test/e2e/echo/runs.test.ts`), each field of the children (`test/e2e/echo/drift.test.ts`), resources that were stored before the validation rules (`test/e2e/echo/invalid.test.ts`), quotas, policies and webhooks that refuse a child (`test/e2e/echo/refusing-cluster.test.ts`), valid and invalid schedules (`test/e2e/scheduled-echo/schedule.test.ts`), events and what `kubectl` shows (`test/e2e/echo/kubectl.test.ts`).',
  ],
};
