/**
 * What a run is, and how it writes.
 *
 * - `run`: what all runs of a controller share; one run: what it has found out, and the calls that it has begun
 * - `owner-memory`: what the runs of one owner remember, among it its `reported-errors`, so that none is reported per try
 * - `unexpected`: which errors are reported to people, and their messages
 * - `gateway`: the only way to write. Every write of a run goes through it, and nothing else in these rooms can write;
 *   only events are sent separately, and only while a term lasts
 * - `writes`: the parameters and the result of a write
 * - `ownership`: what makes an object the owner's child, and its labels
 *
 * @module
 */
export { logWrite, WriteGateway } from './gateway.ts';
export { OwnerMemory, type Signature } from './owner-memory.ts';
export {
  buildChildLabels,
  hashAnnotation,
  isOwnedBy,
  isWatched,
  managedByLabel,
  findOwnChild,
  buildOwnerReference,
} from './ownership.ts';
export { ReportedErrors } from './reported-errors.ts';
export { type AnyStatus, toDryRun, type ReconcileEnvironment, Run, type StatedCondition } from './run.ts';
export { isUnexpected, formatStatusMessage } from './unexpected.ts';
export type { WriteWords, Written } from './writes.ts';
