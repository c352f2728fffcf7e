import type { PolicyKind } from '@kubewright/declaration';
import type { Kind } from '@kubewright/runtime';

/** Pure: a kind as plain data. */
export function kindData({ group, version, kind, plural, namespaced }: Kind): PolicyKind {
  return { group, version, kind, plural, scope: namespaced ? 'Namespaced' : 'Cluster' };
}
