/** The kinds of one version of one API group that types are generated for. */
export interface KindGroup {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kinds: readonly string[];
}

/** Every built-in kind that an operator gets a type and a `Kind` value for. A kind is added here and nowhere else. */
export const builtinKinds: readonly KindGroup[] = [
  {
    group: '',
    version: 'v1',
    kinds: ['ConfigMap', 'Namespace', 'Node', 'PersistentVolumeClaim', 'Pod', 'Secret', 'Service', 'ServiceAccount'],
  },
  { group: 'apiextensions.k8s.io', version: 'v1', kinds: ['CustomResourceDefinition'] },
  { group: 'apps', version: 'v1', kinds: ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'] },
  { group: 'autoscaling', version: 'v2', kinds: ['HorizontalPodAutoscaler'] },
  { group: 'batch', version: 'v1', kinds: ['CronJob', 'Job'] },
  { group: 'coordination.k8s.io', version: 'v1', kinds: ['Lease'] },
  { group: 'discovery.k8s.io', version: 'v1', kinds: ['EndpointSlice'] },
  { group: 'events.k8s.io', version: 'v1', kinds: ['Event'] },
  { group: 'networking.k8s.io', version: 'v1', kinds: ['Ingress', 'NetworkPolicy'] },
  { group: 'policy', version: 'v1', kinds: ['PodDisruptionBudget'] },
  {
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    kinds: ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
  },
];
