/**
 * HTTP: the servers of a process, which hold however a client behaves.
 *
 * - `http-server`: listeners, those of one port together; paths and their endpoints
 * - `endpoint`: what answers a path, and the guard that is asked first
 * - `limited-server`: how much of a server one client may use; `connections`: how many it may open
 *
 * @module
 */
export { textEndpoint, type Answer, type Asked, type Endpoint, type Guard } from './endpoint.ts';
export { startHttpServers, type HttpServers, type Listener } from './http-server.ts';
export type { Tls } from './limited-server.ts';
