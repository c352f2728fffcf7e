/**
 * One controller on an API server in memory, in a few lines of a test.
 *
 * - `run-controller`: puts it together and runs it
 * - `until-idle`: when it has nothing left to do; `until-over`: when it has ended
 * - `activity`: what it is doing; `read-metric`: what it has counted
 * - `inject`: settings, and what stands in for the world outside; `given-parts`: their types
 *
 * @module
 */
export type { LabelsFor, MetricName, SettingsFor, StandIn, StandInsFor } from './given-parts.ts';
export { runController, type ControllerRun, type RunControllerOptions, type RunResult } from './run-controller.ts';
