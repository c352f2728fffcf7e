/**
 * `@kubewright/testing`: what tests of operators need, ours and yours.
 *
 * - `run-controller/`: one controller on an API server in memory; where unit tests of a reconcile start
 * - `in-memory-api-server/`: that server; `contract/`: what holds it to the real one
 * - `cluster`: both of the following together; where tests on a real cluster start
 * - `control-plane/`: a real Kubernetes in a few seconds, without containers
 * - `node/`, `images/`: a node of it whose Pods really run, as processes
 * - `kubelet/`, `logs/`: what the API server asks a node for, and what containers have written
 * - `diagnosis/`: why a test on it waits in vain
 * - `storage/`: persistent volumes of it, in folders of its own directory
 * - `processes/`: processes that never outlive the one that started them
 * - `pet-store/`: a store of pets that breaks on demand
 * - `fake-clock`: time that passes when a test says so
 *
 * Small parts of several of these: `emit-event`, `kept-objects`, `quantity`, `file-log`, `recording-logger`.
 *
 * @module
 */
export { ComponentError, progressText, readAuditLog, startControlPlane } from './control-plane/index.ts';
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
export type { KubeletIdentity } from './kubelet/index.ts';
export { startProcesses } from './processes/index.ts';
export type { ProcessExit, Processes, ProcessesOptions, ProcessSpec, RunningProcess } from './processes/index.ts';
export { startCluster, type Cluster, type ClusterOptions } from './cluster.ts';
export { startNode, type NodeOptions, type RealNode } from './node/index.ts';
export { describeUnreadyPods, waitFor, type Kubectl, type WaitForOptions } from './diagnosis/index.ts';
export { defaultImages, type ContainerContext, type ImageProgram, type Program } from './images/index.ts';
export { createFakeClock, type FakeClock } from './fake-clock.ts';
export type { RecordedLine } from './recording-logger.ts';
export {
  createInMemoryApiServer,
  requestText,
  type FailingRequests,
  type FailOptions,
  type Failure,
  type InMemoryApiServer,
  type InMemoryApiServerOptions,
  type Interceptor,
  type RecordedRequest,
  type Verb,
} from './in-memory-api-server/index.ts';
export { unchecked } from '@kubewright/runtime/internal/client';
export type {
  Applied,
  ApiResponse,
  ApiStream,
  CheckedForms,
  Client,
  ListResult,
  RawWatchEvent,
  Resource,
  Transport,
  Unchecked,
  UncheckedForms,
  WrittenKind,
} from '@kubewright/runtime/internal/client';
export {
  runController,
  type ControllerRun,
  type LabelsFor,
  type MetricName,
  type RunControllerOptions,
  type RunResult,
  type SettingsFor,
  type StandIn,
  type StandInsFor,
} from './run-controller/index.ts';
