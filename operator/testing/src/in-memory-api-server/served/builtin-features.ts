/** Features of a kind that change how the API server treats its objects. */
export interface Features {
  /**
   * Which changes increment `metadata.generation`: of the spec, of any field except the status, or none because the
   * kind has no generation.
   */
  readonly generation: 'spec' | 'anything' | 'none';
  readonly hasStatus: boolean;
  readonly needsVersion: boolean;
  /** Whether a delete returns the object instead of a `Status`. */
  readonly answersDeleted: boolean;
  /** Whether a delete without a propagation policy orphans the dependents, as in the first versions of an API. */
  readonly orphans: boolean;
}

const plain: Features = {
  generation: 'none',
  hasStatus: false,
  needsVersion: false,
  answersDeleted: false,
  orphans: false,
};
const workload: Features = { ...plain, generation: 'spec', hasStatus: true };

const admission: Features = { ...plain, generation: 'anything', needsVersion: true };

/** The features of custom resources. The CRD declares whether the status is a subresource. */
export const customFeatures: Features = { ...plain, generation: 'anything', needsVersion: true };

/**
 * The features of built-in kinds by kind and group, unless they are the plain ones. Contract tests compare them with
 * the real API server.
 */
const byKind: Readonly<Record<string, Features>> = {
  'APIService.apiregistration.k8s.io': { ...plain, hasStatus: true, needsVersion: true },
  'CertificateSigningRequest.certificates.k8s.io': { ...plain, hasStatus: true, needsVersion: true },
  'CronJob.batch': workload,
  'CSIDriver.storage.k8s.io': { ...plain, needsVersion: true, answersDeleted: true },
  'CSINode.storage.k8s.io': { ...plain, needsVersion: true, answersDeleted: true },
  'CSIStorageCapacity.storage.k8s.io': { ...plain, needsVersion: true },
  'CustomResourceDefinition.apiextensions.k8s.io': { ...workload, needsVersion: true },
  'DaemonSet.apps': workload,
  'Deployment.apps': workload,
  'DeviceClass.resource.k8s.io': { ...plain, generation: 'spec', answersDeleted: true },
  'EndpointSlice.discovery.k8s.io': { ...plain, generation: 'anything' },
  'FlowSchema.flowcontrol.apiserver.k8s.io': workload,
  'HorizontalPodAutoscaler.autoscaling': { ...plain, hasStatus: true },
  'Ingress.networking.k8s.io': workload,
  'IngressClass.networking.k8s.io': { ...plain, generation: 'spec' },
  'Job.batch': { ...workload, orphans: true },
  'Lease.coordination.k8s.io': { ...plain, needsVersion: true },
  'MutatingAdmissionPolicy.admissionregistration.k8s.io': admission,
  'MutatingAdmissionPolicyBinding.admissionregistration.k8s.io': admission,
  'MutatingWebhookConfiguration.admissionregistration.k8s.io': admission,
  Namespace: { ...plain, hasStatus: true, answersDeleted: true },
  'NetworkPolicy.networking.k8s.io': { ...plain, generation: 'spec' },
  Node: { ...plain, hasStatus: true },
  PersistentVolume: { ...plain, hasStatus: true, answersDeleted: true },
  PersistentVolumeClaim: { ...plain, hasStatus: true, answersDeleted: true },
  Pod: { ...workload, answersDeleted: true },
  'PodDisruptionBudget.policy': { ...workload, needsVersion: true },
  PodTemplate: { ...plain, generation: 'anything', answersDeleted: true },
  'PriorityClass.scheduling.k8s.io': { ...plain, generation: 'spec' },
  'PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io': workload,
  'ReplicaSet.apps': workload,
  ReplicationController: { ...workload, orphans: true, answersDeleted: true },
  'ResourceClaim.resource.k8s.io': { ...plain, hasStatus: true, answersDeleted: true },
  'ResourceClaimTemplate.resource.k8s.io': { ...plain, answersDeleted: true },
  ResourceQuota: { ...plain, hasStatus: true, answersDeleted: true },
  'ResourceSlice.resource.k8s.io': { ...plain, generation: 'spec', answersDeleted: true },
  'RuntimeClass.node.k8s.io': { ...plain, needsVersion: true },
  Service: { ...plain, hasStatus: true, answersDeleted: true },
  ServiceAccount: { ...plain, answersDeleted: true },
  'ServiceCIDR.networking.k8s.io': { ...plain, hasStatus: true },
  'StatefulSet.apps': workload,
  'StorageClass.storage.k8s.io': { ...plain, answersDeleted: true },
  'ValidatingAdmissionPolicy.admissionregistration.k8s.io': { ...admission, hasStatus: true },
  'ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io': admission,
  'ValidatingWebhookConfiguration.admissionregistration.k8s.io': admission,
  'VolumeAttachment.storage.k8s.io': { ...plain, hasStatus: true, needsVersion: true, answersDeleted: true },
  'VolumeAttributesClass.storage.k8s.io': { ...plain, answersDeleted: true },
};

/** @param kind as `formatKind` formats it: `Deployment.apps` */
export function getBuiltinFeatures(kind: string): Features {
  return byKind[kind] ?? plain;
}

const selectable: Readonly<Record<string, readonly string[]>> = {
  'Event.events.k8s.io': ['reason', 'type', ...['kind', 'namespace', 'name', 'uid'].map((name) => `regarding.${name}`)],
  Pod: ['spec.nodeName'],
};

/**
 * Fields of a built-in kind that field selectors may use in addition to name and namespace. Contains only those that
 * tests need.
 */
export function listSelectableFields(kind: string): readonly string[] {
  return selectable[kind] ?? [];
}
