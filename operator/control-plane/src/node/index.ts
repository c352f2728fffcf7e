/**
 * A node that runs Pods as processes of this machine, without containers.
 *
 * - `real-node`, `start-node`: the handle of a node, and its start; start here
 * - `placement`: selects the Pods that run on the node
 * - `registration`: the Node object, and a kubelet's heartbeats
 * - `addresses`: the addresses of each Pod
 * - `node-pods`: requests of the API server to the kubelet (`kubectl logs`, `port-forward`)
 * - `pods/`: runs Pods like a kubelet
 * - `environment/`, `volumes/`, `probes/`: command line and variables, volumes, and probes of a container
 * - `services/`: node ports, and the endpoints of Services, also for the API server
 *
 * Supported for a container: the kubelet's variables and command line; volumes at their mount paths; its Pod's address
 * in `BIND_ADDRESS`; in `METRICS_BIND_ADDRESS` an address that represents its loopback, or its Pod's address if the
 * container sets another one (neither if only `METRICS_SECURE` is true); addresses in place of the names of Services; probes, hooks, restarts, a log. The
 * API server reaches Pods and Services by their addresses, so webhooks may refer to a Service. Not supported: isolation
 * (files, users and limits are those of this machine); other names in DNS; ClusterIPs from a Pod; restart policies of
 * single containers (sidecars); ephemeral containers; volumes other than those of `volumes/`; active deadlines;
 * termination messages; events other than those of volumes and probes; `kubectl exec`, `cp` and `attach`.
 *
 * @module
 */
export type { Endpoint } from '../sockets.ts';
export { logAnnotation } from './pods/index.ts';
export type { NodeControlPlane, NodeOptions, RealNode } from './real-node.ts';
export { startNode } from './start-node.ts';
