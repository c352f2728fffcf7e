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

/** The mount path of the volume, if the store has one. */
const dataPath = '/var/lib/petstore';
/** Longer than the grace period of the store itself. */
const stopSeconds = 15;

/**
 * The Deployment of the store: one Pod, never two at the same time. Two stores would have different pets, and only one
 * process can open the file on the volume.
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
  // cdk8s-plus selects Pods by this label. Its own value depends on the path of the construct.
  deployment.podMetadata.addLabel(Pod.ADDRESS_LABEL, name);
  ApiObject.of(deployment).addJsonPatch(...patches(plan));
  return deployment;
}

/** The claim for the volume that outlives the Pod; `undefined` if the pets are kept in memory. */
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
  // The cast: only optional properties are typed differently.
  const volume =
    claim && Volume.fromPersistentVolumeClaim(scope, 'data', claim as IPersistentVolumeClaim, { name: 'data' });
  return {
    name: 'store',
    image: plan.image,
    imagePullPolicy: pullPolicies[plan.props.image?.pullPolicy ?? 'IfNotPresent'],
    command: ['petstore'],
    args: [...plan.args],
    // All IPv4 and IPv6 addresses, in brackets as in a URL. The store's own default is loopback, which no other Pod can
    // reach.
    envVariables: { BIND_ADDRESS: EnvValue.fromValue('[::]') },
    ports: [{ name: 'grpc', number: port, protocol: Protocol.TCP }],
    resources: containerResources(plan.resources),
    securityContext: restricted,
    ...(volume && { workingDir: dataPath, volumeMounts: [{ path: dataPath, volume }] }),
  };
}

function patches(plan: PetStorePlan): JsonPatch[] {
  return [
    ...restrictedPod({
      pullSecrets: plan.props.image?.pullSecrets,
      // The kubelet gives the volume to this group.
      security: plan.data && { fsGroup: user, fsGroupChangePolicy: 'OnRootMismatch' },
    }),
    ...Object.entries(probes).map(([name, probe]) => JsonPatch.add(`${pod}/containers/0/${name}`, probe)),
  ];
}

/**
 * Probes of the standard gRPC health service. The store may take a minute to start; then the limits are those of the
 * operator.
 */
const grpc = { port };
const probes = {
  startupProbe: { grpc, timeoutSeconds: 5, periodSeconds: 2, failureThreshold: 30 },
  livenessProbe: { grpc, timeoutSeconds: 5, periodSeconds: 10, failureThreshold: 3 },
  readinessProbe: { grpc, timeoutSeconds: 5, periodSeconds: 5, failureThreshold: 3 },
};
