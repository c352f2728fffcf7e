/**
 * A real Kubernetes control plane in a few seconds, without containers.
 *
 * - `start-control-plane.ts`: start here; `control-plane.ts`: its options and methods
 * - `binaries/`: the executables at the pinned versions; `find-binaries.ts`: their sources, in order
 * - `pki/`: keys, certificates, kubeconfigs
 * - `parts.ts`, `parts-context.ts`, `components/`: the parts, their order and their flags; a file for each part
 * - `egress/`: connects the API server to Pods and Services, whose addresses do not exist on this machine
 * - `running-control-plane.ts`, `kubectl.ts`: the methods of a running one
 * - `pod-deletion.ts`: completes the deletion of simulated Pods
 * - `audit-log.ts`: the received requests, and the policy that records them
 * - `subnet.ts`, `state-directory.ts`, `teardown.ts`, `server-client.ts`, `bootstrap.ts`, `progress.ts`: small helpers
 * - `cli.ts`: `npm run control-plane`; `describe-cluster.ts`: its output; `node-program.ts`, `feature-gates.ts`: its
 *   flags; `watch-parent.ts`: ends it with its parent
 */
export { readAuditLog, type AuditEvent, type AuditObjectRef, type AuditUser } from './audit-log.ts';
export { type BinariesReport, inspectBinaries } from './binaries/inspect-binaries.ts';
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
