// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Kind, KubeObject } from '../../base/index.ts';

/** FlowSchema defines the schema of a group of flows. */
export interface FlowSchema extends KubeObject {
  /** `spec` is the specification of the desired behavior of a FlowSchema. */
  readonly spec: FlowSchemaSpec;
  /** `status` is the current status of a FlowSchema. */
  readonly status?: FlowSchemaStatus;
}

export const FlowSchema: Kind<FlowSchema> = {
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  kind: 'FlowSchema',
  plural: 'flowschemas',
  namespaced: false,
};

/** PriorityLevelConfiguration represents the configuration of a priority level. */
export interface PriorityLevelConfiguration extends KubeObject {
  /** `spec` is the specification of the desired behavior of a "request-priority". */
  readonly spec: PriorityLevelConfigurationSpec;
  /** `status` is the current status of a "request-priority". */
  readonly status?: PriorityLevelConfigurationStatus;
}

export const PriorityLevelConfiguration: Kind<PriorityLevelConfiguration> = {
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  kind: 'PriorityLevelConfiguration',
  plural: 'prioritylevelconfigurations',
  namespaced: false,
};

/** ExemptPriorityLevelConfiguration describes the configurable aspects of the handling of exempt requests. */
export interface ExemptPriorityLevelConfiguration {
  /**
   * `lendablePercent` prescribes the fraction of the level's NominalCL that can be borrowed by other priority levels.
   */
  readonly lendablePercent?: number;
  /**
   * `nominalConcurrencyShares` (NCS) contributes to the computation of the NominalConcurrencyLimit (NominalCL) of this
   * level.
   */
  readonly nominalConcurrencyShares?: number;
}

/** FlowDistinguisherMethod specifies the method of a flow distinguisher. */
export interface FlowDistinguisherMethod {
  /** `type` is the type of flow distinguisher method The supported types are "ByUser" and "ByNamespace". */
  readonly type: string;
}

/** FlowSchemaCondition describes conditions for a FlowSchema. */
export interface FlowSchemaCondition {
  /** `lastTransitionTime` is the last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: string | null;
  /** `message` is a human-readable message indicating details about last transition. */
  readonly message?: string;
  /** `reason` is a unique, one-word, CamelCase reason for the condition's last transition. */
  readonly reason?: string;
  /** `status` is the status of the condition. */
  readonly status?: string;
  /** `type` is the type of the condition. */
  readonly type?: string;
}

/** FlowSchemaSpec describes how the FlowSchema's specification looks like. */
export interface FlowSchemaSpec {
  /** `distinguisherMethod` defines how to compute the flow distinguisher for requests that match this schema. */
  readonly distinguisherMethod?: FlowDistinguisherMethod;
  /** `matchingPrecedence` is used to choose among the FlowSchemas that match a given request. */
  readonly matchingPrecedence?: number;
  /** `priorityLevelConfiguration` should reference a PriorityLevelConfiguration in the cluster. */
  readonly priorityLevelConfiguration: PriorityLevelConfigurationReference;
  /** `rules` describes which requests will match this flow schema. */
  readonly rules?: readonly PolicyRulesWithSubjects[];
}

/** FlowSchemaStatus represents the current state of a FlowSchema. */
export interface FlowSchemaStatus {
  /** `conditions` is a list of the current states of FlowSchema. */
  readonly conditions?: readonly FlowSchemaCondition[];
}

/** Subject matches the originator of a request, as identified by the request authentication system. */
export interface FlowSubject {
  /** `group` matches based on user group name. */
  readonly group?: GroupSubject;
  /** `kind` indicates which one of the other fields is non-empty. */
  readonly kind: string;
  /** `serviceAccount` matches ServiceAccounts. */
  readonly serviceAccount?: ServiceAccountSubject;
  /** `user` matches based on username. */
  readonly user?: UserSubject;
}

/** GroupSubject holds detailed information for group-kind subject. */
export interface GroupSubject {
  /** name is the user group that matches, or "*" to match all user groups. */
  readonly name: string;
}

/** LimitResponse defines how to handle requests that can not be executed right now. */
export interface LimitResponse {
  /** `queuing` holds the configuration parameters for queuing. */
  readonly queuing?: QueuingConfiguration;
  /** `type` is "Queue" or "Reject". */
  readonly type: string;
}

/** LimitedPriorityLevelConfiguration specifies how to handle requests that are subject to limits. */
export interface LimitedPriorityLevelConfiguration {
  /**
   * `borrowingLimitPercent`, if present, configures a limit on how many seats this priority level can borrow from other
   * priority levels.
   */
  readonly borrowingLimitPercent?: number;
  /**
   * `lendablePercent` prescribes the fraction of the level's NominalCL that can be borrowed by other priority levels.
   */
  readonly lendablePercent?: number;
  /** `limitResponse` indicates what to do with requests that can not be executed right now */
  readonly limitResponse?: LimitResponse;
  /**
   * `nominalConcurrencyShares` (NCS) contributes to the computation of the NominalConcurrencyLimit (NominalCL) of this
   * level.
   */
  readonly nominalConcurrencyShares?: number;
}

