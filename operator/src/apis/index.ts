/**
 * The APIs of the five operators, one line each.
 *
 * @module
 */
export { ImmortalContainer } from './immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';
export { WebServer } from './my.domain/v1/web-server.ts';
