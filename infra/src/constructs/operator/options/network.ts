import type { NetworkPolicyEgressRule, NetworkPolicyPeer } from 'kubernetes-types/networking/v1';

/**
 * Who may reach the Pods of the operator, and whom they may reach.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/network-policies/
 */
export interface OperatorNetwork {
  /** Who may ask for the metrics, if they are served. @default - every Pod of the cluster */
  readonly metricsFrom?: readonly NetworkPolicyPeer[];
  /**
   * Who may ask the webhooks, if there are some: the API servers, which are no Pods.
   *
   * @default - everybody, because nobody knows here which addresses they have
   */
  readonly webhooksFrom?: readonly NetworkPolicyPeer[];
  /** Limits whom the Pods may reach. `{}` is enough. @default - it is not limited */
  readonly egress?: OperatorEgress;
}

/** Whom the Pods may reach: DNS, the API servers, and nobody else but whom `others` names. */
export interface OperatorEgress {
  /** The addresses of the API servers, as CIDRs. @default - every address */
  readonly apiServers?: readonly string[];
  /**
   * Their ports: that of the Service `kubernetes` and those of the servers behind it, as network plugins look at the one or
   * the other. @default [443, 6443]
   */
  readonly apiServerPorts?: readonly number[];
  /** What else the operator calls, such as a store. @default - nothing */
  readonly others?: readonly NetworkPolicyEgressRule[];
}
