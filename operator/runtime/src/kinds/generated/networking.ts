// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Condition, Kind, KubeObject, NamespacedObject } from '../../base/index.ts';
import type { TypedLocalObjectReference } from './core.ts';
import type { IntOrString, LabelSelector } from './meta.ts';

/** IPAddress represents a single IP of a single IP Family. */
export interface IPAddress extends KubeObject {
  /** spec is the desired state of the IPAddress. */
  readonly spec: IPAddressSpec;
}

export const IPAddress: Kind<IPAddress> = {
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IPAddress',
  plural: 'ipaddresses',
  namespaced: false,
};

/** Ingress is a collection of rules that allow inbound connections to reach the endpoints defined by a backend. */
export interface Ingress extends NamespacedObject {
  /** spec is the desired state of the Ingress. */
  readonly spec: IngressSpec;
  /** status is the current state of the Ingress. */
  readonly status?: IngressStatus;
}

export const Ingress: Kind<Ingress> = {
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'Ingress',
  plural: 'ingresses',
  namespaced: true,
};

/** IngressClass represents the class of the Ingress, referenced by the Ingress Spec. */
export interface IngressClass extends KubeObject {
  /** spec is the desired state of the IngressClass. */
  readonly spec: IngressClassSpec;
}

export const IngressClass: Kind<IngressClass> = {
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IngressClass',
  plural: 'ingressclasses',
  namespaced: false,
};

/** NetworkPolicy describes what network traffic is allowed for a set of Pods */
export interface NetworkPolicy extends NamespacedObject {
  /** spec represents the specification of the desired behavior for this NetworkPolicy. */
  readonly spec: NetworkPolicySpec;
}

export const NetworkPolicy: Kind<NetworkPolicy> = {
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  namespaced: true,
};

/** ServiceCIDR defines a range of IP addresses using CIDR format (e.g. 192.168.0.0/24 or 2001:db2::/64). */
export interface ServiceCIDR extends KubeObject {
  /** spec is the desired state of the ServiceCIDR. */
  readonly spec: ServiceCIDRSpec;
  /** status represents the current state of the ServiceCIDR. */
  readonly status?: ServiceCIDRStatus;
}

export const ServiceCIDR: Kind<ServiceCIDR> = {
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'ServiceCIDR',
  plural: 'servicecidrs',
  namespaced: false,
};

/** HTTPIngressPath associates a path with a backend. */
export interface HTTPIngressPath {
  /** backend defines the referenced service endpoint to which the traffic will be forwarded to. */
  readonly backend: IngressBackend;
  /** path is matched against the path of an incoming request. */
  readonly path?: string;
  /** pathType determines the interpretation of the path matching. */
  readonly pathType: 'Exact' | 'ImplementationSpecific' | 'Prefix';
}

/** HTTPIngressRuleValue is a list of http selectors pointing to backends. */
export interface HTTPIngressRuleValue {
  /** paths is a collection of paths that map requests to backends. */
  readonly paths: readonly HTTPIngressPath[];
}

/** IPAddressSpec describe the attributes in an IP Address. */
export interface IPAddressSpec {
  /** ParentRef references the resource that an IPAddress is attached to. */
  readonly parentRef: ParentReference;
}

/**
 * IPBlock describes a particular CIDR (Ex. "192.168.1.0/24","2001:db8::/64") that is allowed to the pods matched by a
 * NetworkPolicySpec's podSelector.
 */
export interface IPBlock {
  /** cidr is a string representing the IPBlock Valid examples are "192.168.1.0/24" or "2001:db8::/64" */
  readonly cidr: string;
  /**
   * except is a slice of CIDRs that should not be included within an IPBlock Valid examples are "192.168.1.0/24" or
   * "2001:db8::/64" Except values will be rejected if they are outside the cidr range
   */
  readonly except?: readonly string[];
}

/** IngressBackend describes all endpoints for a given service and port. */
export interface IngressBackend {
  /** resource is an ObjectRef to another Kubernetes resource in the namespace of the Ingress object. */
  readonly resource?: TypedLocalObjectReference;
  /** service references a service as a backend. */
  readonly service?: IngressServiceBackend;
}

/** IngressClassParametersReference identifies an API object. */
export interface IngressClassParametersReference {
  /** apiGroup is the group for the resource being referenced. */
  readonly apiGroup?: string;
  /** kind is the type of resource being referenced. */
  readonly kind: string;
  /** name is the name of resource being referenced. */
  readonly name: string;
  /** namespace is the namespace of the resource being referenced. */
  readonly namespace?: string;
  /** scope represents if this refers to a cluster or namespace scoped resource. */
  readonly scope?: string;
}

/** IngressClassSpec provides information about the class of an Ingress. */
export interface IngressClassSpec {
  /** controller refers to the name of the controller that should handle this class. */
  readonly controller?: string;
  /** parameters is a link to a custom resource containing additional configuration for the controller. */
  readonly parameters?: IngressClassParametersReference;
}

/** IngressLoadBalancerIngress represents the status of a load-balancer ingress point. */
export interface IngressLoadBalancerIngress {
  /** hostname is set for load-balancer ingress points that are DNS based. */
  readonly hostname?: string;
  /** ip is set for load-balancer ingress points that are IP based. */
  readonly ip?: string;
  /** ports provides information about the ports exposed by this LoadBalancer. */
  readonly ports?: readonly IngressPortStatus[];
}

/** IngressLoadBalancerStatus represents the status of a load-balancer. */
export interface IngressLoadBalancerStatus {
  /** ingress is a list containing ingress points for the load-balancer. */
  readonly ingress?: readonly IngressLoadBalancerIngress[];
}

