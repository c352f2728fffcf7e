/**
 * Commands executed in a running container: `kubectl exec` and `cp`.
 *
 * - `start-exec`: starts a command with the container's environment and working directory; the command ends when the
 *   container ends or the client disconnects
 * - `exec-pipes`: the pipes of its stdin, stdout and stderr
 * - `terminal`: runs it in a terminal, with `script` of util-linux
 * - `copied-paths`: rewrites the paths of `kubectl cp`
 *
 * @module
 */
export { startExec } from './start-exec.ts';
