import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import type {
  NetworkPolicyEgressRule,
  NetworkPolicyIngressRule,
  NetworkPolicySpec,
} from 'kubernetes-types/networking/v1';
import type { OperatorEgress } from '../../options/index.ts';

import { metadataOf } from '../metadata.ts';
import { areServed } from './metrics.ts';
import type { OperatorPlan } from './plan.ts';

/** The Service in front of `/metrics` of all Pods, if the metrics are served beyond loopback. */
export function metricsService(scope: Construct, plan: OperatorPlan): ApiObject | undefined {
  if (!areServed(plan.metrics)) return undefined;
  const { metrics: port } = plan.ports;
  return new ApiObject(scope, 'metrics', {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: `${plan.name}-metrics`,
      namespace: plan.namespace,
      labels: { ...plan.labels, ...installationLabel(plan.name) },
      annotations: { ...plan.annotations },
    },
    spec: {
      type: 'ClusterIP',
      selector: plan.selector,
      ports: [{ name: 'metrics', port, targetPort: port, protocol: 'TCP' }],
    },
  });
}

/** By which a ServiceMonitor finds the Service: Argo CD may rewrite `app.kubernetes.io/instance`, to track what it applies. */
export function installationLabel(name: string): Record<string, string> {
  return { 'operators.kubewright.dev/installation': name };
}

/**
 * Lets those in who may ask for the metrics, if these are served beyond loopback, and nobody else. (Webhooks have a policy
 * of their own. The kubelet's probes come from the node, which NetworkPolicies do not block.) Egress is not limited unless
 * that is asked for: the address of the API server is different in every cluster.
 */
export function networkPolicy(scope: Construct, plan: OperatorPlan): ApiObject | undefined {
  const { networkPolicy: given = {} } = plan.options;
  if (given === false) return undefined;
  const { egress } = given;
  const spec: NetworkPolicySpec = {
    podSelector: { matchLabels: { ...plan.selector } },
    policyTypes: egress === undefined ? ['Ingress'] : ['Ingress', 'Egress'],
    ...(areServed(plan.metrics) && { ingress: [metricsRule(plan, given.metricsFrom)] }),
    ...(egress && { egress: egressRules(egress) }),
  };
  return new ApiObject(scope, 'network-policy', {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadataOf(plan),
    spec,
  });
}

function metricsRule(
  { ports }: OperatorPlan,
  from: NonNullable<NetworkPolicyIngressRule['from']> | readonly object[] = [
    { namespaceSelector: {}, podSelector: {} },
  ],
): NetworkPolicyIngressRule {
  return { from: [...from], ports: [{ port: ports.metrics, protocol: 'TCP' }] };
}

function egressRules({
  apiServers,
  apiServerPorts = [443, 6443],
  others = [],
}: OperatorEgress): NetworkPolicyEgressRule[] {
  return [
    { ports: ['UDP', 'TCP'].map((protocol) => ({ port: 53, protocol })) },
    {
      ...(apiServers && { to: apiServers.map((cidr) => ({ ipBlock: { cidr } })) }),
      ports: apiServerPorts.map((port) => ({ port, protocol: 'TCP' })),
    },
    ...others,
  ];
}
