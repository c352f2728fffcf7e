/**
 * A real Kubernetes control plane in a few seconds, without containers.
 *
 * - `start-control-plane.ts`: the way in; `control-plane.ts`: what one can ask for and gets
 * - `binaries/`: where the executables come from
 * - `pki/`: keys, certificates, kubeconfigs
 * - `parts.ts`, `components/`: what is started, in which order, with which flags
 * - `running-control-plane.ts`, `kubectl.ts`, `compact.ts`: what one can do with it
 * - `audit-log.ts`: what everybody did to it
 * - `ports.ts`, `subnet.ts`, `state-directory.ts`, `teardown.ts`, `server-client.ts`, `bootstrap.ts`, `log-tail.ts`,
 *   `progress.ts`: one small thing each
 * - `cli.ts`: `npm run control-plane`; `describe-cluster.ts`: what it says, `node-program.ts`, `feature-gates.ts`: what its
 *   flags mean, `stop-signals.ts`, `parent-gone.ts`: when it ends
 */
export { readAuditLog, type AuditEvent, type AuditObjectRef, type AuditUser } from './audit-log.ts';
export { ComponentError, type ComponentExit, type ComponentName } from './components/index.ts';
export type {
  ControlPlane,
  ControlPlaneOptions,
  ControlPlaneVersions,
  OptionalComponents,
  StopOptions,
} from './control-plane.ts';
export type { KubectlOptions } from './kubectl.ts';
export type { OnProgress, Progress } from './progress.ts';
export { progressText } from './progress-line.ts';
export { startControlPlane } from './start-control-plane.ts';