/**
 * NonResourcePolicyRule is a predicate that matches non-resource requests according to their verb and the target
 * non-resource URL.
 */
export interface NonResourcePolicyRule {
  /** `nonResourceURLs` is a set of url prefixes that a user should have access to and may not be empty. */
  readonly nonResourceURLs: readonly string[];
  /** `verbs` is a list of matching verbs and may not be empty. */
  readonly verbs: readonly string[];
}

/** PolicyRulesWithSubjects prescribes a test that applies to a request to an apiserver. */
export interface PolicyRulesWithSubjects {
  /**
   * `nonResourceRules` is a list of NonResourcePolicyRules that identify matching requests according to their verb and
   * the target non-resource URL.
   */
  readonly nonResourceRules?: readonly NonResourcePolicyRule[];
  /**
   * `resourceRules` is a slice of ResourcePolicyRules that identify matching requests according to their verb and the
   * target resource.
   */
  readonly resourceRules?: readonly ResourcePolicyRule[];
  /** subjects is the list of normal user, serviceaccount, or group that this rule cares about. */
  readonly subjects: readonly FlowSubject[];
}

/** PriorityLevelConfigurationCondition defines the condition of priority level. */
export interface PriorityLevelConfigurationCondition {
  /** `lastTransitionTime` is the last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: string | null;
  /** `message` is a human-readable message indicating details about last transition. */
  readonly message?: string;
  /** `reason` is a unique, one-word, CamelCase reason for the condition's last transition. */
  readonly reason?: string;
  /** `status` is the status of the condition. */
  readonly status?: string;
  /** `type` is the type of the condition. */
  readonly type?: string;
}

/** PriorityLevelConfigurationReference contains information that points to the "request-priority" being used. */
export interface PriorityLevelConfigurationReference {
  /** `name` is the name of the priority level configuration being referenced Required. */
  readonly name: string;
}

/** PriorityLevelConfigurationSpec specifies the configuration of a priority level. */
export interface PriorityLevelConfigurationSpec {
  /** `exempt` specifies how requests are handled for an exempt priority level. */
  readonly exempt?: ExemptPriorityLevelConfiguration;
  /** `limited` specifies how requests are handled for a Limited priority level. */
  readonly limited?: LimitedPriorityLevelConfiguration;
  /** `type` indicates whether this priority level is subject to limitation on request execution. */
  readonly type: string;
}

/** PriorityLevelConfigurationStatus represents the current state of a "request-priority". */
export interface PriorityLevelConfigurationStatus {
  /** `conditions` is the current state of "request-priority". */
  readonly conditions?: readonly PriorityLevelConfigurationCondition[];
}

/** QueuingConfiguration holds the configuration parameters for queuing */
export interface QueuingConfiguration {
  /** `handSize` is a small positive number that configures the shuffle sharding of requests into queues. */
  readonly handSize?: number;
  /**
   * `queueLengthLimit` is the maximum number of requests allowed to be waiting in a given queue of this priority level
   * at a time; excess requests are rejected.
   */
  readonly queueLengthLimit?: number;
  /** `queues` is the number of queues for this priority level. */
  readonly queues?: number;
}

/**
 * ResourcePolicyRule is a predicate that matches some resource requests, testing the request's verb and the target
 * resource.
 */
export interface ResourcePolicyRule {
  /** `apiGroups` is a list of matching API groups and may not be empty. */
  readonly apiGroups: readonly string[];
  /**
   * `clusterScope` indicates whether to match requests that do not specify a namespace (which happens either because
   * the resource is not namespaced or the request targets all namespaces).
   */
  readonly clusterScope?: boolean;
  /** `namespaces` is a list of target namespaces that restricts matches. */
  readonly namespaces?: readonly string[] | null;
  /** `resources` is a list of matching resources (i.e., lowercase and plural) with, if desired, subresource. */
  readonly resources: readonly string[];
  /** `verbs` is a list of matching verbs and may not be empty. */
  readonly verbs: readonly string[];
}

/** ServiceAccountSubject holds detailed information for service-account-kind subject. */
export interface ServiceAccountSubject {
  /** `name` is the name of matching ServiceAccount objects, or "*" to match regardless of name. */
  readonly name: string;
  /** `namespace` is the namespace of matching ServiceAccount objects. */
  readonly namespace: string;
}

/** UserSubject holds detailed information for user-kind subject. */
export interface UserSubject {
  /** `name` is the username that matches, or "*" to match all usernames. */
  readonly name: string;
}
