/**
 * For this package's own tests: a user's operator (`zoo.ts`), its deployment with webhooks (`guarded-zoo.ts`), and
 * access to synthesized objects and JSON Schemas.
 */
export { listDescriptions } from './descriptions.ts';
export { anyProps, listSynthErrors, type Make, type Props } from './synth-errors.ts';
export { type ConfiguredWebhook, listConfigurations, synthGuardedZoo } from './guarded-zoo.ts';
export { listAddresses, type Synthesized, synthObjects, getObject } from './synth-objects.ts';
export { zoo, zooFile, zooWithVersions, zooWithWebhooks } from './zoo.ts';
