import { WebServer } from '../../../../operator/src/apis/index.ts';
import { webServer } from '../../../../operator/src/controllers/index.ts';
import { Deployment, Pod, ReplicaSet, Service } from '../../../../operator/runtime/src/kinds/index.ts';
import { applyManifests } from '../../../support/manifests.ts';
import { simulatedServer } from '../../../e2e/web-server/servers.ts';
import type { EndState, Scenario } from '../scenario.ts';

const name = 'blue';
const created: EndState = {
  counts: { WebServer: 1, Deployment: 1, ReplicaSet: 1, Pod: 1, Service: 1 },
  created: { deployments: 1, services: 1 },
  deleted: {},
  status: { replicas: 1, readyReplicas: 1 },
};

export const webServerScenario: Scenario = {
  controller: webServer,
  kinds: [Deployment, ReplicaSet, Pod, Service],
  resource: (namespace) => simulatedServer(namespace, name),
  created,
  rights: {
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
