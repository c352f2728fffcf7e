import type { Container, ContainerPort, PodSpec, Probe, TopologySpreadConstraint } from 'kubernetes-types/core/v1';

import { mergePatch } from '@kubewright/declaration';
import {
  areMetricsServed,
  buildMetadata,
  type OperatorPlan,
  buildVolumeMounts,
  buildVolumes,
  restrictedContainer,
  restrictedPod,
} from '../plan/index.ts';
import type { ApiObjectData } from './api-object.ts';

export function buildOperatorDeployment(plan: OperatorPlan): ApiObjectData {
  const { labels, selector, workload, options } = plan;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: buildMetadata(plan),
    spec: {
      replicas: workload.replicas,
      selector: { matchLabels: selector },
      strategy: { type: 'RollingUpdate', rollingUpdate: workload.rollingUpdate },
      template: {
        metadata: { labels: { ...options.pod?.labels, ...labels }, annotations: options.pod?.annotations },
        spec: buildOperatorPodSpec(plan),
      },
    },
  };
}

function buildOperatorPodSpec(plan: OperatorPlan): PodSpec {
  const { options, workload, selector } = plan;
  const { pod = {}, image = {} } = options;
  const { nodeSelector, tolerations, affinity, priorityClassName } = pod;
  return {
    automountServiceAccountToken: true,
    containers: [buildOperatorContainer(plan)],
    // With service links, a Service named "metrics" in the namespace would set METRICS_PORT to the address of that
    // Service.
    enableServiceLinks: false,
    securityContext: mergePatch(restrictedPod, pod.securityContext ?? {}),
    serviceAccountName: workload.serviceAccount.name,
    terminationGracePeriodSeconds: plan.terminationGracePeriodSeconds,
    topologySpreadConstraints: [...(pod.topologySpreadConstraints ?? buildSpreadConstraints(selector))],
    volumes: buildVolumes(plan),
    ...(image.pullSecrets !== undefined && { imagePullSecrets: image.pullSecrets.map((name) => ({ name })) }),
    ...(nodeSelector && { nodeSelector: { ...nodeSelector } }),
    ...(tolerations && { tolerations: [...tolerations] }),
    ...(affinity && { affinity }),
    ...(priorityClassName !== undefined && { priorityClassName }),
  };
}

/**
 * Prefers rather than requires a spread, so that the operator also runs in small clusters. Counts Pods per revision, so
 * that the Pods of a new version are spread as well.
 */
function buildSpreadConstraints(matchLabels: OperatorPlan['selector']): TopologySpreadConstraint[] {
  return ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
    topologyKey,
    maxSkew: 1,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: { ...matchLabels } },
    matchLabelKeys: ['pod-template-hash'],
  }));
}

/**
 * The container passes Pod Security "restricted", writes only to /tmp, and reads its settings from environment
 * variables.
 */
function buildOperatorContainer(plan: OperatorPlan): Container {
  const { pod = {}, image = {} } = plan.options;
  return {
    name: 'operator',
    image: plan.image,
    imagePullPolicy: image.pullPolicy ?? 'IfNotPresent',
    ...(pod.args && { args: [...pod.args] }),
    env: [...plan.variables],
    ports: buildContainerPorts(plan),
    ...buildProbes(plan.ports.health),
    resources: plan.resources,
    securityContext: mergePatch(restrictedContainer, pod.containerSecurityContext ?? {}),
    volumeMounts: buildVolumeMounts(plan),
  };
}

/** Lists each port number once: a port that serves both metrics and health is named `metrics`. */
function buildContainerPorts({ ports, metrics }: OperatorPlan): ContainerPort[] {
  const port = (name: string, containerPort: number): ContainerPort => ({ name, containerPort, protocol: 'TCP' });
  const isShared = areMetricsServed(metrics) && ports.metrics === ports.health;
  return [
    ...(areMetricsServed(metrics) ? [port('metrics', ports.metrics)] : []),
    ...(isShared ? [] : [port('health', ports.health)]),
    ...(ports.webhooks === undefined ? [] : [port('webhooks', ports.webhooks)]),
  ];
}

/**
 * The container may take a minute to start. Later, the kubelet restarts it after 30 s without a response, and Services
 * drop it from their endpoints after 15 s.
 */
function buildProbes(port: number): Pick<Container, 'startupProbe' | 'livenessProbe' | 'readinessProbe'> {
  const buildHttpProbe = (path: string): Probe => ({ httpGet: { path, port, scheme: 'HTTP' }, timeoutSeconds: 5 });
  return {
    startupProbe: { ...buildHttpProbe('/healthz'), periodSeconds: 2, failureThreshold: 30 },
    livenessProbe: { ...buildHttpProbe('/healthz'), periodSeconds: 10, failureThreshold: 3 },
    readinessProbe: { ...buildHttpProbe('/readyz'), periodSeconds: 5, failureThreshold: 3 },
  };
}
