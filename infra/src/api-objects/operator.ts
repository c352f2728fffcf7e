import type {
  NetworkPolicyEgressRule,
  NetworkPolicyIngressRule,
  NetworkPolicySpec,
} from 'kubernetes-types/networking/v1';

import type { OperatorEgress, OperatorRbacProps } from '../options/index.ts';
import { areMetricsServed, OptionErrors, buildMetadata, type OperatorPlan, planPermissions } from '../plan/index.ts';
import type { ApiObjectData, ApiObjects } from './api-object.ts';
import { buildOperatorDeployment } from './deployment.ts';
import { buildPermissions } from './permissions.ts';
import { buildWebhookObjects } from './webhooks.ts';

/** Pure: all objects of an installation. */
export function buildOperatorObjects(plan: OperatorPlan): ApiObjects {
  const { declaration } = plan;
  const permissions = buildRbacProps(plan);
  return {
    ...buildAccountObjects(plan),
    ...(permissions && buildPermissions(planPermissions(permissions, { declaration, errors: new OptionErrors() }))),
    ...buildWorkloadObjects(plan),
    ...(plan.webhooks && buildWebhookObjects(plan, plan.webhooks)),
  };
}

/** Pure: the props of the permissions; `undefined` if the installation does not create them. */
export function buildRbacProps(plan: OperatorPlan): OperatorRbacProps | undefined {
  const { declaration, name, namespace, labels, annotations, options } = plan;
  if (options.rbac === false) return undefined;
  return {
    ...{ declaration, name, labels, annotations },
    serviceAccount: { name: plan.workload.serviceAccount.name, namespace },
    leaseName: plan.leaseName,
    ...(plan.inUseName !== undefined && { inUseName: plan.inUseName }),
    ...(plan.namespaces && { namespaces: plan.namespaces }),
    ...(plan.controllers && { controllers: plan.controllers }),
    secureMetrics: plan.metrics.secure === true,
    ...(plan.webhooks && { webhooks: { ownCertificate: plan.webhooks.certificate.by === 'operator' } }),
  };
}

/** Pure: the operator's ServiceAccount. It mounts no token by default, because the Pod template mounts one. */
export function buildAccountObjects({ namespace, labels, annotations, workload }: OperatorPlan): ApiObjects {
  const { name, create, annotations: own } = workload.serviceAccount;
  if (!create) return {};
  return {
    'service-account': {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name, namespace, labels: { ...labels }, annotations: { ...annotations, ...own } },
      automountServiceAccountToken: false,
    },
  };
}

/** Pure: the Deployment and the objects around its Pods. */
export function buildWorkloadObjects(plan: OperatorPlan): ApiObjects {
  const { networkPolicy: network = {} } = plan.options;
  return {
    ...(plan.inUseName !== undefined && { 'in-use': buildInUseLimitRange(plan, plan.inUseName) }),
    deployment: buildOperatorDeployment(plan),
    ...(plan.workload.disruptions && {
      'pod-disruption-budget': buildDisruptionBudget(plan, plan.workload.disruptions),
    }),
    ...(areMetricsServed(plan.metrics) && { metrics: buildMetricsService(plan) }),
    ...(network !== false && { 'network-policy': buildNetworkPolicy(plan, network) }),
  };
}

/** The object on which the operator records, in an annotation, the custom resources that need it. It limits nothing. */
function buildInUseLimitRange(plan: OperatorPlan, name: string): ApiObjectData {
  return {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: buildMetadata(plan, name),
    spec: { limits: [{ type: 'Pod' }] },
  };
}

/** Always allows evicting Pods that are not ready: protecting them would only block node drains. */
function buildDisruptionBudget(plan: OperatorPlan, disruptions: object): ApiObjectData {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: buildMetadata(plan),
    spec: { ...disruptions, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector: { matchLabels: plan.selector } },
  };
}

function buildMetricsService(plan: OperatorPlan): ApiObjectData {
  const { metrics: port } = plan.ports;
  const metadata = buildMetadata(plan, `${plan.name}-metrics`);
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { ...metadata, labels: { ...plan.labels, ...buildInstallationLabel(plan.name) } },
    spec: {
      type: 'ClusterIP',
      selector: plan.selector,
      ports: [{ name: 'metrics', port, targetPort: port, protocol: 'TCP' }],
    },
  };
}

/**
 * The label by which a ServiceMonitor selects the Service. Argo CD may rewrite `app.kubernetes.io/instance` to track
 * objects.
 */
export function buildInstallationLabel(name: string): Record<string, string> {
  return { 'operators.kubewright.dev/installation': name };
}

type Network = Exclude<OperatorPlan['options']['networkPolicy'], false | undefined>;

/**
 * Allows ingress only from metrics scrapers, and only if metrics are served beyond loopback. Webhooks have their own
 * policy; NetworkPolicies do not block the kubelet's probes, which come from the node. Does not limit egress by
 * default, because the API server's address differs per cluster.
 */
function buildNetworkPolicy(plan: OperatorPlan, { metricsFrom, egress }: Network): ApiObjectData {
  const spec: NetworkPolicySpec = {
    podSelector: { matchLabels: { ...plan.selector } },
    policyTypes: egress === undefined ? ['Ingress'] : ['Ingress', 'Egress'],
    ...(areMetricsServed(plan.metrics) && { ingress: [buildMetricsRule(plan, metricsFrom)] }),
    ...(egress && { egress: buildEgressRules(egress) }),
  };
  return { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: buildMetadata(plan), spec };
}

function buildMetricsRule(
  { ports }: OperatorPlan,
  from: Network['metricsFrom'] = [{ namespaceSelector: {}, podSelector: {} }],
): NetworkPolicyIngressRule {
  return { from: [...from], ports: [{ port: ports.metrics, protocol: 'TCP' }] };
}

function buildEgressRules({
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
