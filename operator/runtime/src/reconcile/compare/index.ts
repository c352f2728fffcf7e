/**
 * Compares objects. Knows nothing of runs, of children or of a cluster.
 *
 * - `canonical`: JSON in which the order of keys does not matter, and its hash
 * - `fields`: managed fields: whether those that we own are exactly those that we want
 * - `equal`: whether two values are the same JSON, as a whole or where we own them
 * - `differing-paths`: the paths at which two objects differ, for log lines
 *
 * @module
 */
export { toCanonicalJson, computeHash } from './canonical.ts';
export { findDifferingPaths } from './differing-paths.ts';
export { isEqualJson, isEqualOwned } from './equal.ts';
export { isCoveringExactly, findItemIndex, pickOwned } from './fields.ts';
