import type { Condition, Kind, KubeObject } from '@kubewright/runtime';

/** The fields of cert-manager's Certificate that the sample operator uses. */
export interface Certificate extends KubeObject {
  readonly spec?: {
    readonly secretName: string;
    readonly dnsNames?: readonly string[];
    readonly issuerRef: { readonly name: string; readonly kind?: string };
  };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

export const Certificate: Kind<Certificate> = {
  group: 'cert-manager.io',
  version: 'v1',
  kind: 'Certificate',
  plural: 'certificates',
  namespaced: true,
};
