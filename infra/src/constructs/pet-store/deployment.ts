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

import { containerResources, pullPolicies, restricted, user } from '../operator/container.ts';
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
  // The same, but for cdk8s-plus's looser optional properties.
  const volume =
    claim && Volume.fromPersistentVolumeClaim(scope, 'data', claim as IPersistentVolumeClaim, { name: 'data' });
  return {
    name: 'store',
    image: plan.image,
    imagePullPolicy: pullPolicies[plan.props.image?.pullPolicy ?? 'IfNotPresent'],
    command: ['petstore'],
    args: [...plan.args],
    // The store's own default is loopback, which nobody could reach.
    envVariables: { BIND_ADDRESS: EnvValue.fromValue('0.0.0.0') },
    ports: [{ name: 'grpc', number: port, protocol: Protocol.TCP }],
    resources: containerResources(plan.resources),
    securityContext: restricted,
    ...(volume && { workingDir: dataPath, volumeMounts: [{ path: dataPath, volume }] }),
  };
}

const pod = '/spec/template/spec';
const only = `${pod}/containers/0`;

function whatTheConstructCannotSay(plan: PetStorePlan): JsonPatch[] {
  const pullSecrets = plan.props.image?.pullSecrets ?? [];
  return [
    JsonPatch.replace(`${pod}/securityContext`, {
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: user,
      // The volume becomes the group's.
      ...(plan.data && { fsGroup: user, fsGroupChangePolicy: 'OnRootMismatch' }),
      seccompProfile: { type: 'RuntimeDefault' },
    }),
    JsonPatch.add(`${pod}/enableServiceLinks`, false),
    ...Object.entries(probes).map(([name, probe]) => JsonPatch.add(`${only}/${name}`, probe)),
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

/** The store answers the standard health service. A minute to start; then as with the operator. */
const grpc = { port };
const probes = {
  startupProbe: { grpc, timeoutSeconds: 5, periodSeconds: 2, failureThreshold: 30 },
  livenessProbe: { grpc, timeoutSeconds: 5, periodSeconds: 10, failureThreshold: 3 },
  readinessProbe: { grpc, timeoutSeconds: 5, periodSeconds: 5, failureThreshold: 3 },
};

/** What cdk8s-plus writes although it is what Kubernetes takes anyway, by the names that its objects have inside. */
const restatedDefaults = [
  '/spec/minReadySeconds',
  '/spec/progressDeadlineSeconds',
  `${pod}/dnsPolicy`,
  `${pod}/hostNetwork`,
  `${pod}/restartPolicy`,
  `${pod}/setHostnameAsFqdn`,
];
