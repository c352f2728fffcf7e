/**
 * RBAC in words.
 *
 * - `rights-text.ts`: start here: the roles of an environment, line by line
 * - `right.ts`: the rights in a role; `kind-names.ts`: resources in words
 * - `reasons.ts`: why the operator needs a right, with `controller-reasons.ts`, and `reason-text.ts` for the words
 */
export { resourceOf } from './kind-names.ts';
export type { Grounds } from './reasons.ts';
export { rightsText } from './rights-text.ts';
