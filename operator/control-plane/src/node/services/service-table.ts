import type { EndpointSlice, Service, ServicePort } from '@kubewright/runtime/kinds';

export interface ServedPort {
  /** The Service and its port for messages: `namespace/name:port`. */
  readonly name: string;
  readonly endpoints: readonly { readonly ip: string; readonly port: number }[];
}

/** The label of EndpointSlices with the name of the Service. */
const serviceName = 'kubernetes.io/service-name';

/** Services with their EndpointSlices. Immutable: each change creates a new table. */
export class ServiceTable {
  readonly #services: readonly Service[];
  readonly #slices: ReadonlyMap<string, readonly EndpointSlice[]>;

  constructor(services: readonly Service[], slices: readonly EndpointSlice[]) {
    this.#services = services;
    this.#slices = Map.groupBy(
      slices,
      ({ metadata }) => `${metadata.namespace}/${metadata.labels?.[serviceName] ?? ''}`,
    );
  }

  /** The TCP node ports to open, with their endpoints. */
  listNodePorts(): ReadonlyMap<number, ServedPort> {
    const open = new Map<number, ServedPort>();
    for (const service of this.#services) {
      for (const port of listTcpPorts(service)) {
        if (port.nodePort !== undefined) open.set(port.nodePort, this.#buildServedPort(service, port));
      }
    }
    return open;
  }

  findClusterPort(clusterIP: string, port: number): ServedPort | undefined {
    const service = this.#services.find(({ spec }) => spec.clusterIP === clusterIP);
    const found = service && listTcpPorts(service).find((one) => one.port === port);
    return found && this.#buildServedPort(service, found);
  }

  findNamedPort(namespace: string, name: string, port: number): ServedPort | undefined {
    const service = this.#services.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
    const found = service && listTcpPorts(service).find((one) => one.port === port);
    return found && this.#buildServedPort(service, found);
  }

  #buildServedPort(service: Service, { name = '', port }: ServicePort): ServedPort {
    const key = `${service.metadata.namespace}/${service.metadata.name}`;
    const endpoints = (this.#slices.get(key) ?? []).flatMap((slice) => listReady(slice, name));
    return { name: `${key}:${String(port)}`, endpoints };
  }
}

function listTcpPorts({ spec }: Service): readonly ServicePort[] {
  return (spec.ports ?? []).filter(({ protocol = 'TCP' }) => protocol === 'TCP');
}

function listReady({ endpoints, ports }: EndpointSlice, portName: string): { ip: string; port: number }[] {
  const port = ports?.find(({ name = '' }) => name === portName)?.port;
  if (port === undefined) return [];
  const ready = (endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false);
  return ready.flatMap(({ addresses }) => addresses.slice(0, 1).map((ip) => ({ ip, port })));
}
