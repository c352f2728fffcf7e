/**
 * `@kubewright/operator/testing`: what tests of operators need, ours and yours.
 *
 * - `control-plane/`: a real Kubernetes in a few seconds, without containers
 * - `processes/`: processes that never outlive the one that started them
 */
export { ComponentError, readAuditLog, startControlPlane } from './control-plane/index.ts';
export type {
  AuditEvent,
  AuditObjectRef,
  AuditUser,
  ComponentExit,
  ComponentName,
  ControlPlane,
  ControlPlaneOptions,
  ControlPlaneVersions,
  KubectlOptions,
  OnProgress,
  OptionalComponents,
  Progress,
  StopOptions,
} from './control-plane/index.ts';
export { startProcesses } from './processes/index.ts';
export type { ProcessExit, Processes, ProcessesOptions, ProcessSpec, RunningProcess } from './processes/index.ts';
