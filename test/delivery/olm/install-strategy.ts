import type { OlmBundle } from '@kubewright/infra/olm';

export interface Permissions {
  readonly serviceAccountName: string;
  readonly rules: readonly unknown[];
}

/** The install strategy of a ClusterServiceVersion. */
export interface InstallStrategy {
  readonly deployments: readonly {
    readonly name: string;
    readonly label: Readonly<Record<string, string>>;
    readonly spec: { readonly selector: { readonly matchLabels: Readonly<Record<string, string>> } };
  }[];
  readonly permissions?: readonly Permissions[];
  readonly clusterPermissions?: readonly Permissions[];
}

/** The namespace of an operator, and the namespaces that its OperatorGroup selects. */
export interface InstallTarget {
  /** The namespace of the operator. */
  readonly namespace: string;
  /** The namespaces that the operator serves; empty for all namespaces. */
  readonly targets: readonly string[];
}

export function getInstallStrategy({ clusterServiceVersion }: OlmBundle): InstallStrategy {
  return (clusterServiceVersion.spec as { readonly install: { readonly spec: InstallStrategy } }).install.spec;
}
