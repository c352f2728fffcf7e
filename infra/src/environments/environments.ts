import { getKubewrightDeclaration } from '../declaration/index.ts';
import type { Environment } from '../options/index.ts';

/**
 * The control plane of the demo and the tests. The operator serves the whole cluster, and lists the pet store often, so
 * that changes show soon.
 */
export const embedded: Environment = {
  name: 'embedded',
  namespace: 'kubewright-system',
  replicas: 2,
  // The control plane is thrown away, so its objects need no retention.
  crds: 'prune',
  // The demo and the tests read the metrics. Other machines cannot, because the Pods listen on this machine's loopback.
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
 * A shared cluster in which you may not create ClusterRoles: one replica, which serves one namespace and has
 * permissions only there. Metrics stay on loopback, because secure metrics need cluster-wide permissions.
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
 * Three replicas, one per zone if the cluster has three zones, for tens of thousands of custom resources. Without Pets,
 * because the environment has no store, and without samples. The image's tag is the declared version, so only a commit
 * changes it.
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

/** A smaller copy of production, to test its permissions and policies first. */
export const staging: Environment = {
  ...production,
  name: 'staging',
  replicas: 2,
  settings: { ...production.settings, workers: 10 },
  resources: { cpuRequest: '100m', memoryRequest: '128Mi', memoryLimit: '256Mi' },
};

function listControllersExcept(left: string): readonly string[] {
  const names = getKubewrightDeclaration().controllers.map(({ name }) => name);
  return names.filter((name) => name !== left);
}

/** The environments with committed manifests. */
export const environments = [embedded, dev, staging, production] as const satisfies readonly Environment[];

/** Throws with the names of all environments if none has this name. */
export function findEnvironment(name: string): Environment {
  const found = environments.find((environment) => environment.name === name);
  if (found !== undefined) return found;
  const known = environments.map((environment) => environment.name).join(', ');
  throw new Error(`the environment ${JSON.stringify(name)} does not exist: choose one of ${known}`);
}
