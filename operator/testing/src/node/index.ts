/**
 * A node whose Pods really run: as processes of this machine, without containers.
 *
 * - `real-node`, `start-node`: the handle of a node, and its start; start here
 * - `placement`, `wait-until-placed`: which Pods the control plane places on the node
 * - `node-object`, `registration`: the Node object, and a kubelet's heartbeats
 * - `addresses`: each Pod's own loopback address
 * - `node-pods`, `exec/`: requests of the API server to the kubelet (`kubectl logs`, `exec`, `cp`, `port-forward`)
 * - `pods/`: runs Pods as a kubelet does
 * - `environment/`, `volumes/`, `probes/`: command line and variables, volumes, and probes of a container
 * - `services/`: node ports, and the endpoints of Services
 *
 * A container has: the kubelet's variables and command line; volumes below `POD_ROOT`; its Pod's address in
 * `BIND_ADDRESS`, and one that stands for its loopback in `METRICS_BIND_ADDRESS` unless the container sets that
 * variable or `METRICS_SECURE`; the addresses of Services in place of their names; probes, hooks, restarts, a log. It
 * does not have: isolation (files, users and limits are this machine's), other names in DNS, ClusterIPs, restart
 * policies of single containers (sidecars), ephemeral containers, volumes other than those of `volumes/`, active
 * deadlines, termination messages, events other than those of volumes, `kubectl attach`.
 *
 * @module
 */
export type { Endpoint } from './addresses.ts';
export { logAnnotation } from './pods/index.ts';
export type { NodeControlPlane, NodeOptions, RealNode } from './real-node.ts';
export { startNode } from './start-node.ts';
