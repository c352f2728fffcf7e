/** What the API server does with the objects of a built-in kind beside storing them. */
export interface Features {
  /** When `metadata.generation` grows: with the spec, with anything but the status, or never as there is none. */
  readonly generation: 'spec' | 'anything' | 'none';
  readonly hasStatus: boolean;
  /** Whether a PUT has to carry a resource version. */
  readonly needsVersion: boolean;
  /** Whether a delete is answered with the object and not with a `Status`. */
  readonly answersDeleted: boolean;
  /** What becomes of the dependents if a delete does not say so. */
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

/** Those of every API that a CRD defines; its status is a subresource if the CRD says so. */
export const customFeatures: Features = { ...plain, generation: 'anything', needsVersion: true };

/** By kind and group, where they are not the plain ones. The real server is asked whether it is so. */
const byKind: Readonly<Record<string, Features>> = {
  'CronJob.batch': workload,
  'DaemonSet.apps': workload,
  'Deployment.apps': workload,
  'EndpointSlice.discovery.k8s.io': { ...plain, generation: 'anything' },
  'HorizontalPodAutoscaler.autoscaling': { ...plain, hasStatus: true },
  'Ingress.networking.k8s.io': workload,
  'Job.batch': { ...workload, orphans: true },
  'Lease.coordination.k8s.io': { ...plain, needsVersion: true },
  Namespace: { ...plain, hasStatus: true, answersDeleted: true },
  'NetworkPolicy.networking.k8s.io': { ...plain, generation: 'spec' },
  Node: { ...plain, hasStatus: true },
  PersistentVolumeClaim: { ...plain, hasStatus: true, answersDeleted: true },
  Pod: { ...workload, answersDeleted: true },
  'PodDisruptionBudget.policy': { ...workload, needsVersion: true },
  'ReplicaSet.apps': workload,
  Service: { ...plain, hasStatus: true, answersDeleted: true },
  ServiceAccount: { ...plain, answersDeleted: true },
  'StatefulSet.apps': workload,
};

/** @param kind as `kindText` writes it */
export function builtinFeatures(kind: string): Features {
  return byKind[kind] ?? plain;
}
