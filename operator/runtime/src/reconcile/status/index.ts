/**
 * The status of the resource that is reconciled.
 *
 * - `status`: writes the status, only if it differs from what is stored
 * - `conditions`: completes conditions: `Reconciling` and `Stalled`, generation and time
 * - `refusal`: what the API server's refusals mean, and what a controller itself says is in the way
 * - `unexpected`: which errors somebody has to hear of, and what is said of them
 * - `report`: writes `Ready=False` for refusals and errors, and says whether the spec has changed since
 *
 * @module
 */
export { notReady, type Refusal, refusalOf } from './refusal.ts';
export {
  reconcileError,
  reportError,
  reportRefusal,
  saysOtherReason,
  storedError,
  withStoredError,
  writeAndCheckSpec,
} from './report.ts';
export { type AnyStatus, clearNotReady, draftStatus, type StatusDraft, writeStatus } from './status.ts';
export { errorFingerprint, isUnexpected, statusMessageOf } from './unexpected.ts';
