/**
 * Changes of objects that users give as data, for fields that no option sets.
 *
 * `options.ts` has the types and `shape.ts` checks them; `apply-patches.ts` finds the objects. `merge-operations.ts` and
 * `json-patch.ts` are about the two sorts of patches.
 *
 * @module
 */
export { applyPatches } from './apply-patches.ts';
