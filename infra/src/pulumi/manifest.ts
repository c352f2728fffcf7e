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

/** Whether a CustomResourceDefinition made the kind: Kubernetes' own groups have no dot, or end with k8s.io. */
export function isCustom({ apiVersion }: Pick<Manifest, 'apiVersion'>): boolean {
  const group = groupOf(apiVersion);
  return group.includes('.') && !group.endsWith('.k8s.io');
}

/** The API group of an apiVersion; the core group is the empty string. */
export function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

/**
 * The object without fields whose value is an empty list: the API server forgets them, and Pulumi would want to bring
 * them back with every `up`. Custom resources and their definitions are left alone, where `[]` can differ from nothing.
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
