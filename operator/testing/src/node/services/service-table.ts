import type { EndpointSlice, Service, ServicePort } from '@kubewright/runtime/kinds';

/** One port of one Service, and the addresses of those that are ready to serve it. */
export interface ServedPort {
  /** `namespace/name:port`, for people. */
  readonly name: string;
  readonly endpoints: readonly { readonly ip: string; readonly port: number }[];
}

/** The label by which a slice names its Service. */
const serviceName = 'kubernetes.io/service-name';

/** What Services and their EndpointSlices say, put together. Pure: computed again after each change. */
export class ServiceTable {
  readonly #services: readonly Service[];
  readonly #slices: ReadonlyMap<string, readonly EndpointSlice[]>;

  constructor(services: readonly Service[], slices: readonly EndpointSlice[]) {
    this.#services = services;
    this.#slices = Map.groupBy(
      slices,
      ({ metadata }) => `${metadata.namespace ?? ''}/${metadata.labels?.[serviceName] ?? ''}`,
    );
  }

  /** The TCP node ports that are to be open. */
  nodePorts(): ReadonlyMap<number, ServedPort> {
    const open = new Map<number, ServedPort>();
    for (const service of this.#services) {
      for (const port of tcpPorts(service)) {
        if (port.nodePort !== undefined) open.set(port.nodePort, this.#served(service, port));
      }
    }
    return open;
  }

  /** Who serves `port` of the Service with that ClusterIP. */
  clusterPort(clusterIP: string, port: number): ServedPort | undefined {
    const service = this.#services.find(({ spec }) => spec.clusterIP === clusterIP);
    const found = service && tcpPorts(service).find((one) => one.port === port);
    return found && this.#served(service, found);
  }

  /** Who serves `port` of the Service with that name. */
  namedPort(namespace: string, name: string, port: number): ServedPort | undefined {
    const service = this.#services.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
    const found = service && tcpPorts(service).find((one) => one.port === port);
    return found && this.#served(service, found);
  }

  #served(service: Service, { name = '', port }: ServicePort): ServedPort {
    const key = `${service.metadata.namespace ?? ''}/${service.metadata.name}`;
    const endpoints = (this.#slices.get(key) ?? []).flatMap((slice) => readyIn(slice, name));
    return { name: `${key}:${String(port)}`, endpoints };
  }
}

function tcpPorts({ spec }: Service): readonly ServicePort[] {
  return (spec.ports ?? []).filter(({ protocol = 'TCP' }) => protocol === 'TCP');
}

function readyIn({ endpoints, ports }: EndpointSlice, portName: string): { ip: string; port: number }[] {
  const port = ports?.find(({ name = '' }) => name === portName)?.port;
  if (port === undefined) return [];
  const ready = (endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false);
  return ready.flatMap(({ addresses }) => addresses.slice(0, 1).map((ip) => ({ ip, port })));
}
