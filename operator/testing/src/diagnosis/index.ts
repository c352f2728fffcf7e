/**
 * Explains why a test on a control plane timed out.
 *
 * - `wait-for`: waits for a condition, and lists unready Pods in its error
 * - `unready-pods`: reads the Pods that are not ready, their events and the ends of their logs
 * - `pod-report`: the report about one of them
 *
 * @module
 */
export { describeUnreadyPods, type Kubectl } from './unready-pods.ts';
export { waitFor, type WaitForOptions } from './wait-for.ts';
