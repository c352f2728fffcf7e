import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import { clusterScoped } from '../constructs/index.ts';
import type { Environment } from '../options/index.ts';

type Texts = Readonly<Record<string, string>>;

/** Labels that enforce Pod Security "restricted", in the version of the cluster. */
export const restricted = {
  'pod-security.kubernetes.io/enforce': 'restricted',
  'pod-security.kubernetes.io/audit': 'restricted',
  'pod-security.kubernetes.io/warn': 'restricted',
} as const;

/** A namespace with these labels. */
export function addNamespace(
  scope: Construct,
  name: string,
  { labels, annotations }: { readonly labels: Texts; readonly annotations?: Texts | undefined },
): void {
  const metadata = { name, labels, ...(annotations && { annotations }) };
  clusterScoped(new k8s.KubeNamespace(scope, `namespace-${name}`, { metadata }));
}

/** The namespace of the operator, unless somebody else creates it. */
export function addOwnNamespace(scope: Construct, { namespace, ownNamespace = {} }: Environment, labels: Texts): void {
  if (ownNamespace.create === false) return;
  addNamespace(scope, namespace, {
    labels: { ...labels, ...restricted, ...ownNamespace.labels },
    annotations: ownNamespace.annotations,
  });
}
