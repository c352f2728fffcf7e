/**
 * Volumes of a Pod: folders on this machine with the content that a kubelet would mount.
 *
 * - `pod-volumes`: all folders of one Pod, and those that stand for `/` of its containers
 * - `volume-files`: the content of a volume that is deleted with its Pod
 * - `claim-folder`: the folder of a claim, which outlives the Pod
 * - `mounts`: where the volumes of a container are mounted
 * - `mount-error`: the error that becomes an event of the Pod
 * - `atomic-folder`: replaces the content of a folder atomically
 * - `service-account-tokens`: caches tokens and replaces them before they expire
 *
 * @module
 */
export type { ClaimSources } from './claim-folder.ts';
export type { MountError } from './mount-error.ts';
export { insideOf } from './mounts.ts';
export { createPodVolumes, type PodVolumes } from './pod-volumes.ts';
export { unenforced } from './unenforced.ts';
export { createTokens, type IssuedToken, type TokenRequest } from './service-account-tokens.ts';
export type { VolumeSources } from './volume-files.ts';
