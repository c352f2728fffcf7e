import type { OlmBundle } from '@kubewright/infra/olm';

import type { Manifest } from '../../support/manifests.ts';
import { type Permissions, type InstallStrategy, getInstallStrategy, type InstallTarget } from './install-strategy.ts';
import { addConversion, buildWebhookObjects } from './bundle-webhooks.ts';

/** The RBAC rule on namespaces that OLM adds to an operator for all namespaces. */
const viewOfNamespaces = { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'watch'] };

/** Cluster-scoped kinds that a bundle may contain. */
const clusterWide = new Set(['CustomResourceDefinition', 'ClusterRole', 'ClusterRoleBinding']);

/**
 * The objects that OLM creates from a bundle: the CRDs and the other manifests of the bundle, the Deployment, its
 * ServiceAccount, the roles with their bindings, and for webhooks their Service and configurations. They lack the
 * fields that OLM adds to each of them (`added-by-olm.ts`), and objects of its own (`addedObjects`). OLM ends the names
 * of roles, bindings and configurations with a hash: here they are `<bundle>-<ServiceAccount>`, `<bundle>`, and the
 * name of the webhook.
 *
 * @param where the namespaces of the operator and of its OperatorGroup; by default the namespace that the bundle
 *   suggests, and all namespaces
 */
export function buildBundleObjects(
  bundle: OlmBundle,
  where: InstallTarget = suggestTarget(bundle),
): readonly Manifest[] {
  const { namespace } = where;
  return [
    ...bundle.objects
      .map((object) => addConversion(object, bundle, where))
      .map((object) => placeObject(object, namespace)),
    ...buildAccounts(getInstallStrategy(bundle), where),
    ...buildGrants(bundle, where),
    ...buildDeployments(getInstallStrategy(bundle), where),
    ...buildWebhookObjects(bundle, where),
  ];
}

function suggestTarget({ clusterServiceVersion }: OlmBundle): InstallTarget {
  const namespace = clusterServiceVersion.metadata.annotations['operatorframework.io/suggested-namespace'] ?? 'default';
  return { namespace, targets: [] };
}

function placeObject(object: Manifest, namespace: string): Manifest {
  return clusterWide.has(object.kind) ? object : { ...object, metadata: { ...object.metadata, namespace } };
}

function buildDeployments({ deployments: specs }: InstallStrategy, { namespace }: InstallTarget): readonly Manifest[] {
  return specs.map(({ name, label: labels, spec }) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels },
    spec,
  }));
}

/** Builds the ServiceAccounts that the roles of a bundle name. */
export function buildAccounts(
  { permissions = [], clusterPermissions = [] }: InstallStrategy,
  { namespace }: InstallTarget,
): readonly Manifest[] {
  const names = new Set([...permissions, ...clusterPermissions].map(({ serviceAccountName }) => serviceAccountName));
  return [...names].map((name) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } }));
}

/**
 * Builds roles in the namespace of the operator and in each namespace that it serves; for all namespaces also
 * ClusterRoles.
 */
function buildGrants(bundle: OlmBundle, { namespace, targets }: InstallTarget): readonly Manifest[] {
  const { permissions = [], clusterPermissions = [] } = getInstallStrategy(bundle);
  const everywhere = targets.length === 0;
  return [
    ...permissions.flatMap((each) => {
      const name = `${bundle.name}-${each.serviceAccountName}`;
      const rules = [...each.rules, viewOfNamespaces];
      return [
        ...[...new Set([namespace, ...targets])].flatMap((target) =>
          buildGrant({ name, namespace: target }, each, namespace),
        ),
        ...(everywhere ? buildGrant({ name }, { ...each, rules }, namespace) : []),
      ];
    }),
    ...clusterPermissions.flatMap((each) => buildGrant({ name: bundle.name }, each, namespace)),
  ];
}

/** Builds a Role if the metadata has a namespace, otherwise a ClusterRole, with its binding. */
export function buildGrant(
  metadata: Manifest['metadata'],
  { rules, serviceAccountName }: Permissions,
  namespace: string,
): readonly Manifest[] {
  const kind = metadata.namespace === undefined ? 'ClusterRole' : 'Role';
  const apiGroup = 'rbac.authorization.k8s.io';
  const apiVersion = `${apiGroup}/v1`;
  const subjects = [{ kind: 'ServiceAccount', name: serviceAccountName, namespace }];
  const binding = { roleRef: { apiGroup, kind, name: metadata.name }, subjects };
  const role = { apiVersion, kind, metadata, rules };
  return [role, { apiVersion, kind: `${kind}Binding`, metadata, ...binding }] as readonly Manifest[];
}
