/**
 * HTTP: the servers of a process, with limits that protect them from their clients.
 *
 * - `http-server`: listeners, those of one port together; paths and their endpoints
 * - `endpoint`: what answers a path, and the guard that is called first
 * - `limited-server`: how much of a server one client may use; `connections`: how many it may open
 * - `listen-at`, `send-answer`: what every server does, whatever it serves
 *
 * @module
 */
export { textEndpoint, type Answer, type Asked, type Endpoint, type Guard } from './endpoint.ts';
export { startHttpServers, type HttpServers, type Listener } from './http-server.ts';
export { limitedServer, type ServerLimits, type Tls } from './limited-server.ts';
export { listenAt, type Place } from './listen-at.ts';
export { sendAnswer } from './send-answer.ts';
