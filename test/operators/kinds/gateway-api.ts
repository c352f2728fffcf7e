import type { Kind, KubeObject } from '@kubewright/runtime';

/** The fields of the Gateway API's kinds that the sample operator uses. */
export interface HTTPRoute extends KubeObject {
  readonly spec?: {
    readonly hostnames?: readonly string[];
    readonly parentRefs?: readonly { readonly name: string }[];
    readonly rules?: readonly {
      readonly backendRefs?: readonly { readonly name: string; readonly port?: number }[];
    }[];
  };
}

export interface Gateway extends KubeObject {
  readonly spec: {
    readonly gatewayClassName: string;
    readonly listeners: readonly { readonly name: string; readonly port: number; readonly protocol: string }[];
  };
  readonly status?: { readonly addresses?: readonly { readonly value: string }[] };
}

const shared = { group: 'gateway.networking.k8s.io', version: 'v1', namespaced: true };
export const HTTPRoute: Kind<HTTPRoute> = { ...shared, kind: 'HTTPRoute', plural: 'httproutes' };
export const Gateway: Kind<Gateway> = { ...shared, kind: 'Gateway', plural: 'gateways' };
