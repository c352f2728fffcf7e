/**
 * `@kubewright/testing`: for tests of operators, ours and yours.
 *
 * - `run-controller/`: one controller on an API server in memory; start here for unit tests of a reconcile
 * - `in-memory-api-server/`: that server, which `test/contract` holds to the real one
 * - `cluster`: a control plane with a node; start here for tests on a real cluster
 * - `review-webhook`: a webhook is asked about a write, without a cluster
 * - `round-trips/`: a property test of the conversion between the versions of a kind
 * - `control-plane/`: a real Kubernetes in a few seconds, without containers
 * - `node/`, `images/`: a node on which Pods run as real processes
 * - `kubelet/`, `logs/`: the kubelet API of that node, and the logs of containers
 * - `diagnosis/`: why a test on a cluster timed out
 * - `claim-folders`: binds claims to folders of the control plane's directory
 * - `processes/`: processes that never outlive the one that started them
 * - `sockets/`: what servers that forward connections share
 * - `fake-clock`: a clock that a test advances
 *
 * Small parts of several of these: `admin-client`, `complete-deletion`, `emit-event`, `kept-objects`, `quantity`, `file-log`, `recording-logger`.
 *
 * @module
 */
export { ComponentError, progressText, readAuditLog, startControlPlane } from './control-plane/index.ts';
export type {
  AuditEvent,
  AuditObjectRef,
  AuditUser,
  ClusterNetwork,
  ComponentExit,
  ComponentName,
  ControlPlane,
  ControlPlaneOptions,
  ControlPlaneVersions,
  KubectlOptions,
  OnProgress,
  OptionalComponents,
  Progress,
  Route,
  StopOptions,
} from './control-plane/index.ts';
export type { KubeletIdentity } from './kubelet/index.ts';
export { reviewWebhook, type Reviewed, type SentObject, type WebhookReview } from './review-webhook.ts';
export { startProcesses } from './processes/index.ts';
export type { ProcessExit, Processes, ProcessesOptions, ProcessSpec, RunningProcess } from './processes/index.ts';
export { startCluster, type Cluster, type ClusterOptions } from './cluster.ts';
export type { Endpoint } from './sockets/index.ts';
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
export { roundTrips, type Convertible, type ExampleObject, type RoundTripsOptions } from './round-trips/index.ts';
