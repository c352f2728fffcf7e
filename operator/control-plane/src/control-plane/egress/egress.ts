import { BlockList, isIPv4 } from 'node:net';

import type { Endpoint } from '../../sockets.ts';

/** Where a connection goes: to a program on this machine, or to a rejection with its reason. */
export type Route = Endpoint | { readonly rejection: string };

/** A network of Pods and Services whose addresses only this process can resolve. */
export interface ClusterNetwork {
  /** Returns the route of the next connection; `undefined` for an address outside of this network. */
  route(target: Endpoint): Route | undefined;
}

/**
 * Routes the connections of the API server to Pods and Services. It starts before any node, so networks are added and
 * removed while it runs.
 */
export class Egress {
  readonly #services = new BlockList();
  readonly #networks = new Set<ClusterNetwork>();

  /** @param serviceRange the range of ClusterIPs, such as `10.96.0.0/12` */
  constructor(serviceRange: string) {
    const [network = '', prefix] = serviceRange.split('/');
    this.#services.addSubnet(network, Number(prefix));
  }

  /** Routes connections to addresses of `network` through it, until the result is disposed. */
  connect(network: ClusterNetwork): Disposable {
    this.#networks.add(network);
    return { [Symbol.dispose]: () => void this.#networks.delete(network) };
  }

  /**
   * Routes a connection. An address outside of all networks belongs to this machine, such as that of a kubelet, or to a
   * real network.
   */
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
    if (this.#networks.size === 0) return 'Services need a node that runs Pods as processes';
    return `${host}:${String(port)} is not the address of a Service`;
  }
}
