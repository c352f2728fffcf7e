/** The APIs of our operators, one line each. */
export { ImmortalContainer } from './immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';
export { Memcached } from './cache.example.com/v1alpha1/memcached.ts';
export { Echo } from './mmontes.io/v1alpha1/echo.ts';
export { ScheduledEcho } from './mmontes.io/v1alpha1/scheduled-echo.ts';
export { WebServer } from './my.domain/v1/web-server.ts';
export { Pet } from './petstore.example.com/v1alpha1/pet.ts';
