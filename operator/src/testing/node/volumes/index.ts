/**
 * Volumes of a Pod: folders on this machine with the content that a kubelet would mount.
 *
 * - `pod-volumes`: all folders of one Pod, and the one that stands for `/` of a container
 * - `volume-files`: what a volume holds
 * - `atomic-folder`: replaces the content of a folder at once
 * - `service-account-tokens`: when a token is replaced
 *
 * @module
 */
export { createPodVolumes, insideOf, type PodVolumes } from './pod-volumes.ts';
export { createTokens, type IssuedToken, type TokenRequest } from './service-account-tokens.ts';
export type { VolumeSources } from './volume-files.ts';
