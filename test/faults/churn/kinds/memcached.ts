import { Memcached } from '../../../../operator/src/apis/index.ts';
import { deploymentFor, serviceFor } from '../../../../operator/src/controllers/memcached/desired.ts';
import type { TypeOf } from '../../../../operator/runtime/src/base/index.ts';
import { Deployment, Service } from '../../../../operator/runtime/src/kinds/index.ts';
import { type Churned, outOfSight, sameName } from '../churned.ts';

/** Of Pods that are simulated. */
export const memcachedImage = 'example.com/memcached:1';

const deployment = { kind: Deployment, childOf: sameName };
const service = { kind: Service, childOf: sameName };

export const memcacheds: Churned<TypeOf<typeof Memcached>> = {
  api: Memcached,
  spec: (random) => ({ size: random.below(3), containerPort: 11_211 + random.below(3) }),
  childrenOf: (memcached) => [
    { kind: Deployment, desired: deploymentFor(memcached, memcachedImage) },
    { kind: Service, desired: serviceFor(memcached) },
  ],
  podsToldBy: (memcached) => ({
    named: memcached.status?.nodes ?? [],
    labels: deploymentFor(memcached, memcachedImage).spec?.selector?.matchLabels ?? {},
  }),
  meddling: [
    deployment,
    service,
    { ...deployment, patch: { spec: { replicas: 3 } } },
    { ...deployment, patch: { spec: { template: { spec: { automountServiceAccountToken: true } } } } },
    { ...deployment, patch: outOfSight },
    { ...service, patch: { spec: { selector: { app: 'other' } } } },
    { ...service, patch: outOfSight },
  ],
  scales: true,
};
