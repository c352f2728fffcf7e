import type { OlmBundle } from '@kubewright/infra/olm';

import { grantsFor } from './grants.ts';
import { namespaceOf, type OlmCluster, phaseIs } from './olm-cluster.ts';
import type { Where } from './strategy-of.ts';

/** An OperatorGroup. @param targets the namespaces that it chooses; none: all */
export function operatorGroup({ namespace, targets }: Where): object {
  return {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: 'memcached-operator-group', namespace },
    spec: targets.length === 0 ? {} : { targetNamespaces: targets },
  };
}

export function versionIn(namespace: string, { clusterServiceVersion: version }: OlmBundle): object {
  return { ...version, metadata: { ...version.metadata, namespace } };
}

export function definitionsOf({ objects }: OlmBundle): readonly object[] {
  return objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
}

/** Installs a bundle with everything that it needs, as somebody does it without a catalog. */
export async function install(cluster: OlmCluster, bundle: OlmBundle, where: Where): Promise<void> {
  const { namespace, targets } = where;
  const names = [...new Set([namespace, ...targets])];
  await cluster.apply(...names.map(namespaceOf), ...definitionsOf(bundle), operatorGroup(where));
  await cluster.apply(...grantsFor(bundle, where), versionIn(namespace, bundle));
  await phaseIs(cluster, { namespace, name: bundle.name }, 'Succeeded');
}
