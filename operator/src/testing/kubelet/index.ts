/**
 * What the API server asks a node for: `kubectl logs`.
 *
 * - `kubelet-server`: TLS, and who may ask
 * - `answer`, `log-options`: requests and their words, as the real kubelet has them
 * - `kubelet-status`: how the API server finds one
 * - `kubelet-host`: what a node offers for that; `simulated-pods` is one that has nothing
 *
 * @module
 */
export { Refusal, type ContainerName, type KubeletHost, type LogOptions } from './kubelet-host.ts';
export type { KubeletIdentity } from './kubelet-options.ts';
export { startKubelet, type KubeletServer } from './kubelet-server.ts';
export { kubeletStatus } from './kubelet-status.ts';
export { simulatedPods } from './simulated-pods.ts';
export { kubeletClientName } from './stranger.ts';
