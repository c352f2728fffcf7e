/**
 * The supported part of a Service network.
 *
 * - `service-network`: watches Services and EndpointSlices; start here
 * - `service-table`: finds the endpoints of a port; pure
 * - `node-ports`, `forwarder`: TCP ports on loopback that forward connections, for node ports and for the names of
 *   Services
 *
 * @module
 */
export { ServiceNetwork } from './service-network.ts';
