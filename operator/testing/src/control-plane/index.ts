/**
 * A real Kubernetes control plane in a few seconds, without containers.
 *
 * - `start-control-plane.ts`: start here; `control-plane.ts`: its options and its methods
 * - `binaries/`: the executables, at the pinned versions; `find-binaries.ts`: the ways to get them, in their order
 * - `pki/`: keys, certificates, kubeconfigs
 * - `parts.ts`, `parts-context.ts`, `components/`: what is started, in which order, with which flags; a file for each
 *   part
 * - `egress/`: how the API server reaches Pods and Services, which have addresses that no interface of this machine has
 * - `running-control-plane.ts`, `kubectl.ts`: the methods of a running one
 * - `pod-deletion.ts`: completes the deletion of simulated Pods
 * - `audit-log.ts`: the requests that it received, and which of them it records
 * - `subnet.ts`, `state-directory.ts`, `teardown.ts`, `server-client.ts`, `bootstrap.ts`, `progress.ts`: one small
 *   thing each
 * - `cli.ts`: `npm run control-plane`; `describe-cluster.ts`: its output; `node-program.ts`, `feature-gates.ts`: its
 *   flags; `watch-parent.ts`: it ends with its parent
 */
export { readAuditLog, type AuditEvent, type AuditObjectRef, type AuditUser } from './audit-log.ts';
export { ComponentError, type ComponentName } from './components/component.ts';
export type { ComponentExit } from './components/managed-component.ts';
export type {
  ControlPlane,
  ControlPlaneOptions,
  ControlPlaneVersions,
  OptionalComponents,
  StopOptions,
} from './control-plane.ts';
export type { ClusterNetwork, Route } from './egress/egress.ts';
export type { KubectlOptions } from './kubectl.ts';
export type { OnProgress, Progress } from './progress.ts';
export { formatProgress } from './progress.ts';
export { startControlPlane } from './start-control-plane.ts';
