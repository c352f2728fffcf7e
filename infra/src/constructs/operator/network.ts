import { ApiObject, JsonPatch } from 'cdk8s';
import { Namespaces, NetworkPolicy, NetworkPolicyPort, Pods, Protocol, Service, ServiceType } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';

import type { OperatorPlan } from './plan.ts';

/** The Service by which Prometheus finds `/metrics` of every Pod. */
export function metricsService(scope: Construct, plan: OperatorPlan, pods: Pods): Service {
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
 * Lets Pods of the cluster read the metrics and nothing else in. The kubelet's probes come from the node, which no
 * policy can shut out. What goes out is not limited: where the API server is, only the cluster knows.
 */
export function ingressPolicy(scope: Construct, plan: OperatorPlan, pods: Pods): NetworkPolicy {
  const everyPod = Pods.all(scope, 'every-pod', { namespaces: Namespaces.all(scope, 'every-namespace') });
  return new NetworkPolicy(scope, 'network-policy', {
    metadata: { name: plan.name, namespace: plan.namespace, labels: plan.labels },
    selector: pods,
    ingress: { rules: [{ peer: everyPod, ports: [NetworkPolicyPort.tcp(plan.ports.metrics)] }] },
  });
}
