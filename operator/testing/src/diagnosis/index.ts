/**
 * Why a test on a control plane waits in vain.
 *
 * - `wait-for`: waits until something is so, and says in its failure how the Pods are
 * - `unready-pods`: asks for the Pods that are not ready, their events and the ends of their logs
 * - `pod-report`: what is said of one of them
 *
 * @module
 */
export { describeUnreadyPods, type Kubectl } from './unready-pods.ts';
export { waitFor, type WaitForOptions } from './wait-for.ts';
