/**
 * The pet store that the Pet operator needs, for any cdk8s chart.
 *
 * `options.ts` has the options, `plan.ts` computes the rest from them, `pet-store.ts` creates the objects (with
 * `deployment.ts`).
 */
export { PetStore } from './pet-store.ts';
