/** A Kubernetes object as JSON. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** Whether the kind comes from a CustomResourceDefinition: groups of Kubernetes have no dot, or end with k8s.io. */
export function isCustom({ apiVersion }: Pick<Manifest, 'apiVersion'>): boolean {
  const group = groupOf(apiVersion);
  return group.includes('.') && !group.endsWith('.k8s.io');
}

/** The API group of an apiVersion; the core group is the empty string. */
export function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

/**
 * The object without fields whose value is an empty list. The API server drops these fields, and Pulumi would try to
 * restore them with every `up`. Custom resources and CustomResourceDefinitions are not changed: there `[]` can differ
 * from an absent field.
 */
export function withoutEmptyLists(manifest: Manifest): Manifest {
  const isSchema = manifest.kind === 'CustomResourceDefinition';
  return isSchema || isCustom(manifest) ? manifest : (pruned(manifest) as Manifest);
}

function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pruned);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, each]) => !(Array.isArray(each) && each.length === 0));
  return Object.fromEntries(kept.map(([key, each]) => [key, pruned(each)]));
}
