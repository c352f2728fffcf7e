/**
 * The controllers of built-in kinds, simulated: Deployments become ready and Jobs complete as soon as they are stored.
 *
 * - `simulated-kind`: what a test may simulate, and `failing`
 * - `simulation`: writes the statuses
 * - `workload-status`, `job-status`: the statuses, as the real controllers write them
 * - `outcome`, `conditions`: parts of these
 *
 * @module
 */
export { failing, type FailingKind, type SimulatedKind } from './simulated-kind.ts';
export { Simulation } from './simulation.ts';
