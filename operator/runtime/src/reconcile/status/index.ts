/**
 * The status of the resource that is reconciled.
 *
 * - `status`: written once, and only if it differs from what is stored
 * - `conditions`: completes conditions: `Reconciling` and `Stalled`, generation and time
 * - `refusal`: what the API server's refusals mean, and what a controller itself says is in the way
 * - `unexpected`: which errors somebody has to hear of, and what is said of them
 * - `report`: `Ready=False` for refusals and errors
 *
 * @module
 */
export { notReady, type Refusal, refusalOf } from './refusal.ts';
export {
  besideError,
  flush,
  reconcileError,
  reportedError,
  reportError,
  reportRefusal,
  saysWhatElse,
} from './report.ts';
export { type AnyStatus, draftStatus, type StatusDraft, takeBackNotReady, writeStatus } from './status.ts';
export { isUnexpected, sameness, wordsOf } from './unexpected.ts';
