/**
 * The kubelet API of a node: `kubectl logs` and `port-forward`.
 *
 * - `kubelet-server`: TLS and authentication
 * - `requests`: requests and messages, as in the real kubelet
 * - `upgrade`, `port-forward`, `spdy`, `spdy-frames`: upgrade a request to a connection with many streams
 * - `kubelet-identity`: the files of its certificate, in a file of its own for the public types
 * - `kubelet-host`: the interface that a node implements; `simulatedPods` is one without processes
 *
 * @module
 */
export {
  type ContainerName,
  type KubeletHost,
  buildKubeletStatus,
  type LogOptions,
  type PodName,
  KubeletRejection,
  simulatedPods,
} from './kubelet-host.ts';
export type { KubeletIdentity } from './kubelet-identity.ts';
export { kubeletClientName, type KubeletServer, startKubelet } from './kubelet-server.ts';
