import { getKubewrightDeclaration } from '../declaration/index.ts';
import type { Environment } from '../options/index.ts';

/**
 * The control plane of the demo and of the tests. The operator serves the whole cluster. The whole pet store is
 * searched often, so that its changes show soon.
 */
export const embedded: Environment = {
  name: 'embedded',
  namespace: 'kubewright-system',
  replicas: 2,
  // It ends with its control plane: nobody's resources are in it.
  crds: 'prune',
  // The demo and the tests read the metrics. Other machines cannot: the Pods listen on this machine's loopback.
  metrics: { plain: true },
  petStore: { namespace: 'petstore' },
  settings: {
    petstoreAddress: 'petstore-service.petstore.svc.cluster.local:6742',
    petstoreResync: '10s',
    // The tests kill the leader and wait for the other replica.
    ...{ leaseDurationSeconds: 5, renewDeadlineSeconds: 4, retryPeriodSeconds: 1 },
  },
};

/**
 * A shared cluster in which nobody may create ClusterRoles: one replica, which serves one namespace and has permissions
 * there only. Its metrics stay on loopback, because secure metrics need cluster-wide permissions.
 */
export const dev: Environment = {
  name: 'dev',
  namespace: 'kubewright-system',
  replicas: 1,
  namespaces: ['kubewright-samples'],
  createNamespaces: ['kubewright-samples'],
  samplesNamespace: 'kubewright-samples',
  petStore: { namespace: 'kubewright-petstore' },
  settings: {
    logLevel: 'debug',
    logFormat: 'text',
    petstoreAddress: 'petstore-service.kubewright-petstore.svc.cluster.local:6742',
  },
};

/**
 * Three replicas, one per zone if the cluster has three zones, for tens of thousands of resources. No Pets, as there is no
 * store, and no samples. The image has the declared version as its tag, so only a commit changes it.
 */
export const production: Environment = {
  name: 'production',
  namespace: 'kubewright-system',
  replicas: 3,
  controllers: listControllersExcept('pet'),
  createsEverywhere: ['cronjobs.batch', 'deployments.apps', 'jobs.batch', 'pods', 'services'],
  metrics: { secure: true },
  networkPolicy: { egress: {} },
  aggregatedRoles: true,
  settings: { workers: 20 },
  resources: { cpuRequest: '250m', memoryRequest: '256Mi', memoryLimit: '512Mi' },
  samples: false,
};

/** Production in small: whatever is allowed or refused there is so here first. */
export const staging: Environment = {
  ...production,
  name: 'staging',
  replicas: 2,
  settings: { ...production.settings, workers: 10 },
  resources: { cpuRequest: '100m', memoryRequest: '128Mi', memoryLimit: '256Mi' },
};

/** The names of our controllers, without this one. */
function listControllersExcept(left: string): readonly string[] {
  const names = getKubewrightDeclaration().controllers.map(({ name }) => name);
  return names.filter((name) => name !== left);
}

/** The environments whose manifests are committed. */
export const environments = [embedded, dev, staging, production] as const satisfies readonly Environment[];

/** The environment with this name. Throws if there is none, with the names of all environments. */
export function findEnvironment(name: string): Environment {
  const found = environments.find((environment) => environment.name === name);
  if (found !== undefined) return found;
  const known = environments.map((environment) => environment.name).join(', ');
  throw new Error(`there is no environment ${JSON.stringify(name)}: there are ${known}`);
}
