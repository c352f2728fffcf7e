/**
 * The API server's way to Pods and Services, which have addresses that no interface of this machine has.
 *
 * - `egress`: where a connection leads; `cluster-network`: what a node contributes to that
 * - `connect-proxy`: the proxy through which the API server connects; `socket-path`: where it listens
 * - `selector-configuration`: tells the API server to use it
 *
 * The API server resolves a Service reference by itself, by default to the ClusterIP and the port. It would resolve it to
 * the address of a ready Pod with `--enable-aggregator-routing`; but most clusters run without that flag, which, for
 * example, also takes Services without a ClusterIP that they refuse.
 *
 * @module
 */
export type { ClusterNetwork, Route } from './cluster-network.ts';
export { startConnectProxy } from './connect-proxy.ts';
export { Egress } from './egress.ts';
export { egressSelectorConfiguration } from './selector-configuration.ts';
export { openSocketPath } from './socket-path.ts';
