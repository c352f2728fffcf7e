/**
 * What a commit would change in a cluster, by server-side dry run.
 *
 * - `cluster-diff.ts`: start here; `object-diff.ts`: what applying one object does; `diff-text.ts`: the same for people
 * - `lookup.ts`: what exists; `too-early.ts`: what cannot be tried yet
 * - `dry-run.ts`: what the API server says; `outcome.ts`, `changes.ts`, `conflicts.ts`: what that means
 * - `leftovers.ts`: what is not deployed any more
 * - `kubectl.ts`, `diff-error.ts`: how the cluster is asked
 */
export { clusterDiff, type ClusterDiff, type ClusterDiffOptions, exitCodeOf, type UnitDiff } from './cluster-diff.ts';
export { DiffError } from './diff-error.ts';
export { diffText } from './diff-text.ts';
export type { KubectlOptions } from './kubectl.ts';
export type { Leftovers } from './leftovers.ts';
export type { FieldConflict, ObjectDiff, ObjectName, Outcome } from './object-diff.ts';
export { chartUnit, type FieldChange, type PlainObject, type Unit } from '../objects/index.ts';
