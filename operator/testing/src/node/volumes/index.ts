/**
 * Volumes of a Pod: folders on this machine with the content that a kubelet would mount.
 *
 * - `pod-volumes`: all folders of one Pod, and the one that stands for `/` of a container
 * - `volume-files`: what a volume holds that ends with its Pod
 * - `lasting-folder`: where one is that does not: a claim's, or a `hostPath`
 * - `mount-error`: what an event of the Pod says
 * - `atomic-folder`: replaces the content of a folder at once
 * - `service-account-tokens`: when a token is replaced
 *
 * @module
 */
export type { ClaimSources } from './lasting-folder.ts';
export type { MountError } from './mount-error.ts';
export { createPodVolumes, type PodVolumes } from './pod-volumes.ts';
export { unenforced } from './unenforced.ts';
export { createTokens, type IssuedToken, type TokenRequest } from './service-account-tokens.ts';
export type { VolumeSources } from './volume-files.ts';
