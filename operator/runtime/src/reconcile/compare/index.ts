/**
 * Compares objects, independent of reconciles, children and clusters.
 *
 * - `canonical`: JSON with sorted keys, and its hash
 * - `hash-content`: the hash that authors put into Pod templates
 * - `fields`: managed fields: whether we own exactly the desired fields
 * - `equal`: whether two values are the same JSON, as a whole or where we own them
 * - `differing-paths`: the paths at which two objects differ, for log lines
 *
 * @module
 */
export { toCanonicalJson, computeHash } from './canonical.ts';
export { findDifferingPaths } from './differing-paths.ts';
export { isEqualJson, isEqualOwned } from './equal.ts';
export { hashContent } from './hash-content.ts';
export { isCoveringExactly, findItemIndex, pickOwned } from './fields.ts';
