import type { TypeOf } from '../../../operator/runtime/src/base/index.ts';
import { Deployment, Pod, ReplicaSet, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { buildDeployment, buildService } from '../../../operator/src/controllers/web-server/desired.ts';
import { WebServer, webServer } from '../../../operator/src/kubewright.ts';
import type { Victim } from '../../e2e/hostile/victim.ts';
import { buildSimulatedServer } from '../../e2e/web-server/servers.ts';
import { withoutOurLabel, keepName, type ChurnKind } from '../../faults/churn/churn-kind.ts';
import type { EndState, Scenario } from '../../faults/crash/scenario.ts';
import { applyManifests } from '../manifests.ts';
import type { KindExample } from './kinds.ts';

const victim: Victim = {
  api: WebServer,
  spec: { image: 'example.com/web:1', replicas: 0 },
  ofCluster: ['NodePortTaken'],
};

const serviceOf = (name: string): string => `${name}-service`;
const deployment = { kind: Deployment, formatChildName: keepName };
const service = { kind: Service, formatChildName: serviceOf };

/**
 * Random specs of WebServers, edits of their children, and the expected children. The specs have no node ports: of two WebServers with the same node port, one would
 * not become Ready.
 */
const churn: ChurnKind<TypeOf<typeof WebServer>> = {
  api: WebServer,
  spec: (random) => ({ image: `example.com/web:${String(random.below(5))}`, replicas: random.below(3) }),
  buildChildren: (server) => [
    { kind: Deployment, desired: buildDeployment(server) },
    { kind: Service, desired: buildService(server) },
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

const name = 'blue';
const created: EndState = {
  counts: { WebServer: 1, Deployment: 1, ReplicaSet: 1, Pod: 1, Service: 1 },
  created: { deployments: 1, services: 1 },
  deleted: {},
  status: { replicas: 1, readyReplicas: 1 },
};

const crash: Scenario = {
  controller: webServer,
  kinds: [Deployment, ReplicaSet, Pod, Service],
  resource: (namespace) => buildSimulatedServer(namespace, name),
  created,
  permissions: {
    children: [
      { kind: Deployment, name },
      { kind: Service, name: `${name}-service` },
    ],
    change: (turn) => ({ image: `example.com/web:${String(turn + 1)}` }),
  },
  paths: [
    {
      title: 'create',
      creates: true,
      steps: [{ act: ({ client, resource }) => applyManifests(client, [resource]), seen: 'RollingOut' }],
      calls: [
        'get webservers/blue',
        'apply deployments/blue',
        'create events "Created: Created Deployment <namespace>/blue"',
        'apply services/blue-service',
        'create events "Created: Created Service <namespace>/blue-service"',
        'apply webservers/blue/status Ready=False/RollingOut',
        'apply webservers/blue/status Ready=True/Ready',
      ],
      end: created,
    },
    {
      title: 'image changed',
      steps: [
        {
          act: ({ client, namespace }) =>
            client.resource(WebServer).mergePatch({ namespace, name }, { spec: { image: 'example.com/web:2' } }),
          seen: 'RollingOut',
        },
      ],
      calls: [
        'apply deployments/blue',
        'apply webservers/blue/status Ready=False/RollingOut',
        'apply webservers/blue/status Ready=True/Ready',
      ],
      end: { ...created, counts: { ...created.counts, ReplicaSet: 2 } },
    },
    {
      title: 'delete',
      steps: [
        {
          act: ({ client, namespace }) =>
            client.resource(WebServer).delete({ namespace, name }, { propagation: 'Background' }),
        },
      ],
      calls: [],
      stray: ['get webservers/blue', 'get deployments/blue', 'get services/blue-service'],
      end: { ...created, counts: {}, status: {} },
    },
  ],
};

export const example: KindExample = { victim, churn, crash };
