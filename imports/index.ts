/**
 * Typed constructs of every kind, generated from the declarations of the APIs by `npm run generate`.
 */
export {
  Echo,
  type EchoProps,
  type EchoSpec,
} from './echo-mmontes.io.ts';
export {
  ImmortalContainer,
  type ImmortalContainerProps,
  type ImmortalContainerSpec,
  type ImmortalContainerSpecResources,
  type ImmortalContainerSpecSecurityContext,
  type ImmortalContainerSpecSecurityContextCapabilities,
  type ImmortalContainerSpecSecurityContextSeccompProfile,
  ImmortalContainerSpecSecurityContextCapabilitiesAdd,
  ImmortalContainerSpecSecurityContextSeccompProfileType,
} from './immortal-container-immortalcontainer.flugel.it.ts';
export {
  Memcached,
  type MemcachedProps,
  type MemcachedSpec,
} from './memcached-cache.example.com.ts';
export {
  Pet,
  type PetProps,
  type PetSpec,
  PetSpecType,
} from './pet-petstore.example.com.ts';
export {
  ScheduledEcho,
  type ScheduledEchoProps,
  type ScheduledEchoSpec,
} from './scheduled-echo-mmontes.io.ts';
export {
  WebServer,
  type WebServerProps,
  type WebServerSpec,
  type WebServerSpecResources,
  type WebServerSpecSecurityContext,
  type WebServerSpecSecurityContextCapabilities,
  type WebServerSpecSecurityContextSeccompProfile,
  WebServerSpecSecurityContextCapabilitiesAdd,
  WebServerSpecSecurityContextSeccompProfileType,
} from './web-server-my.domain.ts';
