import type { DeclaredKind } from '../declaration/index.ts';
import { at, groupOf, type PlainObject } from '../objects/index.ts';

/** A Kubernetes object as JSON. */
export interface Manifest extends PlainObject {
  readonly metadata: PlainObject['metadata'] & { readonly annotations?: Readonly<Record<string, string>> };
}

/**
 * Whether the kind comes from a CustomResourceDefinition. A group that ends with `k8s.io` says nothing: the Gateway API, for
 * example, is `gateway.networking.k8s.io`.
 */
export function isCustom(object: Pick<Manifest, 'apiVersion'>): boolean {
  const group = groupOf(object);
  return group.includes('.') && !servedByKubernetes.has(group);
}

/** The groups of the API server that have a dot in their name. */
const servedByKubernetes: ReadonlySet<string> = new Set(
  [
    ...['admissionregistration', 'apiextensions', 'apiregistration', 'authentication', 'authorization'],
    ...['certificates', 'coordination', 'discovery', 'events', 'flowcontrol.apiserver', 'internal.apiserver'],
    ...['networking', 'node', 'rbac.authorization', 'resource', 'scheduling', 'storage', 'storagemigration'],
  ].map((name) => `${name}.k8s.io`),
);

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
  ...['annotations', 'binaryData', 'data', 'labels', 'limits', 'matchLabels', 'nodeSelector', 'requests', 'stringData'],
]);

/**
 * Pure: the object with the annotations by which the provider waits for what others need, and for nothing else. It waits for
 * built-in kinds by default, but not for CustomResourceDefinitions and custom resources.
 *
 * - A CustomResourceDefinition is created when it is Established, a custom resource of `served` when it is Ready.
 * - A Service is not waited for, which would take 10 s. One of the type LoadBalancer is: programs read its address.
 * - What is deleted is gone at once, and the garbage collector deletes what it owns. Only workloads are gone when their Pods
 *   are: a Pod that stops still needs its rights.
 *
 * Existing annotations stay.
 *
 * @param served kinds that have a condition `Ready`
 */
export function withProviderAnnotations(manifest: Manifest, served: readonly DeclaredKind[]): Manifest {
  const { apiVersion, kind, metadata } = manifest;
  const group = groupOf(manifest);
  const isOurs = served.some((api) => api.kind === kind && api.group === group);
  const condition = kind === 'CustomResourceDefinition' ? 'Established' : isOurs ? 'Ready' : undefined;
  const isCore = (name: string): boolean => apiVersion === 'v1' && kind === name;
  const isWorkload = ['apps', 'batch'].includes(group) || isCore('Pod');
  const annotations = {
    ...(condition !== undefined && { 'pulumi.com/waitFor': `condition=${condition}` }),
    ...(isCore('Service') && at(manifest, 'spec.type') !== 'LoadBalancer' && { 'pulumi.com/skipAwait': 'true' }),
    ...(!isWorkload && { 'pulumi.com/deletionPropagationPolicy': 'background' }),
    ...metadata.annotations,
  };
  return Object.keys(annotations).length === 0 ? manifest : { ...manifest, metadata: { ...metadata, annotations } };
}
