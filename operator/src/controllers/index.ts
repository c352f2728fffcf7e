/**
 * The controllers of our operators, one line each, with their webhooks and policies.
 *
 * @module
 */
export { echo } from './echo/controller.ts';
export { immortalContainer } from './immortal-container/controller.ts';
export { memcached } from './memcached/controller.ts';
export { pet } from './pet/controller.ts';
export { scheduledEcho } from './scheduled-echo/controller.ts';
export { scheduledEchoWebhook } from './scheduled-echo/webhook.ts';
export { ignoredFoo } from './web-server/policies.ts';
export { webServer } from './web-server/controller.ts';
