/**
 * What is executed in a container that runs: `kubectl exec` and `cp`.
 *
 * - `start-exec`: in the container's environment and working folder; ends with the container and with who asked for it
 * - `exec-pipes`: through which it is spoken to
 * - `terminal`: a terminal of its own, from util-linux
 * - `copied-paths`: what `kubectl cp` means by a path
 *
 * @module
 */
export { startExec } from './start-exec.ts';
