/**
 * A real Kubernetes control plane in a few seconds, without containers.
 *
 * - `start-control-plane.ts`: start here; `control-plane.ts`: its options and its methods
 * - `binaries/`: the executables
 * - `pki/`: keys, certificates, kubeconfigs
 * - `parts.ts`, `components/`: what is started, in which order, with which flags
 * - `egress/`: how the API server reaches Pods and Services
 * - `running-control-plane.ts`, `kubectl.ts`, `compact.ts`: the methods of a running one
 * - `pod-deletion.ts`: completes the deletion of simulated Pods
 * - `audit-log.ts`: the requests that it received
 * - `ports.ts`, `subnet.ts`, `state-directory.ts`, `teardown.ts`, `server-client.ts`, `bootstrap.ts`,
 *   `progress.ts`: one small thing each
 * - `cli.ts`: `npm run control-plane`; `describe-cluster.ts`: its output; `node-program.ts`, `feature-gates.ts`: its
 *   flags; `stop-signals.ts`, `parent-ended.ts`: when it ends
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
export type { ClusterNetwork, Route } from './egress/index.ts';
export type { KubectlOptions } from './kubectl.ts';
export type { OnProgress, Progress } from './progress.ts';
export { progressText } from './progress-line.ts';
export { startControlPlane } from './start-control-plane.ts';
