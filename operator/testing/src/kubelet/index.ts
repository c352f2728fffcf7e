/**
 * The kubelet API of a node: `kubectl logs`, `exec`, `cp` and `port-forward`.
 *
 * - `kubelet-server`: TLS and authentication
 * - `answer`, `log-options`, `paths`: requests and messages, as in the real kubelet
 * - `upgrade`, `exec`, `terminal-sizes`, `port-forward`: requests that become a connection of many streams (`spdy/`)
 * - `kubelet-status`: how the API server finds a kubelet
 * - `kubelet-host`: what a node implements for it; `simulated-pods` is one without processes
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
