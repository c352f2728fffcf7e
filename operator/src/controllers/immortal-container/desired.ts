import type { Clock, Desired, Pod } from '@kubewright/runtime';
import type { ImmortalContainer } from '../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';

/** The annotation with the number of a Pod among those of its resource, from 1. */
export const ordinalAnnotation = 'immortalcontainer.flugel.it/ordinal';

/**
 * The annotation with the image for which a Pod was created: unlike the image that it runs, an edit of the container
 * does not change it.
 */
export const imageAnnotation = 'immortalcontainer.flugel.it/image';

export const containerName = 'acontainer';

export function podNameOf({ metadata }: ImmortalContainer): string {
  return `${metadata.name}-immortalpod`;
}

/** The Pod, which only runs the image: any other setting might break it. */
export function podFor(container: ImmortalContainer, ordinal: number): Desired<Pod> {
  const { metadata, spec } = container;
  return {
    metadata: {
      name: podNameOf(container),
      labels: { app: metadata.name },
      annotations: { [ordinalAnnotation]: String(ordinal), [imageAnnotation]: spec.image },
    },
    spec: { containers: [{ name: containerName, image: spec.image }] },
  };
}

/** `ended` and `outdated` Pods are replaced; a `terminating` one is awaited. */
export type PodState = 'upToDate' | 'terminating' | 'ended' | 'outdated';

export function podStateOf(container: ImmortalContainer, pod: Pod): PodState {
  if (pod.metadata.deletionTimestamp !== undefined) return 'terminating';
  if (!isFor(container.spec.image, pod)) return 'outdated';
  return pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded' ? 'ended' : 'upToDate';
}

/**
 * Whether a Pod was created for this image, or runs it already. If somebody edits one of the two, the other one is
 * still correct, and the edit is reverted in place. An older operator set no annotation.
 */
function isFor(image: string, { metadata, spec }: Pod): boolean {
  const runs = spec.containers.find(({ name }) => name === containerName)?.image;
  return runs !== undefined && (runs === image || metadata.annotations?.[imageAnnotation] === image);
}

/**
 * An ended Pod is replaced this long after its creation at the earliest: one that always ends at once would keep the
 * cluster busy.
 */
const shortestLifeMs = 10_000;

/** How long an ended Pod stays before it is replaced. */
export function restMs({ metadata }: Pod, clock: Pick<Clock, 'now'>): number {
  const ageMs = clock.now() - Date.parse(metadata.creationTimestamp);
  // The creation time may be in the future, because the clocks of the API server and of this machine differ: then there
  // is no wait.
  return ageMs < 0 ? 0 : Math.max(0, shortestLifeMs - ageMs);
}
