import type { Originals } from './original.ts';

/** The ids of the original of Memcached, and the files of ours that test them. */
export const memcached: Originals = {
  name: 'Memcached',
  about: 'MC-T are the tests of the original in its three generations A, B and C; BUG-MC are faults of them.',
  rows: [
    {
      id: 'MC-T1',
      what: 'size 3, Service, nodes',
      files: ['test/e2e/memcached/walk-through.test.ts'],
    },
    {
      id: 'MC-T2',
      what: 'size 3, then 4, in two namespaces',
      files: ['test/e2e/memcached/walk-through.test.ts'],
    },
    {
      id: 'MC-T3',
      what: 'one of two replicas leads',
      files: ['test/e2e/memcached/leader.test.ts'],
    },
    {
      id: 'MC-T4',
      what: '3 → 4, in and outside of the cluster',
      files: ['test/e2e/memcached/walk-through.test.ts', 'test/e2e/memcached/outside.test.ts'],
    },
    {
      id: 'MC-T5',
      what: 'metrics of the leader',
      files: ['test/e2e/memcached/leader.test.ts', 'test/delivery/monitoring/running.test.ts'],
    },
    {
      id: 'MC-T6',
      what: 'memcached_info',
      files: ['test/e2e/memcached/leader.test.ts', 'test/delivery/monitoring/running.test.ts'],
    },
    {
      id: 'MC-T7',
      what: 'test environment: the control plane starts, a webhook answers',
      files: ['operator/testing/src/cluster.real.test.ts', 'test/e2e/webhooks/scheduled-echo.suite.ts'],
    },
    {
      id: 'MC-T8',
      what: 'one condition Available',
      files: ['test/e2e/memcached/outside.test.ts'],
    },
    {
      id: 'MC-T9',
      what: 'restricted Pod Security Standard',
      files: ['test/e2e/memcached/walk-through.test.ts'],
    },
    {
      id: 'MC-T10',
      what: 'manager, metrics Service, ServiceMonitor',
      files: [
        'test/e2e/memcached/leader.test.ts',
        'infra/src/constructs/monitoring.test.ts',
        'test/delivery/monitoring/definitions.test.ts',
        'test/e2e/metrics/secure-metrics.test.ts',
      ],
    },
    {
      id: 'MC-T11',
      what: 'scorecard',
      files: ['infra/src/olm/bundle.test.ts', 'test/delivery/olm/validators.test.ts'],
    },
    {
      id: 'MC-T12',
      what: 'the counter increases',
      files: ['test/e2e/memcached/leader.test.ts'],
    },
    {
      id: 'MC-T13',
      what: 'alerts',
      files: ['test/delivery/monitoring/memcached.test.ts', 'test/delivery/monitoring/definitions.test.ts'],
    },
    {
      id: 'BUG-MC-1',
      what: 'the status changes back and forth',
      files: ['test/e2e/memcached/walk-through.test.ts', 'operator/src/controllers/memcached/status.test.ts'],
    },
    {
      id: 'BUG-MC-2',
      what: 'a finalizer on a terminating resource',
      files: ['test/e2e/memcached/ownership.test.ts', 'test/e2e/memcached/take-over.test.ts'],
    },
    {
      id: 'BUG-MC-3',
      what: 'one selector for all Memcacheds',
      files: ['test/e2e/memcached/walk-through.test.ts', 'test/e2e/memcached/take-over.test.ts'],
    },
    {
      id: 'BUG-MC-4',
      what: 'images with a tag, a digest, or a registry with a port',
      files: ['test/e2e/memcached/outside.test.ts', 'operator/src/controllers/memcached/desired.test.ts'],
    },
    {
      id: 'BUG-MC-5',
      what: 'only the replicas are repaired',
      files: [
        'test/e2e/memcached/drift.test.ts',
        'test/e2e/memcached/walk-through.test.ts',
        'test/e2e/memcached/take-over.test.ts',
      ],
    },
    {
      id: 'BUG-MC-6',
      what: 'without a port, no Deployment',
      files: ['test/e2e/memcached/admission.test.ts', 'test/e2e/memcached/take-over.test.ts'],
    },
    {
      id: 'BUG-MC-7',
      what: 'the port is not passed to memcached',
      files: ['test/e2e/memcached/walk-through.test.ts', 'operator/src/controllers/memcached/desired.test.ts'],
    },
    {
      id: 'BUG-MC-8',
      what: 'Pods are not watched',
      files: ['test/e2e/memcached/walk-through.test.ts'],
    },
    {
      id: 'BUG-MC-9',
      what: 'unowned Deployments are taken over',
      files: ['test/e2e/memcached/ownership.test.ts'],
    },
    {
      id: 'BUG-MC-10',
      what: 'no environment variables in the CSV',
      files: ['infra/src/olm/bundle.test.ts', 'test/delivery/olm/by-hand.test.ts'],
    },
    {
      id: 'BUG-MC-11',
      what: 'descriptors of fields that do not exist',
      files: ['infra/src/olm/bundle.test.ts'],
    },
    {
      id: 'BUG-MC-12',
      what: 'wrong ports in the CSV',
      files: ['infra/src/olm/bundle.test.ts', 'test/delivery/olm/by-hand.test.ts'],
    },
    {
      id: 'BUG-MC-13',
      what: 'volumes in the CSV',
      files: ['infra/src/olm/bundle.test.ts', 'test/delivery/olm/by-hand.test.ts'],
    },
    {
      id: 'BUG-MC-14',
      what: 'Degraded is never reset',
      files: ['test/e2e/memcached/ownership.test.ts', 'test/e2e/memcached/take-over.test.ts'],
    },
    {
      id: 'BUG-MC-15',
      what: 'alerts that never fire, and normal resizes counted',
      files: ['test/e2e/memcached/leader.test.ts', 'test/delivery/monitoring/memcached.test.ts'],
    },
    {
      id: 'BUG-MC-16',
      what: 'the Pods run busybox instead of memcached',
      files: ['test/e2e/memcached/walk-through.test.ts'],
    },
  ],
  beyond: [
    'Beyond these: fields that others add to a child stay (`test/e2e/memcached/drift.test.ts`), every propagation policy of a deletion, and a restart that writes nothing (`test/e2e/memcached/ownership.test.ts`), takeover of what the originals left (`test/e2e/memcached/take-over.test.ts`), and what `kubectl` shows (`test/e2e/memcached/admission.test.ts`).',
  ],
};
