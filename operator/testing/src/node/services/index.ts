/**
 * The part of a Service network that exists here.
 *
 * - `service-network`: follows Services and EndpointSlices; start here
 * - `service-table`: who serves which port, as one pure question
 * - `node-ports`, `forwarder`: TCP ports on loopback that pass connections on, also those that stand for a Service's name
 *
 * @module
 */
export { ServiceNetwork } from './service-network.ts';
