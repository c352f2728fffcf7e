/**
 * What servers that forward connections share.
 *
 * - `endpoint`: where a program listens
 * - `join-sockets`: forwards between two sockets
 * - `open-sockets`: the sockets that a server destroys when it closes
 *
 * @module
 */
export type { Endpoint } from './endpoint.ts';
export { joinSockets } from './join-sockets.ts';
export { OpenSockets } from './open-sockets.ts';
