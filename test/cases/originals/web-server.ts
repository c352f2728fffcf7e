import type { Originals } from './original.ts';

/** The acceptance tests and known faults of the original WebServer operator, by id, each with the files here that test it. */
export const webServer: Originals = {
  name: 'WebServer',
  about:
    'The acceptance tests (WS-A) are those of the article about the original operator; BUG-WS are faults of the original.',
  rows: [
    {
      id: 'WS-A1',
      what: 'the sample gets 3 Pods, and its node port answers',
      files: ['test/e2e/web-server/walk-through.test.ts'],
    },
    {
      id: 'WS-A2',
      what: '3 → 4 replicas',
      files: ['test/e2e/web-server/walk-through.test.ts', 'test/e2e/web-server/kubectl.test.ts'],
    },
    {
      id: 'WS-A3',
      what: 'rollout of an image',
      files: ['test/e2e/web-server/walk-through.test.ts'],
    },
    {
      id: 'WS-A4',
      what: 'the Service is deleted',
      files: ['test/e2e/web-server/walk-through.test.ts'],
    },
    {
      id: 'WS-A5',
      what: 'installation and removal',
      files: ['test/e2e/environments/environments.suite.ts'],
    },
    {
      id: 'WS-A6',
      what: 'edited by hand, and deleted',
      files: ['test/e2e/web-server/walk-through.test.ts'],
    },
    {
      id: 'BUG-WS-1',
      what: 'one fixed node port for all WebServers',
      files: [
        'test/e2e/web-server/node-port-taken.test.ts',
        'test/e2e/web-server/admission.test.ts',
        'test/e2e/web-server/removed-fields.test.ts',
      ],
    },
    {
      id: 'BUG-WS-2',
      what: 'children are polled, not watched',
      files: ['test/e2e/web-server/drift.test.ts', 'test/e2e/web-server/walk-through.test.ts'],
    },
    {
      id: 'BUG-WS-3',
      what: 'growing waits after errors',
      files: ['test/e2e/web-server/node-port-taken.test.ts'],
    },
    {
      id: 'BUG-WS-4',
      what: 'RBAC rules written by hand',
      files: ['test/audit/rights.test.ts', 'test/e2e/rights/rights.test.ts'],
    },
    {
      id: 'BUG-WS-5',
      what: 'the Service is never updated',
      files: ['test/e2e/web-server/drift.test.ts'],
    },
    {
      id: 'BUG-WS-6',
      what: 'no validation, no defaults',
      files: ['test/e2e/web-server/admission.test.ts'],
    },
    {
      id: 'BUG-WS-7',
      what: 'unowned objects are taken over',
      files: ['test/e2e/web-server/ownership.test.ts'],
    },
    {
      id: 'BUG-WS-8',
      what: 'only few fields are compared',
      files: ['test/e2e/web-server/drift.test.ts'],
    },
    {
      id: 'BUG-WS-9',
      what: 'no status',
      files: ['test/e2e/web-server/status.test.ts'],
    },
    {
      id: 'BUG-WS-10',
      what: 'children are created for a terminating resource',
      files: ['test/e2e/web-server/deletion.test.ts'],
    },
    {
      id: 'BUG-WS-11',
      what: 'names that no Service can have',
      files: ['test/e2e/web-server/admission.test.ts', 'test/e2e/web-server/invalid.test.ts'],
    },
  ],
  beyond: [
    'Taking over (`operator/docs/web-server.md`): what our first version left is taken over with one write to each Deployment, and without a restart (`test/e2e/take-over/first-version.suite.ts`), what the original left is adopted in place (`test/e2e/web-server/take-over.test.ts`).',
    'Beyond these: fields that others add to a child stay (`test/e2e/web-server/foreign-fields.test.ts`), fields that are no longer desired are removed (`test/e2e/web-server/removed-fields.test.ts`), quotas, policies and webhooks that refuse a child (`test/e2e/web-server/refusing-cluster.test.ts`), the number of writes (`test/e2e/web-server/costs.test.ts`), two replicas (`test/e2e/web-server/leader.test.ts`), an autoscaler (`test/e2e/web-server/walk-through.test.ts`), events and what `kubectl` shows (`test/e2e/web-server/kubectl.test.ts`).',
  ],
};
