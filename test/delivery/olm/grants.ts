import type { OlmBundle } from '@kubewright/infra/olm';

import type { Manifest } from '../../support/manifests.ts';
import { buildAccounts, buildGrant } from './bundle-objects.ts';
import { getInstallStrategy, type InstallTarget } from './install-strategy.ts';

/** The ServiceAccount and the roles of a bundle, as an administrator creates them to install it by hand. */
export function buildGrants(bundle: OlmBundle, where: InstallTarget): readonly Manifest[] {
  const { permissions = [], clusterPermissions = [] } = getInstallStrategy(bundle);
  const { namespace, targets } = where;
  const everywhere = targets.length === 0 ? [...permissions, ...clusterPermissions] : clusterPermissions;
  const inNamespaces = targets.length === 0 ? [] : [...new Set([namespace, ...targets])];
  return [
    ...buildAccounts(getInstallStrategy(bundle), where),
    ...everywhere.flatMap((each, index) => buildGrant({ name: `${namespace}-${String(index)}` }, each, namespace)),
    ...inNamespaces.flatMap((target) =>
      permissions.flatMap((each, index) =>
        buildGrant({ name: `${namespace}-${String(index)}`, namespace: target }, each, namespace),
      ),
    ),
  ];
}
