// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Kind, NamespacedObject } from '../../base/index.ts';
import type { ObjectReference } from './core.ts';

/** EndpointSlice represents a set of service endpoints. */
export interface EndpointSlice extends NamespacedObject {
  /** addressType specifies the type of address carried by this EndpointSlice. */
  readonly addressType: 'FQDN' | 'IPv4' | 'IPv6';
  /** endpoints is a list of unique endpoints in this slice. */
  readonly endpoints?: readonly Endpoint[] | null;
  /** ports specifies the list of network ports exposed by each endpoint in this slice. */
  readonly ports?: readonly EndpointPort[] | null;
}

export const EndpointSlice: Kind<EndpointSlice> = {
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  namespaced: true,
};

/** Endpoint represents a single logical "backend" implementing a service. */
export interface Endpoint {
  /** addresses of this endpoint. */
  readonly addresses: readonly string[];
  /** conditions contains information about the current status of the endpoint. */
  readonly conditions?: EndpointConditions;
  /** deprecatedTopology contains topology information part of the v1beta1 API. */
  readonly deprecatedTopology?: Readonly<Record<string, string>>;
  /** hints contains information associated with how an endpoint should be consumed. */
  readonly hints?: EndpointHints;
  /** hostname of this endpoint. */
  readonly hostname?: string;
  /** nodeName represents the name of the Node hosting this endpoint. */
  readonly nodeName?: string;
  /** targetRef is a reference to a Kubernetes object that represents this endpoint. */
  readonly targetRef?: ObjectReference;
  /** zone is the name of the Zone this endpoint exists in. */
  readonly zone?: string;
}

/** EndpointConditions represents the current condition of an endpoint. */
export interface EndpointConditions {
  /**
   * ready indicates that this endpoint is ready to receive traffic, according to whatever system is managing the
   * endpoint.
   */
  readonly ready?: boolean;
  /**
   * serving indicates that this endpoint is able to receive traffic, according to whatever system is managing the
   * endpoint.
   */
  readonly serving?: boolean;
  /** terminating indicates that this endpoint is terminating. */
  readonly terminating?: boolean;
}

/** EndpointHints provides hints describing how an endpoint should be consumed. */
export interface EndpointHints {
  /** forNodes indicates the node(s) this endpoint should be consumed by when using topology aware routing. */
  readonly forNodes?: readonly ForNode[];
  /** forZones indicates the zone(s) this endpoint should be consumed by when using topology aware routing. */
  readonly forZones?: readonly ForZone[];
}

/** EndpointPort represents a Port used by an EndpointSlice */
export interface EndpointPort {
  /** The application protocol for this port. */
  readonly appProtocol?: string;
  /** name represents the name of this port. */
  readonly name?: string;
  /** port represents the port number of the endpoint. */
  readonly port?: number;
  /** protocol represents the IP protocol for this port. */
  readonly protocol?: 'SCTP' | 'TCP' | 'UDP';
}

/** ForNode provides information about which nodes should consume this endpoint. */
export interface ForNode {
  /** name represents the name of the node. */
  readonly name: string;
}

/** ForZone provides information about which zones should consume this endpoint. */
export interface ForZone {
  /** name represents the name of the zone. */
  readonly name: string;
}
