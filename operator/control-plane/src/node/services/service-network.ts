import type { CancelTimer, Clock, Kind, KubeObject, Logger } from '@kubewright/runtime/internal/base';
import type { Client } from '@kubewright/runtime/internal/client';
import { EndpointSlice, Service } from '@kubewright/runtime/kinds';
import { type WatchEvent, watchObjects } from '@kubewright/runtime/internal/watch';
import type { Endpoint } from '../../sockets.ts';
import type { ClusterNetwork, Route } from '../../control-plane/index.ts';
import type { Addresses } from '../addresses.ts';
import { type Forwarder, openForwarder, NodePorts } from './node-ports.ts';
import { type ServedPort, ServiceTable } from './service-table.ts';

export interface ServiceNetworkOptions {
  readonly client: Client;
  readonly addresses: Addresses;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Time in milliseconds in which changes are combined, because thousands of Services may arrive one by one. */
const gatherMs = 10;

/** Opens ports on loopback for node ports and for the names of Services, and knows the endpoints behind ClusterIPs. */
export class ServiceNetwork implements ClusterNetwork {
  readonly #options: ServiceNetworkOptions;
  readonly #services = new WatchedObjects<Service>();
  readonly #slices = new WatchedObjects<EndpointSlice>();
  readonly #nodePorts: NodePorts;
  readonly #turns = new Map<string, number>();
  /** Open ports by `namespace/name:port` of the Service. */
  readonly #named = new Map<string, Promise<Forwarder>>();
  #table = new ServiceTable([], []);
  #update: CancelTimer | undefined;

  constructor(options: ServiceNetworkOptions) {
    this.#options = options;
    const { addresses, logger } = options;
    const next = (port: number): Endpoint | undefined => this.#pick(this.#table.listNodePorts().get(port));
    this.#nodePorts = new NodePorts({ host: addresses.host.loopback, next, logger });
  }

  /** Watches Services and EndpointSlices until `signal` aborts, then closes all ports. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.#follow(Service, this.#services, signal),
      this.#follow(EndpointSlice, this.#slices, signal),
    ]);
    this.#update?.();
    this.#nodePorts.set([]);
    await this.#nodePorts.settled();
    for (const forwarder of this.#named.values()) await (await forwarder)[Symbol.asyncDispose]();
  }

  /** Opens a port of this machine that forwards to the current Pods of a Service's port. */
  async resolveAddress(namespace: string, name: string, port: number): Promise<Endpoint> {
    const key = `${namespace}/${name}:${String(port)}`;
    const next = (): Endpoint | undefined => this.#pick(this.#table.findNamedPort(namespace, name, port));
    const host = this.#options.addresses.host.loopback;
    const forwarder = this.#named.get(key) ?? openForwarder({ host, port: 0 }, next);
    this.#named.set(key, forwarder);
    return (await forwarder).at;
  }

  /** Routes connections of the API server: to a Pod by its address, and to a Service by its ClusterIP. */
  route({ host, port }: Endpoint): Route | undefined {
    const served = this.#table.findClusterPort(host, port);
    if (served === undefined) return this.#options.addresses.resolve(host, port);
    return this.#pick(served) ?? { rejection: explainNone(served) };
  }

  async #follow<T extends KubeObject>(kind: Kind<T>, objects: WatchedObjects<T>, signal: AbortSignal): Promise<void> {
    const { client, clock, logger } = this.#options;
    const onEvent = (event: WatchEvent<T>): void => {
      objects.take(event);
      if (event.type !== 'bookmark') this.#update ??= clock.after(gatherMs, () => this.#takeIn());
    };
    await watchObjects({ resource: client.resource(kind), selection: {}, clock, logger, onEvent }, signal);
  }

  #takeIn(): void {
    this.#update = undefined;
    this.#table = new ServiceTable(this.#services.all, this.#slices.all);
    this.#nodePorts.set(this.#table.listNodePorts().keys());
  }

  /** Returns the endpoint for the next connection: the ready Pods on this node take turns. */
  #pick(served: ServedPort | undefined): Endpoint | undefined {
    if (served === undefined) return undefined;
    const real = served.endpoints
      .map(({ ip, port }) => this.#options.addresses.resolve(ip, port))
      .filter((one) => one !== undefined);
    const turn = this.#turns.get(served.name) ?? 0;
    this.#turns.set(served.name, turn + 1);
    return real[turn % real.length];
  }
}

/** Explains why a Service has no endpoint. Simulated Pods also count as ready. */
function explainNone({ name, endpoints }: ServedPort): string {
  return endpoints.length > 0
    ? `Service ${name} selects only simulated Pods, which do not run as processes`
    : `Service ${name} has no ready Pod`;
}

/** The current objects of a watch, by uid. */
export class WatchedObjects<T extends KubeObject> {
  #objects = new Map<string, T>();

  get all(): readonly T[] {
    return [...this.#objects.values()];
  }

  take(event: WatchEvent<T>): void {
    if (event.type === 'replaced') this.#objects = new Map(event.items.map((object) => [object.metadata.uid, object]));
    else if (event.type === 'applied') this.#objects.set(event.object.metadata.uid, event.object);
    else if (event.type === 'deleted') this.#objects.delete(event.object.metadata.uid);
  }
}
