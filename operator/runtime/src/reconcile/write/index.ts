/**
 * The state of a reconcile, and its writes.
 *
 * - `run`: values that all reconciles of a controller share; one reconcile: its findings, and its calls
 * - `owner-memory`: the memory of one owner's reconciles, with its `reported-errors`, so that an error is not reported
 *   per attempt
 * - `unexpected`: the errors that are reported to users, and their messages
 * - `gateway`: performs every write of a reconcile; only events are sent separately, and only during a term
 * - `writes`: the parameters and the result of a write
 * - `ownership`: owner references, labels and annotations of children
 * - `served-namespaces`: whether the operator serves the namespace of an object
 *
 * @module
 */
export { logWrite, WriteGateway } from './gateway.ts';
export { OwnerMemory, type Signature } from './owner-memory.ts';
export {
  buildChildLabels,
  buildOwnerMarks,
  findOwnerOf,
  indexByOwner,
  hashAnnotation,
  isOwnedBy,
  isOwner,
  isWatched,
  managedByLabel,
  ownerAnnotation,
  ownerUidLabel,
  findOwnChild,
  buildOwnerReference,
} from './ownership.ts';
export { ReportedErrors } from './reported-errors.ts';
export {
  type AnyStatus,
  type EditedObject,
  type NamedView,
  toDryRun,
  type ReconcileEnvironment,
  Run,
  type StatedCondition,
  type StatusUse,
} from './run.ts';
export { findLeft, listReached, rejectUnserved } from './served-namespaces.ts';
export { isUnexpected } from './unexpected.ts';
export type { WriteWords, Written } from './writes.ts';
