// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Kind, KubeObject } from '../../base/index.ts';
import type { Toleration } from './core.ts';
import type { Quantity } from './meta.ts';

/** RuntimeClass defines a class of container runtime supported in the cluster. */
export interface RuntimeClass extends KubeObject {
  /**
   * handler specifies the underlying runtime and configuration that the CRI implementation will use to handle pods of
   * this class.
   */
  readonly handler: string;
  /** overhead represents the resource overhead associated with running a pod for a given RuntimeClass. */
  readonly overhead?: Overhead;
  /**
   * scheduling holds the scheduling constraints to ensure that pods running with this RuntimeClass are scheduled to
   * nodes that support it.
   */
  readonly scheduling?: Scheduling;
}

export const RuntimeClass: Kind<RuntimeClass> = {
  group: 'node.k8s.io',
  version: 'v1',
  kind: 'RuntimeClass',
  plural: 'runtimeclasses',
  namespaced: false,
};

/** Overhead structure represents the resource overhead associated with running a pod. */
export interface Overhead {
  /** podFixed represents the fixed resource overhead associated with running a pod. */
  readonly podFixed?: Readonly<Record<string, Quantity>>;
}

/** Scheduling specifies the scheduling constraints for nodes supporting a RuntimeClass. */
export interface Scheduling {
  /** nodeSelector lists labels that must be present on nodes that support this RuntimeClass. */
  readonly nodeSelector?: Readonly<Record<string, string>>;
  /**
   * tolerations are appended (excluding duplicates) to pods running with this RuntimeClass during admission,
   * effectively unioning the set of nodes tolerated by the pod and the RuntimeClass.
   */
  readonly tolerations?: readonly Toleration[];
}
