/**
 * The APIs of the five operators, one line each.
 *
 * @module
 */
export { WebServer } from './my.domain/v1/web-server.ts';
