/**
 * `@kubewright/testing`: tests operators, ours and yours.
 *
 * - `run-controller/`: one controller on an API server in memory; start here for unit tests of a reconcile
 * - `in-memory-api-server/`: that server; `test/contract` compares it with the real one
 * - `cluster`: a control plane with a node; start here for tests on a real cluster
 * - `review-webhook`: sends a write to a webhook, without a cluster
 * - `round-trips/`: a property test of the conversion between the versions of a kind
 * - `control-plane/`: a real Kubernetes in a few seconds, without containers
 * - `node/`, `images/`: a node that runs Pods as real processes
 * - `kubelet/`, `logs/`: the kubelet API of that node, and the logs of containers
 * - `diagnosis/`: explains why a test on a cluster timed out
 * - `claim-folders`: binds claims to folders of the control plane's directory
 * - `processes/`: processes that never outlive their parent
 * - `server-certificate`: a certificate for a webhook that runs outside of the cluster
 * - `sockets`: shared code of servers that forward connections
 * - `fake-clock`: a clock that a test advances
 *
 * Small parts of several of these: `admin-client`, `complete-deletion`, `emit-event`, `file-log`, `recording-logger`.
 *
 * @module
 */
export {
  ComponentError,
  formatProgress,
  inspectBinaries,
  readAuditLog,
  startControlPlane,
} from './control-plane/index.ts';
export type {
  AuditEvent,
  AuditObjectRef,
  AuditUser,
  BinariesReport,
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
export { reviewWebhook, type ReviewResult, type SentObject, type WebhookReview } from './review-webhook.ts';
export { startProcesses } from './processes/index.ts';
export type { ProcessExit, Processes, ProcessesOptions, ProcessSpec, RunningProcess } from './processes/index.ts';
export { createServerCertificate, type ServerCertificate } from './server-certificate.ts';
export { startCluster, type Cluster, type ClusterOptions } from './cluster.ts';
export type { Endpoint } from './sockets.ts';
export { startNode, type NodeOptions, type RealNode } from './node/index.ts';
export { describeUnreadyPods, type Kubectl, type PodSelection } from './diagnosis/unready-pods.ts';
export { waitFor, type WaitForOptions } from './diagnosis/wait-for.ts';
export { defaultImages } from './images/default-images.ts';
export type { ContainerContext, ImageProgram, Program } from './images/image-program.ts';
export { createFakeClock, type FakeClock } from './fake-clock.ts';
export type { RecordedLine } from './recording-logger.ts';
export {
  createInMemoryApiServer,
  failing,
  formatRequest,
  type FailingKind,
  type FailingRequests,
  type FailOptions,
  type Failure,
  type InMemoryApiServer,
  type InMemoryApiServerOptions,
  type Interceptor,
  type LogSource,
  type RecordedRequest,
  type SimulatedKind,
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
  type RunControllerOptions,
  type RunResult,
} from './run-controller/run-controller.ts';
export type { LabelsFor, MetricName, SettingsFor, Fake, FakesFor } from './run-controller/given-parts.ts';
export { checkRoundTrips } from './round-trips/round-trips.ts';
export type { Convertible, ExampleObject, RoundTripsOptions } from './round-trips/round-trips-options.ts';
