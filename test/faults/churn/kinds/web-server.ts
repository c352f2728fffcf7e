import { WebServer } from '../../../../operator/src/apis/index.ts';
import { deploymentFor, serviceFor } from '../../../../operator/src/controllers/web-server/desired.ts';
import type { TypeOf } from '../../../../operator/runtime/src/base/index.ts';
import { Deployment, Service } from '../../../../operator/runtime/src/kinds/index.ts';
import { type ChurnKind, withoutOurLabel, sameName } from '../churn-kind.ts';

const serviceOf = (name: string): string => `${name}-service`;
const deployment = { kind: Deployment, childOf: sameName };
const service = { kind: Service, childOf: serviceOf };

/** The specs have no node ports: of two resources with the same node port, one would not become Ready. */
export const webServers: ChurnKind<TypeOf<typeof WebServer>> = {
  api: WebServer,
  spec: (random) => ({ image: `example.com/web:${String(random.below(5))}`, replicas: random.below(3) }),
  childrenOf: (server) => [
    { kind: Deployment, desired: deploymentFor(server) },
    { kind: Service, desired: serviceFor(server) },
  ],
  childEdits: [
    deployment,
    service,
    { ...deployment, patch: { spec: { replicas: 3 } } },
    { ...deployment, patch: { metadata: { labels: { app: 'other' }, annotations: { note: 'seen' } } } },
    { ...deployment, patch: withoutOurLabel },
    { ...service, patch: { spec: { selector: { app: 'other' } } } },
    { ...service, patch: { spec: { ports: [{ port: 81, targetPort: 80 }] } } },
    { ...service, patch: withoutOurLabel },
  ],
  scales: true,
};
