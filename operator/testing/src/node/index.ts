/**
 * A node whose Pods really run: as processes of this machine, without containers.
 *
 * - `real-node`, `start-node`: what it offers, and how it comes to be; start here
 * - `placement`, `wait-until-placed`: which Pods the control plane sends there
 * - `node-object`, `registration`: the Node object, and the signs of life of a kubelet
 * - `addresses`: each Pod's own loopback address
 * - `node-pods`, `exec/`: what the API server may ask of it (`kubectl logs`, `exec`, `cp`, `port-forward`)
 * - `pods/`: what a kubelet does with a Pod
 * - `environment/`, `volumes/`, `probes/`: what a container starts with, what it finds, how it is doing
 * - `services/`: node ports, and where a Service leads
 *
 * What a container has: the kubelet's variables and command line, volumes below `POD_ROOT`, an address of its own in
 * `BIND_ADDRESS`, and one that stands for its loopback in `METRICS_BIND_ADDRESS` unless that variable or `METRICS_SECURE`
 * says otherwise; the addresses of Services in place of their names, probes, hooks, restarts, a log. What it has not:
 * isolation (files, users and limits are this machine's), any other names in DNS, ClusterIPs, restart policies of single
 * containers (sidecars), ephemeral containers, volumes other than those of `volumes/`, active deadlines, termination
 * messages, events but those of volumes, `kubectl attach`.
 *
 * @module
 */
export type { Endpoint } from './addresses.ts';
export { logAnnotation } from './pods/index.ts';
export type { NodeControlPlane, NodeOptions, RealNode } from './real-node.ts';
export { startNode } from './start-node.ts';
