/**
 * For this package's own tests: a user's operator (`zoo.ts`), the same with webhooks as it is deployed
 * (`guarded-zoo.ts`), and access to synthesized objects and to JSON Schemas.
 */
export { listDescriptions } from './descriptions.ts';
export { anyProps, listSynthErrors, type Make, type Props } from './synth-errors.ts';
export { type ConfiguredWebhook, listConfigurations, synthGuardedZoo } from './guarded-zoo.ts';
export { listAddresses, type Synthesized, synthObjects, getObject } from './synth-objects.ts';
export { zoo, zooFile, zooWithVersions, zooWithWebhooks } from './zoo.ts';
