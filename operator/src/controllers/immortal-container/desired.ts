import { isDeepStrictEqual } from 'node:util';

import type { Clock, Desired, Pod } from '@kubewright/runtime';
import type { ImmortalContainer } from '../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';
import { pickSettings } from '../parts/container.ts';

/** The annotation with the ordinal of a Pod: 1 for the first Pod of its owner, 2 for the next one, and so on. */
export const ordinalAnnotation = 'immortalcontainer.flugel.it/ordinal';

/** The annotation with the image for which a Pod was created. Editing the container's image does not change it. */
export const imageAnnotation = 'immortalcontainer.flugel.it/image';

/**
 * The annotation with the settings of the container for which a Pod was created; absent without settings. The Pod
 * itself does not show them, because admission adds defaults.
 */
export const settingsAnnotation = 'immortalcontainer.flugel.it/container';

export const containerName = 'acontainer';

export function getPodName({ metadata }: ImmortalContainer): string {
  return `${metadata.name}-immortalpod`;
}

/**
 * Builds the Pod. Sets only the image and the settings in the spec, because any other field could break the user's
 * image.
 */
export function buildImmortalPod(container: ImmortalContainer, ordinal: number): Desired<Pod> {
  const { metadata, spec } = container;
  const settings = serializeSettings(container);
  return {
    metadata: {
      name: getPodName(container),
      labels: { app: metadata.name },
      annotations: {
        [ordinalAnnotation]: String(ordinal),
        [imageAnnotation]: spec.image,
        ...(settings !== undefined && { [settingsAnnotation]: settings }),
      },
    },
    spec: { containers: [{ name: containerName, image: spec.image, ...pickSettings(spec) }] },
  };
}

/**
 * Serializes the settings. Equal settings have equal texts, because the API server sorts the keys of stored objects.
 */
function serializeSettings({ spec }: ImmortalContainer): string | undefined {
  const settings = pickSettings(spec);
  return Object.keys(settings).length === 0 ? undefined : JSON.stringify(settings);
}

/** The state of a Pod. An `ended` or `outdated` Pod is replaced; the controller waits for a `terminating` one. */
export type PodState = 'upToDate' | 'terminating' | 'ended' | 'outdated';

export function resolvePodState(container: ImmortalContainer, pod: Pod): PodState {
  if (pod.metadata.deletionTimestamp !== undefined) return 'terminating';
  if (findChange(container, pod) !== undefined) return 'outdated';
  return pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded' ? 'ended' : 'upToDate';
}

/** Returns which change of the spec since the creation of a Pod requires a new Pod; `undefined` if none does. */
export function findChange(container: ImmortalContainer, pod: Pod): 'image' | 'settings' | undefined {
  if (!hasImage(container.spec.image, pod)) return 'image';
  return hasSettings(container, pod) ? undefined : 'settings';
}

/**
 * Whether a Pod runs this image, or was created for it according to its annotation. If a client edits only the image or
 * only the annotation, the other one is still correct, and the edit is reverted in place. Older operators did not set
 * the annotation.
 */
function hasImage(image: string, { metadata, spec }: Pod): boolean {
  const runs = spec.containers.find(({ name }) => name === containerName)?.image;
  return runs !== undefined && (runs === image || metadata.annotations?.[imageAnnotation] === image);
}

/**
 * Whether a Pod was created for these settings according to its annotation, or has exactly these settings. As with the
 * image, an edit of the annotation is reverted in place.
 */
function hasSettings(container: ImmortalContainer, { metadata, spec }: Pod): boolean {
  if (metadata.annotations?.[settingsAnnotation] === serializeSettings(container)) return true;
  const found = spec.containers.find(({ name }) => name === containerName);
  return found !== undefined && isDeepStrictEqual(fillSettings(found), fillSettings(container.spec));
}

type Settings = Pick<Pod['spec']['containers'][number], 'resources' | 'securityContext'>;

/** Treats missing settings as empty objects, because the API server stores an empty `resources`. */
function fillSettings({ resources = {}, securityContext = {} }: Settings): Settings {
  return { resources, securityContext };
}

/**
 * Minimum time in milliseconds between the creations of a Pod and of its replacement, so that a Pod that ends at once
 * does not keep the cluster busy.
 */
const shortestLifeMs = 10_000;

/** How long an ended Pod stays before it is replaced, in milliseconds. */
export function computeRestMs({ metadata }: Pod, clock: Pick<Clock, 'now'>): number {
  const ageMs = clock.now() - Date.parse(metadata.creationTimestamp);
  // The creation time may be in the future, because the clocks of the API server and this machine differ.
  return ageMs < 0 ? 0 : Math.max(0, shortestLifeMs - ageMs);
}
