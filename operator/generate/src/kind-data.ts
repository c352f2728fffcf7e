import type { Kind } from '@kubewright/runtime';

/** A kind in `declaration.json`. */
export interface DeclaredKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: 'Namespaced' | 'Cluster';
}

/** Pure: a kind as plain data. */
export function kindData({ group, version, kind, plural, namespaced }: Kind): DeclaredKind {
  return { group, version, kind, plural, scope: namespaced ? 'Namespaced' : 'Cluster' };
}
