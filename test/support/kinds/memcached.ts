import type { TypeOf } from '../../../operator/runtime/src/base/index.ts';
import { Deployment, Pod, ReplicaSet, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { buildDeployment, buildService } from '../../../operator/src/controllers/memcached/desired.ts';
import { Memcached, memcached } from '../../../operator/src/kubewright.ts';
import type { Victim } from '../../e2e/hostile/victim.ts';
import { finalizerOfC, createLeftByC } from '../../e2e/memcached/upstream-samples.ts';
import { withoutOurLabel, keepName, type ChurnKind } from '../../faults/churn/churn-kind.ts';
import type { EndState, Scenario } from '../../faults/crash/scenario.ts';
import { applyManifests, type Manifest } from '../manifests.ts';
import type { KindExample } from './kinds.ts';

const victim: Victim = { api: Memcached, spec: { size: 0 }, ofCluster: [] };

export const memcachedImage = 'example.com/memcached:1';

const deployment = { kind: Deployment, formatChildName: keepName };
const service = { kind: Service, formatChildName: keepName };

const churn: ChurnKind<TypeOf<typeof Memcached>> = {
  api: Memcached,
  spec: (random) => ({ size: random.below(3), containerPort: 11_211 + random.below(3) }),
  buildChildren: (memcached) => [
    { kind: Deployment, desired: buildDeployment(memcached, memcachedImage) },
    { kind: Service, desired: buildService(memcached) },
  ],
  podsInStatus: (memcached) => ({
    named: memcached.status?.nodes ?? [],
    labels: buildDeployment(memcached, memcachedImage).spec?.selector?.matchLabels ?? {},
  }),
  childEdits: [
    deployment,
    service,
    { ...deployment, patch: { spec: { replicas: 3 } } },
    { ...deployment, patch: { spec: { template: { spec: { automountServiceAccountToken: true } } } } },
    { ...deployment, patch: withoutOurLabel },
    { ...service, patch: { spec: { selector: { app: 'other' } } } },
    { ...service, patch: withoutOurLabel },
  ],
  scales: true,
};

const name = 'cache';
const created: EndState = {
  counts: { Memcached: 1, Deployment: 1, ReplicaSet: 1, Pod: 1, Service: 1 },
  created: { deployments: 1, services: 1 },
  deleted: {},
  status: { readyReplicas: 1 },
};

const crash: Scenario = {
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
  permissions: {
    children: [
      { kind: Deployment, name },
      { kind: Service, name },
    ],
    change: (turn) => ({ containerPort: 12_000 + turn }),
    // The operator has to delete this Deployment, and to remove this finalizer.
    left: ({ client }, owner) => createLeftByC(client, owner, 1),
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

export const example: KindExample = { victim, churn, crash };
