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
      what: '3, then 4, in two namespaces',
      files: ['test/e2e/memcached/walk-through.test.ts'],
    },
    {
      id: 'MC-T3',
      what: 'one of two replicas leads',
      files: ['test/e2e/memcached/leader.test.ts'],
    },
    {
      id: 'MC-T4',
      what: '3 → 4 in and outside of the cluster',
      files: ['test/e2e/memcached/walk-through.test.ts', 'test/e2e/memcached/outside.test.ts'],
    },
    {
      id: 'MC-T5',
      what: 'metrics of the leader',
      files: ['test/e2e/memcached/leader.test.ts'],
    },
    {
      id: 'MC-T6',
      what: 'memcached_info',
      files: ['test/e2e/memcached/leader.test.ts'],
    },
    {
      id: 'MC-T7',
      what: 'scaffolds: a control plane starts, a webhook answers',
      files: ['operator/testing/src/cluster.real.test.ts'],
    },
    {
      id: 'MC-T8',
      what: 'one Available condition',
      files: ['test/e2e/memcached/outside.test.ts'],
    },
    {
      id: 'MC-T9',
      what: 'Pod Security restricted',
      files: ['test/e2e/memcached/walk-through.test.ts'],
    },
    {
      id: 'MC-T10',
      what: 'manager, metrics Service, ServiceMonitor',
      files: [
        'test/e2e/memcached/leader.test.ts',
        'infra/src/constructs/monitoring/monitoring.test.ts',
        'test/e2e/memcached/monitoring.test.ts',
        'test/e2e/metrics/secure-metrics.test.ts',
      ],
    },
    {
      id: 'MC-T11',
      what: 'scorecard',
      waitsFor: 'the OLM bundle',
      files: [],
    },
    {
      id: 'MC-T12',
      what: 'the counter rises',
      files: ['test/e2e/memcached/leader.test.ts'],
    },
    {
      id: 'MC-T13',
      what: 'alerts',
      files: ['test/e2e/memcached/alerts.test.ts', 'test/e2e/memcached/monitoring.test.ts'],
    },
    {
      id: 'BUG-MC-1',
      what: 'status flaps',
      files: ['test/e2e/memcached/walk-through.test.ts', 'operator/src/controllers/memcached/status.test.ts'],
    },
    {
      id: 'BUG-MC-2',
      what: 'finalizer on what is being deleted',
      files: ['test/e2e/memcached/ownership.test.ts', 'test/e2e/memcached/take-over.test.ts'],
    },
    {
      id: 'BUG-MC-3',
      what: 'one selector for all',
      files: ['test/e2e/memcached/walk-through.test.ts', 'test/e2e/memcached/take-over.test.ts'],
    },
    {
      id: 'BUG-MC-4',
      what: 'tag, digest, registry with a port',
      files: ['test/e2e/memcached/outside.test.ts', 'operator/src/controllers/memcached/desired.test.ts'],
    },
    {
      id: 'BUG-MC-5',
      what: 'only replicas are kept',
      files: [
        'test/e2e/memcached/drift.test.ts',
        'test/e2e/memcached/walk-through.test.ts',
        'test/e2e/memcached/take-over.test.ts',
      ],
    },
    {
      id: 'BUG-MC-6',
      what: 'no port, no Deployment',
      files: ['test/e2e/memcached/admission.test.ts', 'test/e2e/memcached/take-over.test.ts'],
    },
    {
      id: 'BUG-MC-7',
      what: 'the port is not passed',
      files: ['test/e2e/memcached/walk-through.test.ts', 'operator/src/controllers/memcached/desired.test.ts'],
    },
    {
      id: 'BUG-MC-8',
      what: 'Pods are not watched',
      files: ['test/e2e/memcached/walk-through.test.ts'],
    },
    {
      id: 'BUG-MC-9',
      what: 'takes Deployments of others',
      files: ['test/e2e/memcached/ownership.test.ts'],
    },
    {
      id: 'BUG-MC-10',
      what: 'no environment in the CSV',
      waitsFor: 'the OLM bundle',
      files: [],
    },
    {
      id: 'BUG-MC-11',
      what: 'descriptors of fields that are none',
      waitsFor: 'the OLM bundle',
      files: [],
    },
    {
      id: 'BUG-MC-12',
      what: 'wrong ports in the CSV',
      waitsFor: 'the OLM bundle',
      files: [],
    },
    {
      id: 'BUG-MC-13',
      what: 'volumes of the CSV',
      waitsFor: 'the OLM bundle',
      files: [],
    },
    {
      id: 'BUG-MC-14',
      what: 'Degraded is never reset',
      files: ['test/e2e/memcached/ownership.test.ts', 'test/e2e/memcached/take-over.test.ts'],
    },
    {
      id: 'BUG-MC-15',
      what: 'rules that fail in silence, normal resizes counted',
      files: ['test/e2e/memcached/leader.test.ts', 'test/e2e/memcached/alerts.test.ts'],
    },
    {
      id: 'BUG-MC-16',
      what: 'a busybox Pod',
      files: ['test/e2e/memcached/walk-through.test.ts'],
    },
  ],
  beyond: [
    'Beyond these: what others add to a child stays (`test/e2e/memcached/drift.test.ts`), every way of deletion and a restart that writes nothing (`test/e2e/memcached/ownership.test.ts`), what the originals left (`test/e2e/memcached/take-over.test.ts`), and what `kubectl` shows (`test/e2e/memcached/admission.test.ts`).',
  ],
};
