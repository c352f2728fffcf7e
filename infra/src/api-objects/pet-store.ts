import type { Container, PodSpec } from 'kubernetes-types/core/v1';

import { mergePatch } from '@kubewright/declaration';
import {
  buildResources,
  type OptionErrors,
  buildMetadata,
  type PetStorePlan,
  petStorePort as port,
  restrictedContainer,
  restrictedPod,
  volumeGroup,
} from '../plan/index.ts';
import type { ApiObjectData, ApiObjects } from './api-object.ts';

/** Mount path of the volume, if the store has one. */
const dataPath = '/var/lib/petstore';
/** Exceeds the grace period with which the store ends running requests. */
const stopSeconds = 15;

/**
 * Pure, except that it adds to `errors`: a Deployment of one Pod, a Service, and a claim if the pets are stored on a
 * volume.
 */
export function buildPetStore(plan: PetStorePlan, errors: OptionErrors): ApiObjects {
  return {
    ...(plan.size !== undefined && { claim: buildStoreClaim(plan) }),
    deployment: buildStoreDeployment(plan, errors),
    service: buildStoreService(plan),
  };
}

/** Never runs two Pods at once: two stores would hold different pets, and only one process can open the file. */
function buildStoreDeployment(plan: PetStorePlan, errors: OptionErrors): ApiObjectData {
  const { labels, selector } = plan;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: buildMetadata(plan),
    spec: {
      replicas: 1,
      selector: { matchLabels: selector },
      strategy: { type: 'Recreate' },
      template: { metadata: { labels: { ...labels } }, spec: buildStorePodSpec(plan, errors) },
    },
  };
}

function buildStoreService(plan: PetStorePlan): ApiObjectData {
  const { nodePort } = plan.props;
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: buildMetadata(plan),
    spec: {
      type: nodePort === undefined ? 'ClusterIP' : 'NodePort',
      selector: plan.selector,
      ports: [{ name: 'grpc', port, targetPort: port, protocol: 'TCP', ...(nodePort !== undefined && { nodePort }) }],
    },
  };
}

function buildStoreClaim(plan: PetStorePlan): ApiObjectData {
  const storageClassName = plan.props.data?.storageClass;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: buildMetadata(plan),
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: plan.size } },
      ...(storageClassName !== undefined && { storageClassName }),
    },
  };
}

function buildStorePodSpec(plan: PetStorePlan, errors: OptionErrors): PodSpec {
  const { pullSecrets = [] } = plan.props.image ?? {};
  // The kubelet makes this group own the volume.
  const security = plan.size === undefined ? restrictedPod : mergePatch(restrictedPod, volumeGroup);
  return {
    automountServiceAccountToken: false,
    containers: [buildStoreContainer(plan, errors)],
    // With service links, a Service in the namespace could set a variable that the store reads.
    enableServiceLinks: false,
    securityContext: security,
    terminationGracePeriodSeconds: stopSeconds,
    ...(pullSecrets.length > 0 && { imagePullSecrets: pullSecrets.map((name) => ({ name })) }),
    ...(plan.size !== undefined && { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: plan.name } }] }),
  };
}

function buildStoreContainer(plan: PetStorePlan, errors: OptionErrors): Container {
  return {
    name: 'store',
    image: plan.image,
    imagePullPolicy: plan.props.image?.pullPolicy ?? 'IfNotPresent',
    command: ['petstore'],
    args: [...plan.args],
    // All IPv4 and IPv6 addresses, in brackets as in a URL. By default the store listens on loopback, which other Pods
    // cannot reach.
    env: [{ name: 'BIND_ADDRESS', value: '[::]' }],
    ports: [{ name: 'grpc', containerPort: port, protocol: 'TCP' }],
    resources: errors.attempt(() => buildResources(plan.resources), {}),
    securityContext: restrictedContainer,
    ...(plan.size !== undefined && { workingDir: dataPath, volumeMounts: [{ name: 'data', mountPath: dataPath }] }),
    ...probes,
  };
}

/**
 * Probes of the standard gRPC health service. The store may take a minute to start; the other limits equal the
 * operator's.
 */
const grpc = { port };
const probes = {
  startupProbe: { grpc, timeoutSeconds: 5, periodSeconds: 2, failureThreshold: 30 },
  livenessProbe: { grpc, timeoutSeconds: 5, periodSeconds: 10, failureThreshold: 3 },
  readinessProbe: { grpc, timeoutSeconds: 5, periodSeconds: 5, failureThreshold: 3 },
};
