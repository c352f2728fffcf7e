/**
 * Election: one leader among the replicas, via a Lease.
 *
 * - `run-election`: the contract, and the loop: campaign, term, campaign, ..., release
 * - `election`: shared by all steps, with the wait between two calls, which a stop ends early
 * - `campaign`, `standby`: until the lease is ours; a standby watches instead of polling
 * - `serve-term`, `term`: while the lease is ours; no write starts after the renew deadline. The gateway of module
 *   `reconcile` checks it, and the write fence checks it again right before a call is sent
 * - `lease-lock`, `lease`, `observation`: the calls on the Lease, its written content, and its observed states with
 *   their times
 * - `options`: the durations and their rules
 *
 * @module
 */
export { createPermanentLeadership, WriteFence } from './term.ts';
export { findTimingProblem, type ElectionObserver } from './options.ts';
export { pause } from './election.ts';
export { runElection } from './run-election.ts';
