import { BlockList, isIPv4 } from 'node:net';

import type { Endpoint } from '../../sockets.ts';

/** Where a connection leads: to a program of this machine, or nowhere, with the reason for whoever wanted it. */
export type Route = Endpoint | { readonly rejection: string };

/** A network of Pods and Services, which only the process that runs the Pods can reach. */
export interface ClusterNetwork {
  /** The route of the next connection to this address; `undefined` if it is none of this network. */
  route(target: Endpoint): Route | undefined;
}

/**
 * Decides where the API server's connections to the cluster lead. It starts before any node, so networks join and leave
 * while it runs.
 */
export class Egress {
  readonly #services = new BlockList();
  readonly #networks = new Set<ClusterNetwork>();

  /** @param serviceRange the ClusterIPs, as `10.96.0.0/12` */
  constructor(serviceRange: string) {
    const [network = '', prefix] = serviceRange.split('/');
    this.#services.addSubnet(network, Number(prefix));
  }

  /** Until it is disposed, connections to addresses of `network` lead where it says. */
  connect(network: ClusterNetwork): Disposable {
    this.#networks.add(network);
    return { [Symbol.dispose]: () => void this.#networks.delete(network) };
  }

  /** An address that no network has is an address of this machine, as those of kubelets are, or of a real network. */
  route(target: Endpoint): Route {
    for (const network of this.#networks) {
      const route = network.route(target);
      if (route !== undefined) return route;
    }
    return this.#isService(target.host) ? { rejection: this.#explainUnknown(target) } : target;
  }

  #isService(host: string): boolean {
    return isIPv4(host) && this.#services.check(host);
  }

  #explainUnknown({ host, port }: Endpoint): string {
    if (this.#networks.size === 0) return 'Services lead nowhere without a node whose Pods are processes';
    return `no Service is known at ${host}:${String(port)}`;
  }
}
