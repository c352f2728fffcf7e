/**
 * Environments for people, from their objects and the declaration of their operator.
 *
 * - `environment-page.ts`: a page in Markdown, of the parts `picture/`, `rights/`, `sizes.ts` and `differences.ts`
 * - `environment-tree.ts`: the objects as a tree, for a terminal
 * - `relations.ts`: what objects have to do with each other
 */
export { type DescribedEnvironment, environmentPage, type EnvironmentPageOptions } from './environment-page.ts';
export { environmentTree } from './environment-tree.ts';
export { chartUnit, type PlainObject, type Unit } from '../objects/index.ts';
