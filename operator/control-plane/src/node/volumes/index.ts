/**
 * Volumes of a Pod: folders on this machine with the content that a kubelet would mount.
 *
 * - `pod-volumes`: all folders of one Pod
 * - `volume-files`, `service-account-tokens`: the content of a volume that is deleted with its Pod
 * - `claim-folder`: the folder of a claim, which outlives the Pod
 * - `atomic-folder`: replaces the content of a folder atomically
 * - `mounts`: maps volumes to mount paths; errors that become events of the Pod
 * - `container-files`: the processes' view of the volumes, via `mount-namespace`, or `linked-files` where that is not
 *   allowed
 *
 * @module
 */
export type { ClaimSources } from './claim-folder.ts';
export type { CommandLine, ContainerFiles } from './container-files.ts';
export { type MountError, unenforced } from './mounts.ts';
export { hasMountNamespaces } from './mount-namespace.ts';
export { createPodVolumes, type PodVolumes } from './pod-volumes.ts';
export { createTokens, type IssuedToken, type TokenRequest } from './service-account-tokens.ts';
export type { VolumeSources } from './volume-files.ts';
