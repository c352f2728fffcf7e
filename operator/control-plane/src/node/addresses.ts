import type { Endpoint } from '../sockets.ts';

export interface PodAddress {
  /** The listen address of its processes: `127.x.y.n`. */
  readonly loopback: string;
  /**
   * The listen address of its processes in place of `127.0.0.1`, which all processes of this machine share:
   * `127.(x+128).y.n`.
   */
  readonly inside: string;
  /** The address in the Pod's status: `10.x.y.n`, because EndpointSlices reject loopback addresses. */
  readonly shown: string;
}

/** `.1` is the node's address. */
const first = 2;
const last = 254;

interface Taken {
  readonly address: PodAddress;
  readonly ports: Map<number, number>;
}

/** The addresses of one node: a /24 of the loopback network. */
export class Addresses {
  readonly host: PodAddress;
  readonly #subnet: string;
  readonly #taken = new Map<string, Taken>();
  #next = first;

  /** @param subnet `127.x.y`, x below 96 */
  constructor(subnet: string) {
    this.#subnet = subnet;
    this.host = this.#buildAddress(1);
  }

  /**
   * Allocates a free address; `undefined` if all are in use. The last released address comes last, so that a connection
   * to a deleted Pod does not reach the next one.
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

  /** Records on which ports a program of the Pod listens instead of the image's ports. */
  mapPorts(address: PodAddress, portMap: Readonly<Record<number, number>> = {}): void {
    const ports = this.#taken.get(address.shown)?.ports;
    for (const [port, real] of Object.entries(portMap)) ports?.set(Number(port), real);
  }

  /** The endpoint for `port` of the Pod with the status address `shown`; `undefined` if the Pod is not on this node. */
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
