/**
 * Kubewright's operators: their APIs, their controllers, and all of them as one operator.
 *
 * To build your own operator use `@kubewright/runtime`.
 *
 * @module
 */
export { Echo, ImmortalContainer, Memcached, Pet, ScheduledEcho, WebServer } from './apis/index.ts';
export { echo, immortalContainer, memcached, pet, scheduledEcho, webServer } from './controllers/index.ts';
export { kubewright } from './kubewright.ts';
