/**
 * SPDY/3.1, by which `kubectl exec` and `port-forward` reach a kubelet: many streams over one connection. The existing
 * library for Node is unmaintained and requires a flow control that Kubernetes does not implement.
 *
 * - `spdy-connection`, `spdy-stream`: the interface
 * - `frames`, `header-block`, `dictionary`: the encoding
 *
 * @module
 */
export { SpdyConnection, spdyProtocol } from './spdy-connection.ts';
export type { SpdyStream } from './spdy-stream.ts';
