import { ApiObject, Duration, JsonPatch } from 'cdk8s';
import {
  Deployment,
  DeploymentStrategy,
  type IServiceAccount,
  LabelSelector,
  PercentOrAbsolute,
  Pod,
  type ServiceAccount,
} from 'cdk8s-plus-28';
import type { Construct } from 'constructs';

import { pod, restrictedPod } from '../pod/index.ts';
import { operatorContainer } from './container.ts';
import type { OperatorPlan } from './plan.ts';

/** The operator's Deployment. */
export function operatorDeployment(scope: Construct, plan: OperatorPlan, serviceAccount: ServiceAccount): Deployment {
  const { name, namespace, labels } = plan;
  const deployment = new Deployment(scope, 'deployment', {
    metadata: { name, namespace, labels },
    podMetadata: { labels },
    replicas: plan.replicas,
    select: false,
    // A new Pod is ready, with synced caches, before an old one is deleted. A version that never gets ready deletes none.
    strategy: DeploymentStrategy.rollingUpdate({
      maxSurge: PercentOrAbsolute.absolute(1),
      maxUnavailable: PercentOrAbsolute.absolute(0),
    }),
    terminationGracePeriod: Duration.seconds(plan.terminationGracePeriodSeconds),
    serviceAccount: serviceAccount as IServiceAccount, // the cast: only optional properties are typed differently
    automountServiceAccountToken: true,
    containers: [operatorContainer(scope, plan)],
  });
  deployment.select(LabelSelector.of({ labels: { ...plan.selector } }));
  // cdk8s-plus selects Pods by this label. Its own value depends on the path of the construct.
  deployment.podMetadata.addLabel(Pod.ADDRESS_LABEL, name);
  ApiObject.of(deployment).addJsonPatch(...patches(plan));
  return deployment;
}

function patches(plan: OperatorPlan): JsonPatch[] {
  return [
    ...restrictedPod({ pullSecrets: plan.options.image?.pullSecrets }),
    JsonPatch.add(`${pod}/topologySpreadConstraints`, [
      spreadOver('kubernetes.io/hostname', plan.selector),
      spreadOver('topology.kubernetes.io/zone', plan.selector),
    ]),
  ];
}

/**
 * A preference, so that a cluster with few nodes can run the operator, too. Pods are counted per revision, so that the
 * Pods of a new version are spread, too.
 */
function spreadOver(topologyKey: string, matchLabels: Readonly<Record<string, string>>): object {
  return {
    topologyKey,
    maxSkew: 1,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels },
    matchLabelKeys: ['pod-template-hash'],
  };
}
