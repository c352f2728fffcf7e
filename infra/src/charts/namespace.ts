import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';

/** Labels that enforce Pod Security "restricted", in the version of the cluster. */
export const restricted = {
  'pod-security.kubernetes.io/enforce': 'restricted',
  'pod-security.kubernetes.io/audit': 'restricted',
  'pod-security.kubernetes.io/warn': 'restricted',
} as const;

/** A namespace with these labels. */
export function addNamespace(scope: Construct, name: string, labels: Readonly<Record<string, string>>): void {
  new k8s.KubeNamespace(scope, `namespace-${name}`, { metadata: { name, labels } });
}
