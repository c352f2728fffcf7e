/**
 * The controllers of the five operators, one line each.
 *
 * @module
 */
export { echo } from './echo/index.ts';
export { immortalContainer } from './immortal-container/index.ts';
export { memcached } from './memcached/index.ts';
export { pet } from './pet/index.ts';
export { scheduledEcho } from './scheduled-echo/index.ts';
export { webServer } from './web-server/index.ts';
