import type { DeclaredApi, OperatorDeclaration } from '@kubewright/declaration';

/** The resources of Kubernetes that live in no namespace, for declarations that do not name them. */
const ofKubernetes = [
  ...['namespaces', 'nodes', 'persistentvolumes'],
  ...['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'].map(
    (each) => `${each}.admissionregistration.k8s.io`,
  ),
  ...['mutatingadmissionpolicies', 'validatingadmissionpolicies'].map((each) => `${each}.admissionregistration.k8s.io`),
  ...['customresourcedefinitions.apiextensions.k8s.io', 'apiservices.apiregistration.k8s.io'],
  ...['certificatesigningrequests.certificates.k8s.io', 'priorityclasses.scheduling.k8s.io'],
  ...['clusterroles', 'clusterrolebindings'].map((each) => `${each}.rbac.authorization.k8s.io`),
  ...['ingressclasses.networking.k8s.io', 'runtimeclasses.node.k8s.io'],
  ...['csidrivers', 'csinodes', 'storageclasses', 'volumeattachments'].map((each) => `${each}.storage.k8s.io`),
];

/** Pure: the resources that live in no namespace, of those that an operator may have permissions for. */
export function clusterScopedResources({ apis, clusterScoped = [] }: OperatorDeclaration): ReadonlySet<string> {
  const own = apis.filter(({ scope }) => scope === 'Cluster').map(({ group, plural }) => `${plural}.${group}`);
  return new Set([...ofKubernetes, ...own, ...clusterScoped]);
}

/** The kinds whose resources get a finalizer of the operator. @param running names of the controllers that run; all by default */
export function finalizedApis({ apis, controllers }: OperatorDeclaration, running?: readonly string[]): DeclaredApi[] {
  const finalizing = controllers.filter(
    ({ name, finalizer }) => finalizer !== undefined && (running?.includes(name) ?? true),
  );
  return apis.filter((api) => finalizing.some(({ for: { group, kind } }) => group === api.group && kind === api.kind));
}
