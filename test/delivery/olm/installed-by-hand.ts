import type { OlmBundle } from '@kubewright/infra/olm';

import { buildGrants } from './grants.ts';
import { buildNamespace, type OlmCluster, awaitPhase } from './olm-cluster.ts';
import type { InstallTarget } from './install-strategy.ts';

/** @param targets the namespaces that the group selects; empty for all namespaces */
export function buildOperatorGroup({ namespace, targets }: InstallTarget): object {
  return {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: 'memcached-operator-group', namespace },
    spec: targets.length === 0 ? {} : { targetNamespaces: targets },
  };
}

export function buildClusterServiceVersion(namespace: string, { clusterServiceVersion: version }: OlmBundle): object {
  return { ...version, metadata: { ...version.metadata, namespace } };
}

export function listCrds({ objects }: OlmBundle): readonly object[] {
  return objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
}

/** Installs a bundle with all its requirements, without a catalog. */
export async function install(cluster: OlmCluster, bundle: OlmBundle, where: InstallTarget): Promise<void> {
  const { namespace, targets } = where;
  const names = [...new Set([namespace, ...targets])];
  await cluster.apply(...names.map(buildNamespace), ...listCrds(bundle), buildOperatorGroup(where));
  await cluster.apply(...buildGrants(bundle, where), buildClusterServiceVersion(namespace, bundle));
  await awaitPhase(cluster, { namespace, name: bundle.name }, 'Succeeded');
}
