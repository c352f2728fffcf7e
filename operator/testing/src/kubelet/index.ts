/**
 * What the API server asks a node for: `kubectl logs`, `exec`, `cp` and `port-forward`.
 *
 * - `kubelet-server`: TLS, and who may ask
 * - `answer`, `log-options`, `paths`: requests and their words, as the real kubelet has them
 * - `upgrade`, `exec`, `terminal-sizes`, `port-forward`: those that become a connection of many streams (`spdy/`)
 * - `kubelet-status`: how the API server finds one
 * - `kubelet-host`: what a node offers for that; `simulated-pods` is one that has nothing
 *
 * @module
 */
export { Refusal } from './kubelet-host.ts';
export type {
  ContainerName,
  ExecOptions,
  ExecProcess,
  KubeletHost,
  LogOptions,
  PodName,
  TerminalSize,
} from './kubelet-host.ts';
export type { KubeletIdentity } from './kubelet-options.ts';
export { kubeletClientName, startKubelet, type KubeletServer } from './kubelet-server.ts';
export { kubeletStatus } from './kubelet-status.ts';
export { simulatedPods } from './simulated-pods.ts';
