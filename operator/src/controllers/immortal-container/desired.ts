import type { Clock, Desired, Pod } from '@kubewright/runtime';
import type { ImmortalContainer } from '../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';

/** Says which Pod of its resource a Pod is, counted from 1. */
export const ordinalAnnotation = 'immortalcontainer.flugel.it/ordinal';

/** Says which image a Pod was created for: unlike the image that it runs, nobody changes it by editing the container. */
export const imageAnnotation = 'immortalcontainer.flugel.it/image';

export const containerName = 'acontainer';

export function podNameOf({ metadata }: ImmortalContainer): string {
  return `${metadata.name}-immortalpod`;
}

/** The Pod, which runs the image just as it is: whatever else was set might be what breaks it. */
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

/** `ended` and `outdated` Pods are to be replaced; a `terminating` one is waited for. */
export type PodState = 'upToDate' | 'terminating' | 'ended' | 'outdated';

export function podStateOf(container: ImmortalContainer, pod: Pod): PodState {
  if (pod.metadata.deletionTimestamp !== undefined) return 'terminating';
  if (!isFor(container.spec.image, pod)) return 'outdated';
  return pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded' ? 'ended' : 'upToDate';
}

/**
 * Whether a Pod was created for this image, or runs it already. If somebody edits the image that it runs, or the annotation,
 * the other one still says so, and what was edited is repaired in place. An older operator left no annotation.
 */
function isFor(image: string, { metadata, spec }: Pod): boolean {
  const runs = spec.containers.find(({ name }) => name === containerName)?.image;
  return runs !== undefined && (runs === image || metadata.annotations?.[imageAnnotation] === image);
}

/** A Pod that has ended is not replaced sooner after it was created: one that ends at once would keep the cluster busy. */
const shortestLifeMs = 10_000;

/** How long a Pod that has ended stays before it is replaced. */
export function restMs({ metadata }: Pod, clock: Pick<Clock, 'now'>): number {
  const ageMs = clock.now() - Date.parse(metadata.creationTimestamp);
  // Created in the future: the clocks of the API server and of this machine differ, and it must not stay until they agree.
  return ageMs < 0 ? 0 : Math.max(0, shortestLifeMs - ageMs);
}
