/**
 * `@kubewright/control-plane`: a real Kubernetes cluster for tests, without containers.
 *
 * - `cluster`: a control plane with a node; start here
 * - `control-plane/`: a real Kubernetes in a few seconds, and the command that starts it
 * - `node/`, `images/`: a node that runs Pods as real processes
 * - `kubelet/`, `logs/`: the kubelet API of that node, and the logs of containers
 * - `diagnosis/`: explains why a test on a cluster timed out
 * - `claim-folders`: binds claims to folders of the control plane's directory
 * - `processes/`: processes that never outlive their parent
 * - `sockets`: shared code of servers that forward connections
 *
 * Small parts of several of these: `admin-client`, `complete-deletion`, `emit-event`, `file-log`.
 *
 * The package is bundled with the parts of the runtime that it uses (`scripts/bundle-control-plane.ts`), so that it installs alone.
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
export type { KubeletIdentity } from './kubelet/kubelet-identity.ts';
export { startProcesses } from './processes/index.ts';
export type { ProcessExit, Processes, ProcessesOptions, ProcessSpec, RunningProcess } from './processes/index.ts';
export { startCluster, type Cluster, type ClusterOptions } from './cluster.ts';
export type { Endpoint } from './sockets.ts';
export type { NodeOptions, ObjectName, RanPod, RealNode } from './node/real-node.ts';
export { startNode } from './node/start-node.ts';
export { describeUnreadyPods, type Kubectl, type PodSelection } from './diagnosis/unready-pods.ts';
export { waitFor, type WaitForOptions } from './diagnosis/wait-for.ts';
export { defaultImages } from './images/default-images.ts';
export type { ContainerContext, ImageProgram, Program } from './images/image-program.ts';
