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

/**
 * Whether the kind comes from a CustomResourceDefinition. A group that ends with `k8s.io` says nothing: the Gateway API, for
 * example, is `gateway.networking.k8s.io`.
 */
export function isCustom({ apiVersion }: Pick<Manifest, 'apiVersion'>): boolean {
  const group = groupOf(apiVersion);
  return group.includes('.') && !servedByKubernetes.has(group);
}

/** The groups of the API server that have a dot in their name. */
const servedByKubernetes: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'flowcontrol.apiserver.k8s.io',
  'internal.apiserver.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
  'storagemigration.k8s.io',
]);

/** The API group of an apiVersion; the core group is the empty string. */
export function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

/**
 * The object without empty lists, and without empty maps of strings such as `labels`. The API server drops these fields, and
 * Pulumi would try to restore them with every `up`. Other empty objects stay: `emptyDir: {}` says something. Custom
 * resources and CustomResourceDefinitions are not changed, but for their metadata: there `[]` can differ from an absent field.
 */
export function withoutEmpty(manifest: Manifest): Manifest {
  const isSchema = manifest.kind === 'CustomResourceDefinition';
  if (!isSchema && !isCustom(manifest)) return pruned(manifest) as Manifest;
  return { ...manifest, metadata: pruned(manifest.metadata) as Manifest['metadata'] };
}

function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pruned);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter((field) => !isDropped(field));
  return Object.fromEntries(kept.map(([key, each]) => [key, pruned(each)]));
}

function isDropped([key, value]: readonly [string, unknown]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.keys(value).length === 0 && (Array.isArray(value) || mapsOfStrings.has(key));
}

const mapsOfStrings: ReadonlySet<string> = new Set([
  'annotations',
  'binaryData',
  'data',
  'labels',
  'limits',
  'matchLabels',
  'nodeSelector',
  'requests',
  'stringData',
]);