/** IngressPortStatus represents the error condition of a service port */
export interface IngressPortStatus {
  /**
   * error is to record the problem with the service port The format of the error shall comply with the following rules:
   * - built-in error values shall be specified in this file and those shall use CamelCase names
   */
  readonly error?: string;
  /** port is the port number of the ingress port. */
  readonly port: number;
  /** protocol is the protocol of the ingress port. */
  readonly protocol: 'SCTP' | 'TCP' | 'UDP';
}

/** IngressRule represents the rules mapping the paths under a specified host to the related backend services. */
export interface IngressRule {
  /** host is the fully qualified domain name of a network host, as defined by RFC 3986. */
  readonly host?: string;
  readonly http?: HTTPIngressRuleValue;
}

/** IngressServiceBackend references a Kubernetes Service as a Backend. */
export interface IngressServiceBackend {
  /** name is the referenced service. */
  readonly name: string;
  /** port of the referenced service. */
  readonly port?: ServiceBackendPort;
}

/** IngressSpec describes the Ingress the user wishes to exist. */
export interface IngressSpec {
  /** defaultBackend is the backend that should handle requests that don't match any rule. */
  readonly defaultBackend?: IngressBackend;
  /** ingressClassName is the name of an IngressClass cluster resource. */
  readonly ingressClassName?: string;
  /** rules is a list of host rules used to configure the Ingress. */
  readonly rules?: readonly IngressRule[];
  /** tls represents the TLS configuration. */
  readonly tls?: readonly IngressTLS[];
}

/** IngressStatus describe the current state of the Ingress. */
export interface IngressStatus {
  /** loadBalancer contains the current status of the load-balancer. */
  readonly loadBalancer?: IngressLoadBalancerStatus;
}

/** IngressTLS describes the transport layer security associated with an ingress. */
export interface IngressTLS {
  /** hosts is a list of hosts included in the TLS certificate. */
  readonly hosts?: readonly string[];
  /** secretName is the name of the secret used to terminate TLS traffic on port 443. */
  readonly secretName?: string;
}

/**
 * NetworkPolicyEgressRule describes a particular set of traffic that is allowed out of pods matched by a
 * NetworkPolicySpec's podSelector.
 */
export interface NetworkPolicyEgressRule {
  /** ports is a list of destination ports for outgoing traffic. */
  readonly ports?: readonly NetworkPolicyPort[];
  /** to is a list of destinations for outgoing traffic of pods selected for this rule. */
  readonly to?: readonly NetworkPolicyPeer[];
}

/**
 * NetworkPolicyIngressRule describes a particular set of traffic that is allowed to the pods matched by a
 * NetworkPolicySpec's podSelector.
 */
export interface NetworkPolicyIngressRule {
  /** from is a list of sources which should be able to access the pods selected for this rule. */
  readonly from?: readonly NetworkPolicyPeer[];
  /** ports is a list of ports which should be made accessible on the pods selected for this rule. */
  readonly ports?: readonly NetworkPolicyPort[];
}

/** NetworkPolicyPeer describes a peer to allow traffic to/from. */
export interface NetworkPolicyPeer {
  /** ipBlock defines policy on a particular IPBlock. */
  readonly ipBlock?: IPBlock;
  /** namespaceSelector selects namespaces using cluster-scoped labels. */
  readonly namespaceSelector?: LabelSelector;
  /** podSelector is a label selector which selects pods. */
  readonly podSelector?: LabelSelector;
}

/** NetworkPolicyPort describes a port to allow traffic on */
export interface NetworkPolicyPort {
  /**
   * endPort indicates that the range of ports from port to endPort if set, inclusive, should be allowed by the policy.
   */
  readonly endPort?: number;
  /** port represents the port on the given protocol. */
  readonly port?: IntOrString;
  /** protocol represents the protocol (TCP, UDP, or SCTP) which traffic must match. */
  readonly protocol?: 'SCTP' | 'TCP' | 'UDP';
}

/** NetworkPolicySpec provides the specification of a NetworkPolicy */
export interface NetworkPolicySpec {
  /** egress is a list of egress rules to be applied to the selected pods. */
  readonly egress?: readonly NetworkPolicyEgressRule[];
  /** ingress is a list of ingress rules to be applied to the selected pods. */
  readonly ingress?: readonly NetworkPolicyIngressRule[];
  /** podSelector selects the pods to which this NetworkPolicy object applies. */
  readonly podSelector?: LabelSelector;
  /** policyTypes is a list of rule types that the NetworkPolicy relates to. */
  readonly policyTypes?: readonly ('Egress' | 'Ingress')[];
}

/** ParentReference describes a reference to a parent object. */
export interface ParentReference {
  /** Group is the group of the object being referenced. */
  readonly group?: string;
  /** Name is the name of the object being referenced. */
  readonly name: string;
  /** Namespace is the namespace of the object being referenced. */
  readonly namespace?: string;
  /** Resource is the resource of the object being referenced. */
  readonly resource: string;
}

/** ServiceBackendPort is the service port being referenced. */
export interface ServiceBackendPort {
  /** name is the name of the port on the Service. */
  readonly name?: string;
  /** number is the numerical port number (e.g. 80) on the Service. */
  readonly number?: number;
}

/** ServiceCIDRSpec define the CIDRs the user wants to use for allocating ClusterIPs for Services. */
export interface ServiceCIDRSpec {
  /**
   * CIDRs defines the IP blocks in CIDR notation (e.g. "192.168.0.0/24" or "2001:db8::/64") from which to assign
   * service cluster IPs.
   */
  readonly cidrs?: readonly string[];
}

/** ServiceCIDRStatus describes the current state of the ServiceCIDR. */
export interface ServiceCIDRStatus {
  /** conditions holds an array of metav1.Condition that describe the state of the ServiceCIDR. */
  readonly conditions?: readonly Condition[];
}
