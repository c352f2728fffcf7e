/**
 * Commands executed in a running container: `kubectl exec` and `cp`.
 *
 * - `start-exec`: starts a command with the container's environment and working directory; it ends with the container
 *   and with its client
 * - `exec-pipes`: the pipes of its input and outputs
 * - `terminal`: runs it in a terminal, by util-linux
 * - `copied-paths`: maps paths of `kubectl cp`
 *
 * @module
 */
export { startExec } from './start-exec.ts';
