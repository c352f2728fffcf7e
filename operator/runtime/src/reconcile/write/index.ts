/**
 * What a run is, and how it writes.
 *
 * - `environment`: what all runs of a controller share, and what each run has
 * - `run-memory`: what the runs of one owner remember; `run-notes`: what one run has found out
 * - `gateway`: the only way to write. Every write of a run goes through it, and nothing else in these rooms can write;
 *   only events are sent separately, and only while a term lasts
 * - `writes`: the parameters and the result of a write
 * - `log-write`: the log line of a write; in a dry run, what would change
 * - `owner-gone`: whether the owner no longer exists
 * - `ownership`: what makes an object the owner's child, and its labels
 *
 * @module
 */
export { inDryRun, type ReconcileEnvironment, type Run } from './environment.ts';
export { WriteGateway } from './gateway.ts';
export { logWrite } from './log-write.ts';
export { isOwnerGone } from './owner-gone.ts';
export {
  childLabels,
  hashAnnotation,
  isOwnedBy,
  isWatched,
  managedByLabel,
  ownChildIn,
  ownerReference,
} from './ownership.ts';
export type { WriteWords, Written } from './writes.ts';
export { RunMemory, type Signature } from './run-memory.ts';
export { RunNotes } from './run-notes.ts';
