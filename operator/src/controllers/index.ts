/**
 * The controllers of the five operators, one line each.
 *
 * @module
 */
export { memcached } from './memcached/index.ts';
export { webServer } from './web-server/index.ts';
