import type { Endpoint } from '../../sockets/index.ts';

/** Where a connection leads: to a program of this machine, or nowhere, with the reason for whoever wanted it. */
export type Route = Endpoint | { readonly refusal: string };

/** A network of Pods and Services, which only the process that runs the Pods can reach. */
export interface ClusterNetwork {
  /** The route of the next connection to this address; `undefined` if it is none of this network. */
  route(target: Endpoint): Route | undefined;
}
