/**
 * The controllers of our operators, one line each: `kubewright.ts` runs all of them.
 *
 * @module
 */
export { echo } from './echo/controller.ts';
export { immortalContainer } from './immortal-container/controller.ts';
export { memcached } from './memcached/controller.ts';
export { pet } from './pet/controller.ts';
export { scheduledEcho } from './scheduled-echo/controller.ts';
export { webServer } from './web-server/controller.ts';
