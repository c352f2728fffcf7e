import { ApiObject, JsonPatch } from 'cdk8s';
import {
  Namespaces,
  NetworkPolicy,
  NetworkPolicyPort,
  NetworkPolicyTrafficDefault,
  Pods,
  Protocol,
  Service,
  ServiceType,
} from 'cdk8s-plus-28';
import type { Construct } from 'constructs';

import { areServed } from './metrics.ts';
import type { OperatorPlan } from './plan.ts';

/** The Service in front of `/metrics` of all Pods, if the metrics are served beyond loopback. */
export function metricsService(scope: Construct, plan: OperatorPlan, pods: Pods): Service | undefined {
  if (!areServed(plan.environment.metrics)) return undefined;
  const { metrics } = plan.ports;
  const service = new Service(scope, 'metrics', {
    metadata: { name: `${plan.name}-metrics`, namespace: plan.namespace, labels: plan.labels },
    type: ServiceType.CLUSTER_IP,
    selector: pods,
    ports: [{ name: 'metrics', port: metrics, targetPort: metrics, protocol: Protocol.TCP }],
  });
  ApiObject.of(service).addJsonPatch(JsonPatch.remove('/spec/externalIPs'));
  return service;
}

/**
 * Allows ingress from all Pods of the cluster to the metrics port if the metrics are served beyond loopback, and no
 * other ingress. (Webhooks have a policy of their own. The kubelet's probes come from the node, which NetworkPolicies do
 * not block.) Egress is not limited: the address of the API server is different in every cluster.
 */
export function ingressPolicy(scope: Construct, plan: OperatorPlan, pods: Pods): NetworkPolicy {
  return new NetworkPolicy(scope, 'network-policy', {
    metadata: { name: plan.name, namespace: plan.namespace, labels: plan.labels },
    selector: pods,
    ingress: areServed(plan.environment.metrics)
      ? { rules: [{ peer: everyPod(scope), ports: [NetworkPolicyPort.tcp(plan.ports.metrics)] }] }
      : { default: NetworkPolicyTrafficDefault.DENY },
  });
}

function everyPod(scope: Construct): Pods {
  return Pods.all(scope, 'every-pod', { namespaces: Namespaces.all(scope, 'every-namespace') });
}
