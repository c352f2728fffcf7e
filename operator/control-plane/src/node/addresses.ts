import type { Endpoint } from '../sockets.ts';

export interface PodAddress {
  /** The address on which processes of the Pod listen: `127.x.y.n`. */
  readonly loopback: string;
  /** The address that replaces `127.0.0.1`, which all processes of this machine share: `127.(x+128).y.n`. */
  readonly inside: string;
  /** The address in the status of the Pod: `10.x.y.n`, because EndpointSlices reject loopback addresses. */
  readonly shown: string;
}

/** The first n for a Pod: `.1` is the address of the node. */
const first = 2;
const last = 254;

interface Taken {
  readonly address: PodAddress;
  readonly ports: Map<number, number>;
}

/** The addresses of Pods on one node: a /24 of the loopback network. */
export class Addresses {
  readonly host: PodAddress;
  readonly #subnet: string;
  readonly #taken = new Map<string, Taken>();
  #next = first;

  /** @param subnet the prefix `127.x.y`, with x below 96 */
  constructor(subnet: string) {
    this.#subnet = subnet;
    this.host = this.#buildAddress(1);
  }

  /**
   * Allocates a free address; `undefined` if all are in use. An address that was just released is used last, so that a
   * connection to a deleted Pod does not reach the next one.
   */
  take(): PodAddress | undefined {
    for (let tries = first; tries <= last; tries++) {
      const address = this.#buildAddress(this.#next);
      this.#next = this.#next === last ? first : this.#next + 1;
      if (this.#taken.has(address.shown)) continue;
      this.#taken.set(address.shown, { address, ports: new Map() });
      return address;
    }
    return undefined;
  }

  release(address: PodAddress): void {
    this.#taken.delete(address.shown);
  }

  /** Records the ports on which a program of the Pod listens instead of the image's ports. */
  mapPorts(address: PodAddress, portMap: Readonly<Record<number, number>> = {}): void {
    const ports = this.#taken.get(address.shown)?.ports;
    for (const [port, real] of Object.entries(portMap)) ports?.set(Number(port), real);
  }

  /**
   * Returns the endpoint for a port of the Pod whose status has the address `shown`; `undefined` if the Pod is not on
   * this node.
   */
  resolve(shown: string, port: number): Endpoint | undefined {
    const taken = this.#taken.get(shown);
    return taken && { host: taken.address.loopback, port: taken.ports.get(port) ?? port };
  }

  #buildAddress(n: number): PodAddress {
    const loopback = `${this.#subnet}.${String(n)}`;
    const inside = loopback.replace(/^127\.(\d+)/, (_, x: string) => `127.${String(Number(x) + 128)}`);
    return { loopback, inside, shown: loopback.replace(/^127\./, '10.') };
  }
}
