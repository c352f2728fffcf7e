import type { OperatorDeclaration } from '../../declaration/index.ts';

/** Kinds of Kubernetes that operators have rights for. */
const builtIn = [
  ...[
    'ConfigMap',
    'Endpoints',
    'Event',
    'LimitRange',
    'Namespace',
    'Node',
    'PersistentVolume',
    'PersistentVolumeClaim',
  ],
  ...['Pod', 'PodTemplate', 'ReplicationController', 'ResourceQuota', 'Secret', 'Service', 'ServiceAccount'],
  ...['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet', 'CronJob', 'Job'],
  ...['EndpointSlice', 'HorizontalPodAutoscaler', 'Ingress', 'IngressClass', 'NetworkPolicy', 'PodDisruptionBudget'],
  ...['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding', 'Lease', 'PriorityClass', 'StorageClass'],
  ...['CustomResourceDefinition', 'MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
  ...['SubjectAccessReview', 'TokenReview'],
];

/** The resource of a kind with a regular plural, as all built-in ones have. */
export function resourceOf(kind: string): string {
  const lower = kind.toLowerCase();
  if (lower === 'endpoints') return lower;
  if (/[^aeiou]y$/.test(lower)) return `${lower.slice(0, -1)}ies`;
  return /(s|ch|x)$/.test(lower) ? `${lower}es` : `${lower}s`;
}

/** A resource for people, in plural: `NetworkPolicies`; one that nobody knows as it is, with its group. */
export function pluralOf(group: string, resource: string, { apis }: OperatorDeclaration): string {
  const kind = kindOf(group, resource, apis);
  return kind === undefined ? [resource, ...(group === '' ? [] : [group])].join('.') : inCapitals(kind, resource);
}

/** A resource for people, in singular: `NetworkPolicy`. */
export function singularOf(group: string, resource: string, { apis }: OperatorDeclaration): string {
  return kindOf(group, resource, apis) ?? resource;
}

function kindOf(group: string, resource: string, apis: OperatorDeclaration['apis']): string | undefined {
  const declared = apis.find((api) => api.group === group && api.plural === resource);
  if (declared !== undefined) return declared.kind;
  const isBuiltIn = !group.includes('.') || group.endsWith('.k8s.io');
  return isBuiltIn ? builtIn.find((kind) => resourceOf(kind) === resource) : undefined;
}

/** The capitals of the kind, and the end of the plural. */
function inCapitals(kind: string, plural: string): string {
  const lower = kind.toLowerCase();
  let common = 0;
  while (common < plural.length && plural[common] === lower[common]) common += 1;
  return kind.slice(0, common) + plural.slice(common);
}
