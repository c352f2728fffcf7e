import type { DeclaredKind } from '../declaration/index.ts';
import { groupOf, type Manifest } from './manifest.ts';

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
  const condition = conditionOf(manifest, served);
  const annotations = {
    ...(condition !== undefined && { 'pulumi.com/waitFor': `condition=${condition}` }),
    ...(isPlainService(manifest) && { 'pulumi.com/skipAwait': 'true' }),
    ...(!isWorkload(manifest) && { 'pulumi.com/deletionPropagationPolicy': 'background' }),
    ...manifest.metadata.annotations,
  };
  if (Object.keys(annotations).length === 0) return manifest;
  return { ...manifest, metadata: { ...manifest.metadata, annotations } };
}

function conditionOf({ apiVersion, kind }: Manifest, served: readonly DeclaredKind[]): string | undefined {
  if (kind === 'CustomResourceDefinition') return 'Established';
  return served.some((api) => api.kind === kind && api.group === groupOf(apiVersion)) ? 'Ready' : undefined;
}

function isPlainService({ apiVersion, kind, spec }: Manifest): boolean {
  if (apiVersion !== 'v1' || kind !== 'Service') return false;
  return (spec as { readonly type?: string } | undefined)?.type !== 'LoadBalancer';
}

function isWorkload({ apiVersion, kind }: Manifest): boolean {
  return ['apps', 'batch'].includes(groupOf(apiVersion)) || (apiVersion === 'v1' && kind === 'Pod');
}
