/**
 * One controller on an API server in memory, in a few lines of a test.
 *
 * - `run-controller`: puts it together and runs it
 * - `until-idle`: when it has nothing left to do; `until-over`: when it has ended
 * - `make-tools`: settings, and what stands in for the world outside
 *
 * @module
 */
export { runController, type ControllerRun, type RunControllerOptions, type RunResult } from './run-controller.ts';
