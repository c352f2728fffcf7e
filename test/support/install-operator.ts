import { Testing } from 'cdk8s';

import {
  CrdsChart,
  type Environment,
  OperatorChart,
  type OperatorDeclaration,
  type OperatorMetrics,
  type OperatorSettings,
} from '@kubewright/infra';

import type { Client } from '../../operator/runtime/src/client/index.ts';
import { Deployment, Lease, Pod } from '../../operator/runtime/src/kinds/index.ts';
import { formatUser } from './accounts.ts';
import { recordOperator, formatRuleSet, readClusterUid } from './cluster-record.ts';
import { listGrantedPermissions } from './granted-permissions.ts';
import { applyManifests, deleteManifests, type Manifest } from './manifests.ts';
import { until } from './until.ts';

export interface InstallOptions {
  readonly client: Client;
  /** The namespace of the operator itself, which `installOperator` creates. */
  readonly namespace: string;
  /** The namespaces that it reconciles. @default - all */
  readonly namespaces?: readonly string[];
  /** The controllers to run; the operator gets only their permissions. @default - all */
  readonly controllers?: readonly string[];
  /** The replicas of the operator's Deployment. @default 1 */
  readonly replicas?: number;
  readonly settings?: OperatorSettings;
  /** The operator's metrics endpoint. @default { plain: true }, so that tests can read the metrics without a token */
  readonly metrics?: OperatorMetrics;
  /**
   * The operator's webhooks. @default - those that the declaration lists; none if the operator is limited to namespaces
   */
  readonly webhooks?: Environment['webhooks'];
  /** An operator other than `kubewright`. @default - `kubewright` */
  readonly other?: OtherOperator;
}

export interface OtherOperator {
  readonly declaration: OperatorDeclaration;
  /** The repository of the operator's image. */
  readonly image: string;
}

/** An operator that was installed from the published chart. */
export interface InstalledOperator extends AsyncDisposable {
  readonly namespace: string;
  /** The name of the operator's ServiceAccount in the audit log. */
  readonly user: string;
  readonly manifests: readonly Manifest[];
  pods(): Promise<readonly Pod[]>;
  /** Returns the Pod that holds the Lease. */
  leader(): Promise<Pod>;
}

/** Installs the operator through the chart that users install, and waits until it is available. */
export async function installOperator(options: InstallOptions): Promise<InstalledOperator> {
  const { client, namespace, replicas = 1, other } = options;
  const manifests = synthManifests(options);
  await applyManifests(client, manifests);
  if (other !== undefined) return awaitAvailable({ client, namespace, replicas, manifests }, other.declaration.name);
  return awaitRunningOperator({ client, namespace, replicas, manifests });
}

/**
 * Deletes an operator. Waits for its Pods first: if a deleted namespace still has Pods, the namespace controller checks
 * again only after half of their grace period.
 */
export async function uninstall(
  client: Client,
  manifests: readonly Manifest[],
  pods: InstalledOperator['pods'],
): Promise<void> {
  // The RBAC rules are deleted last: the operator needs them to release its Lease.
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
  await deleteManifests(client, deployments);
  await until('the operator Pods are deleted', async () => (await pods()).length === 0);
  await deleteManifests(client, manifests);
}

function synthManifests(options: InstallOptions): readonly Manifest[] {
  const { namespace, namespaces, controllers, replicas = 1, settings, metrics = { plain: true } } = options;
  const { webhooks, other } = options;
  const environment: Environment = {
    name: 'test',
    namespace,
    replicas,
    ...(namespaces && { namespaces: [...namespaces] }),
    ...(controllers && { controllers: [...controllers] }),
    metrics,
    ...(webhooks !== undefined && { webhooks }),
    ...(other && { image: { repository: other.image } }),
    settings: { logLevel: 'debug', logFormat: 'text', ...settings },
  };
  const props = { environment, ...(other && { declaration: other.declaration }) };
  const app = Testing.app();
  // This chart then has the removal guard instead of the OperatorChart. It is not applied, because the guard is
  // cluster-scoped, and tests share a cluster.
  new CrdsChart(app, 'crds', props);
  return Testing.synth(new OperatorChart(app, 'operator', props)) as Manifest[];
}

interface Installed {
  readonly client: Client;
  readonly namespace: string;
  readonly replicas: number;
  readonly manifests: readonly Manifest[];
}

/** Waits until an applied operator is available, and records its permissions for the tests in `test/e2e/audit`. */
export async function awaitRunningOperator(installed: Installed): Promise<InstalledOperator> {
  const { client, namespace, manifests } = installed;
  const user = formatUser({ namespace, name: 'kubewright' });
  const clusterRoles = manifests.filter(({ kind }) => kind === 'ClusterRole').map(({ metadata }) => metadata.name);
  recordOperator(`${namespace}-${String(process.pid)}-${String(Date.now())}`, {
    cluster: await readClusterUid(client),
    user,
    ruleSet: formatRuleSet(findChosenControllers(manifests), {
      scope: clusterRoles.includes('kubewright') ? 'cluster-wide' : 'namespaced',
      secureMetrics: clusterRoles.includes('kubewright-metrics-auth'),
    }),
    granted: [...listGrantedPermissions(manifests)],
  });
  return awaitAvailable(installed, 'kubewright');
}

async function awaitAvailable(
  { client, namespace, replicas, manifests }: Installed,
  name: string,
): Promise<InstalledOperator> {
  await until(`${String(replicas)} operator Pods in ${namespace} are available`, async () => {
    const { metadata, status } = await client.resource(Deployment).get({ namespace, name });
    return status?.observedGeneration === metadata.generation && status?.availableReplicas === replicas;
  });
  const pods = async (): Promise<readonly Pod[]> =>
    (await client.resource(Pod).list({ namespace, labelSelector: 'app.kubernetes.io/component=operator' })).items;
  return {
    namespace,
    user: formatUser({ namespace, name }),
    manifests,
    pods,
    leader: () =>
      until(`an operator in ${namespace} leads`, async () => {
        const holder = (await client.resource(Lease).get({ namespace, name })).spec.holderIdentity ?? '';
        return (await pods()).find(({ metadata }) => holder.startsWith(`${metadata.name}_`));
      }),
    async [Symbol.asyncDispose]() {
      // Keeps the namespace, because its deletion is expensive: see `stopWorkloads`.
      const inside = manifests.filter(({ kind }) => kind !== 'Namespace');
      await uninstall(client, inside, pods);
    },
  };
}

/** Returns the controllers that the Deployment of an operator selects; `undefined` for all. */
function findChosenControllers(manifests: readonly Manifest[]): readonly string[] | undefined {
  const [deployment] = manifests.filter(
    ({ kind }) => kind === 'Deployment',
  ) as readonly unknown[] as readonly Deployment[];
  const variables = deployment?.spec.template.spec?.containers.flatMap(({ env = [] }) => env) ?? [];
  return variables.find(({ name }) => name === 'CONTROLLERS')?.value?.split(',');
}
