/**
 * The status of the reconciled object.
 *
 * - `status`: writes the status only if it differs from the stored one
 * - `conditions`: completes conditions: `Reconciling` and `Stalled`, generation and time
 * - `rejection`: classifies the API server's rejections, and `notReady` of a controller
 * - `report`: writes `Ready=False` for rejections and errors, and returns whether the spec has changed since
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
  listReported,
  withReported,
  writeAndCheckSpec,
} from './report.ts';
export { clearNotReady, patchStatus, writeStatus } from './status.ts';
