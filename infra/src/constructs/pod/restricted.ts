import type { PodSecurityContext, SecurityContext } from 'kubernetes-types/core/v1';

/** User id and group id of our processes: not root, and without a name in the image. */
const user = 65_532;

/** Passes Pod Security "restricted". The root file system is read-only: only mounted volumes are writable. */
export const restrictedContainer: SecurityContext = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  privileged: false,
  readOnlyRootFilesystem: true,
  runAsGroup: user,
  runAsNonRoot: true,
  runAsUser: user,
  seccompProfile: { type: 'RuntimeDefault' },
};

/** Passes Pod Security "restricted". */
export const restrictedPod: PodSecurityContext = {
  runAsGroup: user,
  runAsNonRoot: true,
  runAsUser: user,
  seccompProfile: { type: 'RuntimeDefault' },
};

/** The group that owns a volume of our processes. */
export const volumeGroup: PodSecurityContext = { fsGroup: user, fsGroupChangePolicy: 'OnRootMismatch' };
