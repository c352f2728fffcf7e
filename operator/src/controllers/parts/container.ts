import type { ImmortalContainer } from '../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';

/**
 * The security context of a container that complies with Pod Security's level `restricted`, with a read-only root file
 * system. The Pod sets the user: each null keeps a field unset that would override the Pod's or add capabilities.
 *
 * https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted
 */
export const restricted = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'], add: null },
  runAsUser: null,
  runAsNonRoot: null,
} as const;

/** The container fields that a user may set besides its image. */
type ContainerSettings = Pick<ImmortalContainer['spec'], 'resources' | 'securityContext'>;

/** Picks the settings in the spec. Sets no defaults, because they could break the user's image. */
export function pickSettings({ resources, securityContext }: ContainerSettings): ContainerSettings {
  return { ...(resources && { resources }), ...(securityContext && { securityContext }) };
}
