/** Kinds of one version of one API group. */
export interface KindGroup {
  /** Name of the API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kinds: readonly string[];
}

/**
 * The built-in kinds whose objects are stored: an operator can own, read or watch them. For each, a type and a `Kind`
 * value are generated. `builtin-kinds.real.test.ts` compares the list with what the pinned API server serves.
 */
export const builtinKinds: readonly KindGroup[] = [
  {
    group: '',
    version: 'v1',
    kinds: [
      ...[
        'ConfigMap',
        'Endpoints',
        'LimitRange',
        'Namespace',
        'Node',
        'PersistentVolume',
        'PersistentVolumeClaim',
        'Pod',
      ],
      ...['PodTemplate', 'ReplicationController', 'ResourceQuota', 'Secret', 'Service', 'ServiceAccount'],
    ],
  },
  {
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    kinds: [
      ...['MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding', 'MutatingWebhookConfiguration'],
      ...['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding', 'ValidatingWebhookConfiguration'],
    ],
  },
  { group: 'apiextensions.k8s.io', version: 'v1', kinds: ['CustomResourceDefinition'] },
  { group: 'apiregistration.k8s.io', version: 'v1', kinds: ['APIService'] },
  {
    group: 'apps',
    version: 'v1',
    kinds: ['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
  },
  { group: 'autoscaling', version: 'v2', kinds: ['HorizontalPodAutoscaler'] },
  { group: 'batch', version: 'v1', kinds: ['CronJob', 'Job'] },
  { group: 'certificates.k8s.io', version: 'v1', kinds: ['CertificateSigningRequest'] },
  { group: 'coordination.k8s.io', version: 'v1', kinds: ['Lease'] },
  { group: 'discovery.k8s.io', version: 'v1', kinds: ['EndpointSlice'] },
  { group: 'events.k8s.io', version: 'v1', kinds: ['Event'] },
  {
    group: 'flowcontrol.apiserver.k8s.io',
    version: 'v1',
    kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
  },
  {
    group: 'networking.k8s.io',
    version: 'v1',
    kinds: ['IPAddress', 'Ingress', 'IngressClass', 'NetworkPolicy', 'ServiceCIDR'],
  },
  { group: 'node.k8s.io', version: 'v1', kinds: ['RuntimeClass'] },
  { group: 'policy', version: 'v1', kinds: ['PodDisruptionBudget'] },
  {
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    kinds: ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
  },
  {
    group: 'resource.k8s.io',
    version: 'v1',
    kinds: ['DeviceClass', 'ResourceClaim', 'ResourceClaimTemplate', 'ResourceSlice'],
  },
  { group: 'scheduling.k8s.io', version: 'v1', kinds: ['PriorityClass'] },
  {
    group: 'storage.k8s.io',
    version: 'v1',
    kinds: [
      ...['CSIDriver', 'CSINode', 'CSIStorageCapacity', 'StorageClass', 'VolumeAttachment', 'VolumeAttributesClass'],
    ],
  },
];

/** Kinds that the API server serves, but for which nothing is generated, as `apiVersion/kind`, with the reason. */
export const kindsLeftOut: Readonly<Record<string, string>> = {
  'v1/Binding': 'clients only send it as a request: the API server does not store it',
  'v1/ComponentStatus': 'computed for each response, never stored, and deprecated since 1.19',
  'v1/Event': 'the same objects as events.k8s.io/v1',
  'authentication.k8s.io/v1/SelfSubjectReview': 'clients only send it as a request: the API server does not store it',
  'authentication.k8s.io/v1/TokenReview': 'clients only send it as a request: the API server does not store it',
  'authorization.k8s.io/v1/LocalSubjectAccessReview':
    'clients only send it as a request: the API server does not store it',
  'authorization.k8s.io/v1/SelfSubjectAccessReview':
    'clients only send it as a request: the API server does not store it',
  'authorization.k8s.io/v1/SelfSubjectRulesReview':
    'clients only send it as a request: the API server does not store it',
  'authorization.k8s.io/v1/SubjectAccessReview': 'clients only send it as a request: the API server does not store it',
  'autoscaling/v1/HorizontalPodAutoscaler': 'the same objects as autoscaling/v2',
};
