/**
 * For this package's own tests: a user's operator (`zoo.ts`), the same with webhooks as it is deployed
 * (`guarded-zoo.ts`), access to synthesized objects, and the Lua of Argo CD.
 */
export { anyProps, faultsOf, type Make, type Props } from './faults-of.ts';
export { type Configured, configurationsIn, guardedZoo } from './guarded-zoo.ts';
export { addresses, type Synthesized, synthesized, the } from './synthesized.ts';
export { zoo, zooFile, zooWithVersions, zooWithWebhooks } from './zoo.ts';
export { useArgoCdLua } from './argo-cd-lua.ts';
