import type { ImmortalContainer } from '../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';

/** What a user may say of the container beside its image. */
export type ContainerSettings = Pick<ImmortalContainer['spec'], 'resources' | 'securityContext'>;

/** These fields of a container, each only if the spec has it: without them, any image runs. */
export function settingsOf({ resources, securityContext }: ContainerSettings): ContainerSettings {
  return { ...(resources && { resources }), ...(securityContext && { securityContext }) };
}
