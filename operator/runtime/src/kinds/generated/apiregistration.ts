// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Kind, KubeObject } from '../../base/index.ts';

/** APIService represents a server for a particular GroupVersion. */
export interface APIService extends KubeObject {
  /** Spec contains information for locating and communicating with a server */
  readonly spec: APIServiceSpec;
  /** Status contains derived information about an API server */
  readonly status?: APIServiceStatus;
}

export const APIService: Kind<APIService> = {
  group: 'apiregistration.k8s.io',
  version: 'v1',
  kind: 'APIService',
  plural: 'apiservices',
  namespaced: false,
};

/** APIServiceCondition describes the state of an APIService at a particular point */
export interface APIServiceCondition {
  /** Last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: string | null;
  /** Human-readable message indicating details about last transition. */
  readonly message?: string;
  /** Unique, one-word, CamelCase reason for the condition's last transition. */
  readonly reason?: string;
  /** Status is the status of the condition. */
  readonly status: string;
  /** Type is the type of the condition. */
  readonly type: string;
}

/** ServiceReference holds a reference to Service.legacy.k8s.io */
export interface APIServiceReference {
  /** Name is the name of the service */
  readonly name?: string;
  /** Namespace is the namespace of the service */
  readonly namespace?: string;
  /** If specified, the port on the service that hosting webhook. */
  readonly port?: number;
}

/** APIServiceSpec contains information for locating and communicating with a server. */
export interface APIServiceSpec {
  /** CABundle is a PEM encoded CA bundle which will be used to validate an API server's serving certificate. */
  readonly caBundle?: string;
  /** Group is the API group name this server hosts */
  readonly group?: string;
  /** GroupPriorityMinimum is the priority this group should have at least. */
  readonly groupPriorityMinimum: number;
  /** InsecureSkipTLSVerify disables TLS certificate verification when communicating with this server. */
  readonly insecureSkipTLSVerify?: boolean;
  /** Service is a reference to the service for this API server. */
  readonly service?: APIServiceReference;
  /** Version is the API version this server hosts. */
  readonly version?: string;
  /** VersionPriority controls the ordering of this API version inside of its group. */
  readonly versionPriority: number;
}

/** APIServiceStatus contains derived information about an API server */
export interface APIServiceStatus {
  /** Current service state of apiService. */
  readonly conditions?: readonly APIServiceCondition[];
}
