import type { ImmortalContainer } from '../../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';
import type { Pod } from '@kubewright/runtime';
import { containerName, buildImmortalPod } from '../desired.ts';

/** An ImmortalContainer as the API server returns it, for tests. */
export function someContainer(parts: Partial<Pick<ImmortalContainer, 'spec' | 'status'>> = {}): ImmortalContainer {
  return {
    apiVersion: 'immortalcontainer.flugel.it/v1alpha1',
    kind: 'ImmortalContainer',
    metadata: { ...buildMetadata('phoenix'), generation: 1 },
    spec: { image: 'nginx:1' },
    ...parts,
  };
}

/** The Pod of a container as the API server returns it, with the overrides in `parts`. */
export function somePod(
  container: ImmortalContainer,
  ordinal: number,
  parts: { readonly metadata?: Partial<Pod['metadata']>; readonly status?: Pod['status'] } = {},
): Pod {
  const { metadata: desired } = buildImmortalPod(container, ordinal);
  const metadata = { ...buildMetadata(desired.name), ...desired, ...parts.metadata };
  const spec = { containers: [{ name: containerName, image: container.spec.image }] };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec, ...(parts.status && { status: parts.status }) };
}

function buildMetadata(name: string): Pod['metadata'] {
  const creationTimestamp = '2026-01-01T00:00:00Z';
  return { namespace: 'default', name, uid: `uid-of-${name}`, resourceVersion: '1', creationTimestamp };
}
