import { ApiObject, Duration, JsonPatch, Size } from 'cdk8s';
import {
  type ContainerProps,
  Deployment,
  DeploymentStrategy,
  EnvValue,
  type IPersistentVolumeClaim,
  LabelSelector,
  PersistentVolumeAccessMode,
  PersistentVolumeClaim,
  Pod,
  Protocol,
  Volume,
} from 'cdk8s-plus-28';
import type { Construct } from 'constructs';

import { containerResources, pod, pullPolicies, restricted, restrictedPod, user } from '../pod/index.ts';
import { type PetStorePlan, port } from './plan.ts';

/** Where the volume is, if there is one. */
const dataPath = '/var/lib/petstore';
/** What the store needs to stop, and some more. */
const stopSeconds = 15;

/**
 * One Pod, and never two at a time: two stores would hold different pets, and a volume belongs to one of them.
 */
export function petStoreDeployment(
  scope: Construct,
  plan: PetStorePlan,
  claim: PersistentVolumeClaim | undefined,
): Deployment {
  const { name, namespace, labels } = plan;
  const deployment = new Deployment(scope, 'deployment', {
    metadata: { name, namespace, labels },
    podMetadata: { labels },
    replicas: 1,
    select: false,
    strategy: DeploymentStrategy.recreate(),
    terminationGracePeriod: Duration.seconds(stopSeconds),
    automountServiceAccountToken: false,
    containers: [container(scope, plan, claim)],
  });
  deployment.select(LabelSelector.of({ labels: { ...plan.selector } }));
  // cdk8s-plus finds a Pod by this label; the value that it makes up depends on where the construct stands.
  deployment.podMetadata.addLabel(Pod.ADDRESS_LABEL, name);
  ApiObject.of(deployment).addJsonPatch(...whatTheConstructCannotSay(plan));
  return deployment;
}

/** The volume that outlives the Pod. */
export function petStoreClaim(scope: Construct, plan: PetStorePlan): PersistentVolumeClaim | undefined {
  const { name, namespace, labels, data, props } = plan;
  if (data === undefined) return undefined;
  const storageClassName = props.data?.storageClass;
  const claim = new PersistentVolumeClaim(scope, 'claim', {
    metadata: { name, namespace, labels },
    accessModes: [PersistentVolumeAccessMode.READ_WRITE_ONCE],
    storage: Size.gibibytes(data.sizeGibibytes),
    ...(storageClassName !== undefined && { storageClassName }),
  });
  ApiObject.of(claim).addJsonPatch(JsonPatch.remove('/spec/volumeMode'));
  return claim;
}

function container(scope: Construct, plan: PetStorePlan, claim: PersistentVolumeClaim | undefined): ContainerProps {
  // The cast is for the compiler only: cdk8s-plus declares optional properties more loosely.
  const volume =
    claim && Volume.fromPersistentVolumeClaim(scope, 'data', claim as IPersistentVolumeClaim, { name: 'data' });
  return {
    name: 'store',
    image: plan.image,
    imagePullPolicy: pullPolicies[plan.props.image?.pullPolicy ?? 'IfNotPresent'],
    command: ['petstore'],
    args: [...plan.args],
    // The store's own default is loopback, which nobody could reach. Every address of both families, as a host in a URL.
    envVariables: { BIND_ADDRESS: EnvValue.fromValue('[::]') },
    ports: [{ name: 'grpc', number: port, protocol: Protocol.TCP }],
    resources: containerResources(plan.resources),
    securityContext: restricted,
    ...(volume && { workingDir: dataPath, volumeMounts: [{ path: dataPath, volume }] }),
  };
}

function whatTheConstructCannotSay(plan: PetStorePlan): JsonPatch[] {
  return [
    ...restrictedPod({
      pullSecrets: plan.props.image?.pullSecrets,
      // The volume becomes the group's.
      security: plan.data && { fsGroup: user, fsGroupChangePolicy: 'OnRootMismatch' },
    }),
    ...Object.entries(probes).map(([name, probe]) => JsonPatch.add(`${pod}/containers/0/${name}`, probe)),
  ];
}

/** The store answers the standard health service. A minute to start; then as with the operator. */
const grpc = { port };
const probes = {
  startupProbe: { grpc, timeoutSeconds: 5, periodSeconds: 2, failureThreshold: 30 },
  livenessProbe: { grpc, timeoutSeconds: 5, periodSeconds: 10, failureThreshold: 3 },
  readinessProbe: { grpc, timeoutSeconds: 5, periodSeconds: 5, failureThreshold: 3 },
};
