/**
 * Probes and hooks of a running container.
 *
 * - `probe-loop`: runs the startup probe, then readiness and liveness probes, at their periods
 * - `probe-state`: thresholds, as a pure function
 * - `handler`: executes a probe or a hook; `grpc-health` implements the gRPC health check
 * - `target`: the addresses and ports to probe on this machine
 *
 * @module
 */
export { type HandlerResult, runHandler } from './handler.ts';
export { type ProbeName, runProbes } from './probe-loop.ts';
export type { Target } from './target.ts';
