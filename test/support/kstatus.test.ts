import { describe, expect, it } from 'vitest';

import type { Condition } from '../../operator/runtime/src/base/index.ts';
import type { WithConditions } from './conditions.ts';
import { kstatus, type Kstatus } from './kstatus.ts';

type Status = Condition['status'];
type Conditions = Readonly<Record<string, Status | readonly [status: Status, reason: string]>>;

/** An object of generation 2 with these conditions. */
function object(kind: string, conditions: Conditions = {}, { spec = {}, status = {} } = {}): WithConditions {
  const written = Object.entries(conditions).map(([type, each]) => {
    const [holds, reason]: readonly [Status, string] = typeof each === 'string' ? [each, ''] : each;
    return { type, status: holds, reason, message: '', lastTransitionTime: '' };
  });
  const metadata = { name: 'a', uid: '', resourceVersion: '', creationTimestamp: '', generation: 2 };
  const given: WithConditions & { readonly spec: object } = {
    ...{ apiVersion: 'v1', kind, metadata, spec },
    status: { ...status, ...(written.length > 0 && { conditions: written }) },
  };
  return given;
}

const replicas = (all: number, others: object = {}): object => ({
  ...{ observedGeneration: 2, replicas: all, updatedReplicas: all, readyReplicas: all, availableReplicas: all },
  ...others,
});

const rolledOut: Conditions = { Progressing: ['True', 'NewReplicaSetAvailable'], Available: 'True' };
const two = { spec: { replicas: 2 } };

describe('the state of an object', () => {
  it.each<[Kstatus, what: string, WithConditions]>([
    ['Current', 'a kind that has no status', object('ConfigMap')],
    ['Current', 'a resource that is ready', object('WebServer', { Ready: 'True' })],
    ['InProgress', 'a resource that is not ready', object('WebServer', { Ready: 'False' })],
    ['InProgress', 'a resource of which nobody knows', object('WebServer', { Ready: 'Unknown' })],
    ['InProgress', 'a resource that is reconciled', object('WebServer', { Ready: 'True', Reconciling: 'True' })],
    ['Failed', 'a resource that is stalled', object('WebServer', { Ready: 'False', Stalled: 'True' })],
    [
      'Current',
      'what is no longer reconciled or stalled',
      object('WebServer', { Reconciling: 'False', Stalled: 'False' }),
    ],
    [
      'InProgress',
      'an older generation',
      object('WebServer', { Ready: 'True' }, { status: { observedGeneration: 1 } }),
    ],
    ['Current', 'the same generation', object('WebServer', { Ready: 'True' }, { status: { observedGeneration: 2 } })],
    ['InProgress', 'a definition without conditions', object('CustomResourceDefinition')],
    [
      'InProgress',
      'a definition that is installed',
      object('CustomResourceDefinition', { NamesAccepted: 'True', Established: ['False', 'Installing'] }),
    ],
    [
      'Current',
      'an established definition',
      object('CustomResourceDefinition', { NamesAccepted: 'True', Established: 'True' }),
    ],
    [
      'Failed',
      'a definition whose names are taken',
      object('CustomResourceDefinition', { NamesAccepted: ['False', 'ListKindConflict'], Established: 'True' }),
    ],
    [
      'Failed',
      'a definition that cannot be established',
      object('CustomResourceDefinition', { Established: ['False', 'NotAccepted'] }),
    ],
    ['InProgress', 'a Deployment without conditions', object('Deployment', {}, { ...two, status: replicas(2) })],
    ['Current', 'a Deployment', object('Deployment', rolledOut, { ...two, status: replicas(2) })],
    ['Current', 'a Deployment of nothing', object('Deployment', rolledOut, { spec: { replicas: 0 } })],
    [
      'InProgress',
      'a Deployment that nobody has seen',
      object('Deployment', rolledOut, { ...two, status: replicas(2, { observedGeneration: 1 }) }),
    ],
    [
      'InProgress',
      'a Deployment that is rolled out',
      object(
        'Deployment',
        { ...rolledOut, Progressing: ['True', 'ReplicaSetUpdated'] },
        { ...two, status: replicas(2) },
      ),
    ],
    [
      'Failed',
      'a Deployment that makes no progress',
      object('Deployment', { Progressing: ['False', 'ProgressDeadlineExceeded'], Available: 'True' }),
    ],
    [
      'InProgress',
      'a Deployment that is not available',
      object('Deployment', { ...rolledOut, Available: 'False' }, { ...two, status: replicas(2) }),
    ],
    ...['replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas'].map(
      (field): [Kstatus, string, WithConditions] => [
        'InProgress',
        `a Deployment with fewer ${field}`,
        object('Deployment', rolledOut, { ...two, status: replicas(2, { [field]: 1 }) }),
      ],
    ),
    [
      'InProgress',
      'a Deployment with an old Pod',
      object('Deployment', rolledOut, { ...two, status: replicas(2, { replicas: 3 }) }),
    ],
    ['InProgress', 'a Pod that waits', object('Pod', {}, { status: { phase: 'Pending' } })],
    ['InProgress', 'a Pod that starts', object('Pod', { Ready: 'False' }, { status: { phase: 'Running' } })],
    ['Current', 'a Pod that is ready', object('Pod', { Ready: 'True' }, { status: { phase: 'Running' } })],
    ['Current', 'a Pod that is done', object('Pod', { Ready: 'False' }, { status: { phase: 'Succeeded' } })],
    ['Failed', 'a Pod that has failed', object('Pod', { Ready: 'False' }, { status: { phase: 'Failed' } })],
    ['Current', 'a Service', object('Service', {}, { spec: { type: 'ClusterIP' } })],
    ['InProgress', 'a load balancer without an address', object('Service', {}, { spec: { type: 'LoadBalancer' } })],
    ['Current', 'a load balancer', object('Service', {}, { spec: { type: 'LoadBalancer', clusterIP: '10.0.0.1' } })],
  ])('is %s for %s', (expected, _, given) => {
    expect(kstatus(given)).toBe(expected);
  });

  it('is Terminating for what is deleted', () => {
    const { metadata, ...given } = object('WebServer', { Ready: 'True' });
    expect(kstatus({ ...given, metadata: { ...metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } })).toBe(
      'Terminating',
    );
  });
});
