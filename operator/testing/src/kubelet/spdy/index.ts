/**
 * SPDY/3.1, in which `kubectl exec` and `port-forward` reach a kubelet: many streams over one connection. What there is
 * for Node as a library is unmaintained and takes nothing without a flow control that Kubernetes does not have.
 *
 * - `spdy-connection`, `spdy-stream`: what one gets
 * - `frames`, `header-block`, `dictionary`: what is on the wire
 *
 * @module
 */
export { SpdyConnection, spdyProtocol } from './spdy-connection.ts';
export type { SpdyStream } from './spdy-stream.ts';
