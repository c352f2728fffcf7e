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
    // A new Pod has warm caches before an old one is deleted, and a version that never gets ready deletes none.
    strategy: DeploymentStrategy.rollingUpdate({
      maxSurge: PercentOrAbsolute.absolute(1),
      maxUnavailable: PercentOrAbsolute.absolute(0),
    }),
    terminationGracePeriod: Duration.seconds(plan.terminationGracePeriodSeconds),
    serviceAccount: serviceAccount as IServiceAccount, // the same, but for cdk8s-plus's looser optional properties
    automountServiceAccountToken: true,
    containers: [operatorContainer(scope, plan)],
  });
  deployment.select(LabelSelector.of({ labels: { ...plan.selector } }));
  // cdk8s-plus finds a Pod by this label; the value that it makes up depends on where the construct stands.
  deployment.podMetadata.addLabel(Pod.ADDRESS_LABEL, name);
  ApiObject.of(deployment).addJsonPatch(...whatTheConstructCannotSay(plan));
  return deployment;
}

function whatTheConstructCannotSay(plan: OperatorPlan): JsonPatch[] {
  return [
    ...restrictedPod({ pullSecrets: plan.options.image?.pullSecrets }),
    JsonPatch.add(`${pod}/topologySpreadConstraints`, [
      spreadOver('kubernetes.io/hostname', plan.selector),
      spreadOver('topology.kubernetes.io/zone', plan.selector),
    ]),
  ];
}

/** A preference, so that a small cluster can run the operator too; counted per revision, so that updates spread too. */
function spreadOver(topologyKey: string, matchLabels: Readonly<Record<string, string>>): object {
  return {
    topologyKey,
    maxSkew: 1,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels },
    matchLabelKeys: ['pod-template-hash'],
  };
}
