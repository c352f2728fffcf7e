/**
 * `@kubewright/testing`: tests operators, ours and yours.
 *
 * - `run-controller/`: one controller on an API server in memory; start here for unit tests of a reconcile
 * - `in-memory-api-server/`: that server; `test/contract` compares it with the real one
 * - `@kubewright/control-plane`: a real Kubernetes in a few seconds, and a node; start with `startCluster` for tests on
 *   a real cluster
 * - `review-webhook`: sends a write to a webhook, without a cluster
 * - `round-trips/`: a property test of the conversion between the versions of a kind
 * - `server-certificate`: a certificate for a webhook that runs outside of the cluster
 * - `fake-clock`: a clock that a test advances
 * - `recording-logger`: a logger that records its lines
 *
 * @module
 */
export {
  ComponentError,
  defaultImages,
  describeUnreadyPods,
  formatProgress,
  inspectBinaries,
  readAuditLog,
  startCluster,
  startControlPlane,
  startNode,
  startProcesses,
  waitFor,
} from '@kubewright/control-plane';
export type {
  AuditEvent,
  AuditObjectRef,
  AuditUser,
  BinariesReport,
  Cluster,
  ClusterNetwork,
  ClusterOptions,
  ComponentExit,
  ComponentName,
  ContainerContext,
  ControlPlane,
  ControlPlaneOptions,
  ControlPlaneVersions,
  Endpoint,
  ImageProgram,
  Kubectl,
  KubectlOptions,
  KubeletIdentity,
  NodeOptions,
  ObjectName,
  OnProgress,
  OptionalComponents,
  PodSelection,
  ProcessExit,
  Processes,
  ProcessesOptions,
  ProcessSpec,
  Program,
  Progress,
  RanPod,
  RealNode,
  Route,
  RunningProcess,
  StopOptions,
  WaitForOptions,
} from '@kubewright/control-plane';
export { reviewWebhook, type ReviewResult, type SentObject, type WebhookReview } from './review-webhook.ts';
export { createServerCertificate, type ServerCertificate } from './server-certificate.ts';
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
