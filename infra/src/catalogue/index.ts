/**
 * The operators of this project, for whoever deploys them: their kinds as typed constructs, a sample of each, the pet store
 * that the Pet operator calls, alerts about Memcached, and the environments of our own manifests.
 *
 * @module
 */
export { PetStoreChart, type PetStoreChartProps, SamplesChart, type SamplesChartProps } from '../charts/index.ts';
export {
  EchoSample,
  ImmortalContainerSample,
  MemcachedAlerts,
  type MemcachedAlertsProps,
  MemcachedSample,
  PetSamples,
  PetStore,
  type SampleProps,
  ScheduledEchoSample,
  WebServerSample,
} from '../constructs/index.ts';
export { kubewrightDeclaration } from '../declaration/index.ts';
export { dev, embedded, environments, findEnvironment, production, staging } from '../environments/index.ts';
export {
  Echo,
  type EchoProps,
  type EchoSpec,
  ImmortalContainer,
  type ImmortalContainerProps,
  type ImmortalContainerSpec,
  Memcached,
  type MemcachedProps,
  type MemcachedSpec,
  Pet,
  type PetProps,
  type PetSpec,
  PetSpecType,
  ScheduledEcho,
  type ScheduledEchoProps,
  type ScheduledEchoSpec,
  WebServer,
  type WebServerProps,
  type WebServerSpec,
} from '@kubewright/imports';
export type { PetStoreData, PetStoreProps } from '../options/index.ts';
