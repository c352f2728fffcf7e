/**
 * The supported part of a Service network.
 *
 * - `service-network`: follows Services and EndpointSlices; start here
 * - `service-table`: finds the endpoints of a port; pure
 * - `node-ports`, `forwarder`: TCP ports on loopback that forward connections, also those that stand for a Service's
 *   name
 *
 * @module
 */
export { ServiceNetwork } from './service-network.ts';
