import type { Desired, Pod } from '../../index.ts';
import type { ImmortalContainer } from '../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';

/** Says which Pod of its resource a Pod is, counted from 1. */
export const ordinalAnnotation = 'immortalcontainer.flugel.it/ordinal';

/** Says which image a Pod was made for: unlike the image that it runs, nobody changes it by editing the container. */
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
