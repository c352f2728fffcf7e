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

import { operatorContainer, user } from './container.ts';
import type { OperatorPlan } from './plan.ts';

/** The operator's Deployment. */
export function operatorDeployment(scope: Construct, plan: OperatorPlan, serviceAccount: ServiceAccount): Deployment {
  const { name, namespace, labels } = plan;
  const deployment = new Deployment(scope, 'deployment', {
    metadata: { name, namespace, labels },
    podMetadata: { labels },
    replicas: plan.replicas,
    select: false,
    // A new Pod is warm before an old one goes, and a version that never gets ready takes nothing away.
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

const pod = '/spec/template/spec';

function whatTheConstructCannotSay(plan: OperatorPlan): JsonPatch[] {
  const pullSecrets = plan.options.image?.pullSecrets ?? [];
  return [
    JsonPatch.replace(`${pod}/securityContext`, {
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: user,
      seccompProfile: { type: 'RuntimeDefault' },
    }),
    // Else a Service named "metrics" in the namespace would set METRICS_PORT to its address.
    JsonPatch.add(`${pod}/enableServiceLinks`, false),
    JsonPatch.add(`${pod}/topologySpreadConstraints`, [
      spreadOver('kubernetes.io/hostname', plan.selector),
      spreadOver('topology.kubernetes.io/zone', plan.selector),
    ]),
    ...(pullSecrets.length > 0
      ? [
          JsonPatch.add(
            `${pod}/imagePullSecrets`,
            pullSecrets.map((name) => ({ name })),
          ),
        ]
      : []),
    ...restatedDefaults.map((path) => JsonPatch.remove(path)),
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

/** What cdk8s-plus writes although it is what Kubernetes takes anyway, by the names that its objects have inside. */
const restatedDefaults = [
  '/spec/minReadySeconds',
  '/spec/progressDeadlineSeconds',
  `${pod}/dnsPolicy`,
  `${pod}/hostNetwork`,
  `${pod}/restartPolicy`,
  `${pod}/setHostnameAsFqdn`,
];
