/**
 * The security context of a container that does not need more than Pod Security's level `restricted` allows, nor to write
 * to its image. As which user it runs is up to the Pod: each null keeps a field unset that would take precedence.
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
