/**
 * For this package's own tests: a user's operator (`zoo.ts`), the same with webhooks as it is deployed
 * (`guarded-zoo.ts`), and access to synthesized objects and to JSON Schemas.
 */
export { descriptionsIn } from './descriptions-in.ts';
export { anyProps, faultsOf, type Make, type Props } from './faults-of.ts';
export { type Configured, configurationsIn, guardedZoo } from './guarded-zoo.ts';
export { addresses, type Synthesized, synthesized, the } from './synthesized.ts';
export { zoo, zooFile, zooWithVersions, zooWithWebhooks } from './zoo.ts';
