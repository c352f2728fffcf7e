import type { DeclaredKind } from '../declaration/index.ts';
import { groupOf, type Manifest } from './manifest.ts';

/**
 * Pure: the object with the annotation that makes the provider wait until it works. The provider knows by itself how
 * to wait for Kubernetes' own kinds, but neither for definitions nor for custom resources.
 *
 * An annotation that is there already wins.
 *
 * @param served kinds that have a condition `Ready`
 */
export function withAwait(manifest: Manifest, served: readonly DeclaredKind[]): Manifest {
  const condition = conditionOf(manifest, served);
  if (condition === undefined) return manifest;
  const annotations = { 'pulumi.com/waitFor': `condition=${condition}`, ...manifest.metadata.annotations };
  return { ...manifest, metadata: { ...manifest.metadata, annotations } };
}

function conditionOf({ apiVersion, kind }: Manifest, served: readonly DeclaredKind[]): string | undefined {
  if (kind === 'CustomResourceDefinition') return 'Established';
  return served.some((api) => api.kind === kind && api.group === groupOf(apiVersion)) ? 'Ready' : undefined;
}
