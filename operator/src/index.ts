/**
 * Kubewright's operators: their APIs, their controllers, and all of them as one operator.
 *
 * What an operator of your own is made with is `@kubewright/runtime`.
 *
 * @module
 */
export { Echo, ImmortalContainer, Memcached, Pet, ScheduledEcho, WebServer } from './apis/index.ts';
export { echo, immortalContainer, memcached, pet, scheduledEcho, webServer } from './controllers/index.ts';
export { kubewright } from './kubewright.ts';
