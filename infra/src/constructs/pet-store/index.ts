/**
 * The store of pets that the Pet operator needs, for any cdk8s chart.
 *
 * `options.ts` is what one can say, `plan.ts` decides the rest; `pet-store.ts` creates the objects (`deployment.ts`).
 */
export { type PetStoreData, type PetStoreProps } from './options.ts';
export { PetStore } from './pet-store.ts';
