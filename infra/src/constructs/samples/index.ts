/** Samples of each of our kinds, to try the operators with: one file per kind. */
export { EchoSample } from './echo-sample.ts';
export { ImmortalContainerSample } from './immortal-container-sample.ts';
export { MemcachedSample } from './memcached-sample.ts';
export { PetSamples } from './pet-samples.ts';
export { ScheduledEchoSample } from './scheduled-echo-sample.ts';
export { type SampleProps, WebServerSample } from './web-server-sample.ts';
