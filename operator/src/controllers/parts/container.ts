import type { ImmortalContainer } from '../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';

/**
 * The security context of a container that complies with Pod Security's level `restricted`, and does not write to its
 * image. The Pod selects the user: each null keeps a field unset that would take precedence.
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

/** These fields of a container, each only if the spec has it: without them, any image runs. */
export function pickSettings({ resources, securityContext }: ContainerSettings): ContainerSettings {
  return { ...(resources && { resources }), ...(securityContext && { securityContext }) };
}
