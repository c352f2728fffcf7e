import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import type { PodSpec, TopologySpreadConstraint } from 'kubernetes-types/core/v1';

import { metadataOf } from '../metadata.ts';
import { mergePatch, restrictedPod } from '../pod/index.ts';
import { operatorContainer } from './container.ts';
import type { OperatorPlan } from './plan.ts';
import { operatorVolumes } from './volumes.ts';

/** The operator's Deployment. Raw, so that fields which no library knows yet can be set, too. */
export function operatorDeployment(scope: Construct, plan: OperatorPlan): ApiObject {
  const { labels, selector, workload, options } = plan;
  return new ApiObject(scope, 'deployment', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadataOf(plan),
    spec: {
      replicas: workload.replicas,
      selector: { matchLabels: selector },
      strategy: { type: 'RollingUpdate', rollingUpdate: workload.rollingUpdate },
      template: {
        metadata: { labels: { ...options.pod?.labels, ...labels }, annotations: options.pod?.annotations },
        spec: podSpec(plan),
      },
    },
  });
}

function podSpec(plan: OperatorPlan): PodSpec {
  const { options, workload, selector } = plan;
  const { pod = {}, image = {} } = options;
  const { nodeSelector, tolerations, affinity, priorityClassName } = pod;
  return {
    automountServiceAccountToken: true,
    containers: [operatorContainer(plan)],
    // Otherwise a Service named "metrics" in the namespace would set METRICS_PORT to its address.
    enableServiceLinks: false,
    securityContext: mergePatch(restrictedPod, pod.securityContext ?? {}),
    serviceAccountName: workload.serviceAccount.name,
    terminationGracePeriodSeconds: plan.terminationGracePeriodSeconds,
    topologySpreadConstraints: [...(pod.topologySpreadConstraints ?? spread(selector))],
    volumes: operatorVolumes(plan),
    ...(image.pullSecrets !== undefined && { imagePullSecrets: image.pullSecrets.map((name) => ({ name })) }),
    ...(nodeSelector && { nodeSelector: { ...nodeSelector } }),
    ...(tolerations && { tolerations: [...tolerations] }),
    ...(affinity && { affinity }),
    ...(priorityClassName !== undefined && { priorityClassName }),
  };
}

/**
 * A preference, so that a cluster with few nodes can run the operator, too. Pods are counted per revision, so that the
 * Pods of a new version are spread, too.
 */
function spread(matchLabels: OperatorPlan['selector']): TopologySpreadConstraint[] {
  return ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
    topologyKey,
    maxSkew: 1,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: { ...matchLabels } },
    matchLabelKeys: ['pod-template-hash'],
  }));
}
