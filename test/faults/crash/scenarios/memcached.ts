import { Memcached } from '../../../../operator/src/apis/index.ts';
import { memcached } from '../../../../operator/src/controllers/index.ts';
import { Deployment, Pod, ReplicaSet, Service } from '../../../../operator/runtime/src/kinds/index.ts';
import { finalizerOfC, leftByC } from '../../../e2e/memcached/originals.ts';
import { applyManifests, type Manifest } from '../../../support/manifests.ts';
import type { EndState, Scenario } from '../scenario.ts';

const name = 'cache';
const created: EndState = {
  counts: { Memcached: 1, Deployment: 1, ReplicaSet: 1, Pod: 1, Service: 1 },
  created: { deployments: 1, services: 1 },
  deleted: {},
  status: { readyReplicas: 1 },
};

export const memcachedScenario: Scenario = {
  controller: memcached,
  kinds: [Deployment, ReplicaSet, Pod, Service],
  resource: (namespace) =>
    ({
      apiVersion: 'cache.example.com/v1alpha1',
      kind: 'Memcached',
      metadata: { namespace, name },
      spec: { size: 1 },
    }) as Manifest,
  created,
  rights: {
    children: [
      { kind: Deployment, name },
      { kind: Service, name },
    ],
    change: (turn) => ({ containerPort: 12_000 + turn }),
    // The operator has to delete this Deployment, and to remove this finalizer.
    left: ({ client }, owner) => leftByC(client, owner, 1),
    finalizers: [finalizerOfC],
  },
  paths: [
    {
      title: 'create',
      creates: true,
      steps: [{ act: ({ client, resource }) => applyManifests(client, [resource]), seen: 'RollingOut' }],
      calls: [
        'get deployments/cache',
        'get memcacheds/cache',
        'apply deployments/cache',
        'create events "Created: Created Deployment <namespace>/cache"',
        'apply services/cache',
        'create events "Created: Created Service <namespace>/cache"',
        'apply memcacheds/cache/status Ready=False/RollingOut',
        'apply memcacheds/cache/status Ready=True/Ready',
      ],
      end: created,
    },
    {
      title: 'size and port changed',
      steps: [
        {
          act: ({ client, namespace }) =>
            client.resource(Memcached).mergePatch({ namespace, name }, { spec: { size: 2, containerPort: 12000 } }),
          seen: 'RollingOut',
        },
      ],
      calls: [
        'apply deployments/cache',
        'apply memcacheds/cache/status Ready=False/RollingOut',
        'apply memcacheds/cache/status Ready=True/Ready',
      ],
      end: { ...created, counts: { ...created.counts, ReplicaSet: 2, Pod: 2 }, status: { readyReplicas: 2 } },
    },
    {
      title: 'delete',
      steps: [
        {
          act: ({ client, namespace }) =>
            client.resource(Memcached).delete({ namespace, name }, { propagation: 'Background' }),
        },
      ],
      calls: [],
      stray: ['get deployments/cache', 'get memcacheds/cache'],
      end: { ...created, counts: {}, status: {} },
    },
  ],
};
