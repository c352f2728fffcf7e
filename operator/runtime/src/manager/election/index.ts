/**
 * Election: one leader among the replicas, by a Lease.
 *
 * - `run-election`: the contract, and the loop: campaign, term, campaign, ..., release
 * - `election`: what every step of it uses, also the wait between two calls, which a stop cuts short
 * - `campaign`, `standby`: until the lease is ours; a standby watches instead of polling
 * - `serve-term`, `term`: while the lease is ours; no write begins after the renew deadline, which is checked a last time
 *   before a call is sent, after that of the gateway of room `reconcile`
 * - `lease-lock`, `lease`, `observation`: the calls on the Lease, what is written, and what was seen of it and when
 * - `options`: the durations and their rules
 *
 * @module
 */
export { createPermanentLeadership, WriteFence } from './term.ts';
export { findTimingProblem, type ElectionObserver } from './options.ts';
export { pause } from './election.ts';
export { runElection } from './run-election.ts';
