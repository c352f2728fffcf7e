/**
 * Kubewright's own operator: its kinds as typed constructs, a sample of each, the pet store that the Pet operator
 * calls, alerts about Memcached, and the environments of our manifests.
 *
 * @module
 */
export { PetStoreChart, type PetStoreChartProps, SamplesChart, type SamplesChartProps } from '../charts/samples.ts';
export { MemcachedAlerts, PetStore } from '../constructs/index.ts';
export {
  Echo,
  EchoSample,
  ImmortalContainer,
  ImmortalContainerSample,
  Memcached,
  MemcachedSample,
  Pet,
  PetSamples,
  type SampleProps,
  ScheduledEcho,
  ScheduledEchoSample,
  WebServer,
  WebServerSample,
} from '../constructs/our-kinds.ts';
export { getKubewrightDeclaration } from '../declaration/index.ts';
export { dev, embedded, environments, findEnvironment, production, staging } from '../environments/environments.ts';
export {
  type EchoProps,
  type EchoSpec,
  type ImmortalContainerProps,
  type ImmortalContainerSpec,
  type MemcachedProps,
  type MemcachedSpec,
  type PetProps,
  type PetSpec,
  PetSpecType,
  type ScheduledEchoProps,
  type ScheduledEchoSpec,
  type WebServerProps,
  type WebServerSpec,
} from '@kubewright/imports';
export type { MemcachedAlertsProps, PetStoreData, PetStoreProps } from '../options/index.ts';
