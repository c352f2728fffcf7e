/**
 * Runs one controller on an API server in memory, in a few lines of a test.
 *
 * - `run-controller`: creates the parts of the runtime and runs the controller
 * - `until-idle`: waits until all remaining work waits for a timer; `until-over`: waits until the controller has ended
 * - `activity`: records its reconciles; `read-metric`: reads its metrics
 * - `inject`: settings, and test doubles for external systems; `given-parts`: their types
 *
 * @module
 */
export type { LabelsFor, MetricName, SettingsFor, StandIn, StandInsFor } from './given-parts.ts';
export { runController, type ControllerRun, type RunControllerOptions, type RunResult } from './run-controller.ts';
