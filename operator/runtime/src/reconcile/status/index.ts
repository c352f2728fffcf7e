/**
 * The status of the resource that is reconciled.
 *
 * - `status`: writes the status, only if it differs from what is stored
 * - `conditions`: completes conditions: `Reconciling` and `Stalled`, generation and time
 * - `rejection`: classifies the API server's refusals, and `notReady` of a controller
 * - `report`: writes `Ready=False` for refusals and errors, and returns whether the spec has changed since
 *
 * @module
 */
export { notReady, type Rejection, findRejection } from './rejection.ts';
export {
  reconcileError,
  reportError,
  reportRejection,
  hasOtherReason,
  findStoredError,
  withStoredError,
  writeAndCheckSpec,
} from './report.ts';
export { clearNotReady, writeStatus } from './status.ts';
