import { Memcached } from '../../../../operator/src/apis/index.ts';
import { deploymentFor, serviceFor } from '../../../../operator/src/controllers/memcached/desired.ts';
import type { TypeOf } from '../../../../operator/runtime/src/base/index.ts';
import { Deployment, Service } from '../../../../operator/runtime/src/kinds/index.ts';
import { type ChurnKind, withoutOurLabel, sameName } from '../churn-kind.ts';

export const memcachedImage = 'example.com/memcached:1';

const deployment = { kind: Deployment, childOf: sameName };
const service = { kind: Service, childOf: sameName };

export const memcacheds: ChurnKind<TypeOf<typeof Memcached>> = {
  api: Memcached,
  spec: (random) => ({ size: random.below(3), containerPort: 11_211 + random.below(3) }),
  childrenOf: (memcached) => [
    { kind: Deployment, desired: deploymentFor(memcached, memcachedImage) },
    { kind: Service, desired: serviceFor(memcached) },
  ],
  podsInStatus: (memcached) => ({
    named: memcached.status?.nodes ?? [],
    labels: deploymentFor(memcached, memcachedImage).spec?.selector?.matchLabels ?? {},
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
