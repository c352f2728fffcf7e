/**
 * Probes and hooks of a running container.
 *
 * - `probe-loop`: startup, then readiness and liveness, at their times
 * - `probe-state`: thresholds, as one pure step
 * - `handler`: what a probe or a hook does; `grpc-health` is the part that needs a protocol of its own
 * - `target`: where a container's ports really are
 *
 * @module
 */
export { type HandlerResult, runHandler } from './handler.ts';
export { type ProbeName, runProbes } from './probe-loop.ts';
export type { Target } from './target.ts';
