// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Kind, NamespacedObject } from '../../base/index.ts';
import type { EmbeddedPersistentVolumeClaim, PodTemplateSpec } from './core.ts';
import type { IntOrString, LabelSelector } from './meta.ts';

/** ControllerRevision implements an immutable snapshot of state data. */
export interface ControllerRevision extends NamespacedObject {
  /** Data is the serialized representation of the state. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Revision indicates the revision of the state represented by Data. */
  readonly revision: number;
}

export const ControllerRevision: Kind<ControllerRevision> = {
  group: 'apps',
  version: 'v1',
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
  namespaced: true,
};

/** DaemonSet represents the configuration of a daemon set. */
export interface DaemonSet extends NamespacedObject {
  /** The desired behavior of this daemon set. */
  readonly spec: DaemonSetSpec;
  /** The current status of this daemon set. */
  readonly status?: DaemonSetStatus;
}

export const DaemonSet: Kind<DaemonSet> = {
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  namespaced: true,
};

/** Deployment enables declarative updates for Pods and ReplicaSets. */
export interface Deployment extends NamespacedObject {
  /** Specification of the desired behavior of the Deployment. */
  readonly spec: DeploymentSpec;
  /** Most recently observed status of the Deployment. */
  readonly status?: DeploymentStatus;
}

export const Deployment: Kind<Deployment> = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  namespaced: true,
};

/** ReplicaSet ensures that a specified number of pod replicas are running at any given time. */
export interface ReplicaSet extends NamespacedObject {
  /** Spec defines the specification of the desired behavior of the ReplicaSet. */
  readonly spec: ReplicaSetSpec;
  /** Status is the most recently observed status of the ReplicaSet. */
  readonly status?: ReplicaSetStatus;
}

export const ReplicaSet: Kind<ReplicaSet> = {
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  namespaced: true,
};

/** StatefulSet represents a set of pods with consistent identities. */
export interface StatefulSet extends NamespacedObject {
  /** Spec defines the desired identities of pods in this set. */
  readonly spec: StatefulSetSpec;
  /** Status is the current status of Pods in this StatefulSet. */
  readonly status?: StatefulSetStatus;
}

export const StatefulSet: Kind<StatefulSet> = {
  group: 'apps',
  version: 'v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  namespaced: true,
};

/** DaemonSetCondition describes the state of a DaemonSet at a certain point. */
export interface DaemonSetCondition {
  /** Last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: string | null;
  /** A human readable message indicating details about the transition. */
  readonly message?: string;
  /** The reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of DaemonSet condition. */
  readonly type: string;
}

/** DaemonSetSpec is the specification of a daemon set. */
export interface DaemonSetSpec {
  /**
   * The minimum number of seconds for which a newly created DaemonSet pod should be ready without any of its container
   * crashing, for it to be considered available.
   */
  readonly minReadySeconds?: number;
  /** The number of old history to retain to allow rollback. */
  readonly revisionHistoryLimit?: number;
  /** A label query over pods that are managed by the daemon set. */
  readonly selector: LabelSelector;
  /** An object that describes the pod that will be created. */
  readonly template: PodTemplateSpec;
  /** An update strategy to replace existing DaemonSet pods with new pods. */
  readonly updateStrategy?: DaemonSetUpdateStrategy;
}

/** DaemonSetStatus represents the current status of a daemon set. */
export interface DaemonSetStatus {
  /** Count of hash collisions for the DaemonSet. */
  readonly collisionCount?: number;
  /** Represents the latest available observations of a DaemonSet's current state. */
  readonly conditions?: readonly DaemonSetCondition[];
  /** The number of nodes that are running at least 1 daemon pod and are supposed to run the daemon pod. */
  readonly currentNumberScheduled: number;
  /**
   * The total number of nodes that should be running the daemon pod (including nodes correctly running the daemon pod).
   */
  readonly desiredNumberScheduled: number;
  /**
   * The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and
   * available (ready for at least spec.minReadySeconds)
   */
  readonly numberAvailable?: number;
  /** The number of nodes that are running the daemon pod, but are not supposed to run the daemon pod. */
  readonly numberMisscheduled: number;
  /**
   * numberReady is the number of nodes that should be running the daemon pod and have one or more of the daemon pod
   * running with a Ready Condition.
   */
  readonly numberReady: number;
  /**
   * The number of nodes that should be running the daemon pod and have none of the daemon pod running and available
   * (ready for at least spec.minReadySeconds)
   */
  readonly numberUnavailable?: number;
  /** The most recent generation observed by the daemon set controller. */
  readonly observedGeneration?: number;
  /** The total number of nodes that are running updated daemon pod */
  readonly updatedNumberScheduled?: number;
}

/** DaemonSetUpdateStrategy is a struct used to control the update strategy for a DaemonSet. */
export interface DaemonSetUpdateStrategy {
  /** Rolling update config params. */
  readonly rollingUpdate?: RollingUpdateDaemonSet;
  /** Type of daemon set update. */
  readonly type?: 'OnDelete' | 'RollingUpdate';
}

/** DeploymentCondition describes the state of a deployment at a certain point. */
export interface DeploymentCondition {
  /** Last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: string | null;
  /** The last time this condition was updated. */
  readonly lastUpdateTime?: string | null;
  /** A human readable message indicating details about the transition. */
  readonly message?: string;
  /** The reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of deployment condition. */
  readonly type: string;
}

/** DeploymentSpec is the specification of the desired behavior of the Deployment. */
export interface DeploymentSpec {
  /**
   * Minimum number of seconds for which a newly created pod should be ready without any of its container crashing, for
   * it to be considered available.
   */
  readonly minReadySeconds?: number;
  /** Indicates that the deployment is paused. */
  readonly paused?: boolean;
  /** The maximum time in seconds for a deployment to make progress before it is considered to be failed. */
  readonly progressDeadlineSeconds?: number;
  /** Number of desired pods. */
  readonly replicas?: number;
  /** The number of old ReplicaSets to retain to allow rollback. */
  readonly revisionHistoryLimit?: number;
  /** Label selector for pods. */
  readonly selector: LabelSelector;
  /** The deployment strategy to use to replace existing pods with new ones. */
  readonly strategy?: DeploymentStrategy;
  /** Template describes the pods that will be created. */
  readonly template: PodTemplateSpec;
}

/** DeploymentStatus is the most recently observed status of the Deployment. */
export interface DeploymentStatus {
  /**
   * Total number of available non-terminating pods (ready for at least minReadySeconds) targeted by this deployment.
   */
  readonly availableReplicas?: number;
  /** Count of hash collisions for the Deployment. */
  readonly collisionCount?: number;
  /** Represents the latest available observations of a deployment's current state. */
  readonly conditions?: readonly DeploymentCondition[];
  /** The generation observed by the deployment controller. */
  readonly observedGeneration?: number;
  /** Total number of non-terminating pods targeted by this Deployment with a Ready Condition. */
  readonly readyReplicas?: number;
  /** Total number of non-terminating pods targeted by this deployment (their labels match the selector). */
  readonly replicas?: number;
  /** Total number of terminating pods targeted by this deployment. */
  readonly terminatingReplicas?: number;
  /** Total number of unavailable pods targeted by this deployment. */
  readonly unavailableReplicas?: number;
  /** Total number of non-terminating pods targeted by this deployment that have the desired template spec. */
  readonly updatedReplicas?: number;
}

/** DeploymentStrategy describes how to replace existing pods with new ones. */
export interface DeploymentStrategy {
  /** Rolling update config params. */
  readonly rollingUpdate?: RollingUpdateDeployment;
  /** Type of deployment. */
  readonly type?: 'Recreate' | 'RollingUpdate';
}

/** ReplicaSetCondition describes the state of a replica set at a certain point. */
export interface ReplicaSetCondition {
  /** The last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: string | null;
  /** A human readable message indicating details about the transition. */
  readonly message?: string;
  /** The reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of replica set condition. */
  readonly type: string;
}

/** ReplicaSetSpec is the specification of a ReplicaSet. */
export interface ReplicaSetSpec {
  /**
   * Minimum number of seconds for which a newly created pod should be ready without any of its container crashing, for
   * it to be considered available.
   */
  readonly minReadySeconds?: number;
  /** Replicas is the number of desired pods. */
  readonly replicas?: number;
  /** Selector is a label query over pods that should match the replica count. */
  readonly selector: LabelSelector;
  /** Template is the object that describes the pod that will be created if insufficient replicas are detected. */
  readonly template?: PodTemplateSpec;
}

/** ReplicaSetStatus represents the current status of a ReplicaSet. */
export interface ReplicaSetStatus {
  /** The number of available non-terminating pods (ready for at least minReadySeconds) for this replica set. */
  readonly availableReplicas?: number;
  /** Represents the latest available observations of a replica set's current state. */
  readonly conditions?: readonly ReplicaSetCondition[];
  /** The number of non-terminating pods that have labels matching the labels of the pod template of the replicaset. */
  readonly fullyLabeledReplicas?: number;
  /** ObservedGeneration reflects the generation of the most recently observed ReplicaSet. */
  readonly observedGeneration?: number;
  /** The number of non-terminating pods targeted by this ReplicaSet with a Ready Condition. */
  readonly readyReplicas?: number;
  /** Replicas is the most recently observed number of non-terminating pods. */
  readonly replicas: number;
  /** The number of terminating pods for this replica set. */
  readonly terminatingReplicas?: number;
}

/** Spec to control the desired behavior of daemon set rolling update. */
export interface RollingUpdateDaemonSet {
  /**
   * The maximum number of nodes with an existing available DaemonSet pod that can have an updated DaemonSet pod during
   * during an update.
   */
  readonly maxSurge?: IntOrString;
  /** The maximum number of DaemonSet pods that can be unavailable during the update. */
  readonly maxUnavailable?: IntOrString;
}

/** Spec to control the desired behavior of rolling update. */
export interface RollingUpdateDeployment {
  /** The maximum number of pods that can be scheduled above the desired number of pods. */
  readonly maxSurge?: IntOrString;
  /** The maximum number of pods that can be unavailable during the update. */
  readonly maxUnavailable?: IntOrString;
}

/** RollingUpdateStatefulSetStrategy is used to communicate parameter for RollingUpdateStatefulSetStrategyType. */
export interface RollingUpdateStatefulSetStrategy {
  /** The maximum number of pods that can be unavailable during the update. */
  readonly maxUnavailable?: IntOrString;
  /** Partition indicates the ordinal at which the StatefulSet should be partitioned for updates. */
  readonly partition?: number;
}

/** StatefulSetCondition describes the state of a statefulset at a certain point. */
export interface StatefulSetCondition {
  /** Last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: string | null;
  /** A human readable message indicating details about the transition. */
  readonly message?: string;
  /** The reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of statefulset condition. */
  readonly type: string;
}

/** StatefulSetOrdinals describes the policy used for replica ordinal assignment in this StatefulSet. */
export interface StatefulSetOrdinals {
  /** start is the number representing the first replica's index. */
  readonly start?: number;
}

/**
 * StatefulSetPersistentVolumeClaimRetentionPolicy describes the policy used for PVCs created from the StatefulSet
 * VolumeClaimTemplates.
 */
export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  /**
   * WhenDeleted specifies what happens to PVCs created from StatefulSet VolumeClaimTemplates when the StatefulSet is
   * deleted.
   */
  readonly whenDeleted?: string;
  /**
   * WhenScaled specifies what happens to PVCs created from StatefulSet VolumeClaimTemplates when the StatefulSet is
   * scaled down.
   */
  readonly whenScaled?: string;
}

/** A StatefulSetSpec is the specification of a StatefulSet. */
export interface StatefulSetSpec {
  /**
   * Minimum number of seconds for which a newly created pod should be ready without any of its container crashing for
   * it to be considered available.
   */
  readonly minReadySeconds?: number;
  /** ordinals controls the numbering of replica indices in a StatefulSet. */
  readonly ordinals?: StatefulSetOrdinals;
  /**
   * persistentVolumeClaimRetentionPolicy describes the lifecycle of persistent volume claims created from
   * volumeClaimTemplates.
   */
  readonly persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  /**
   * podManagementPolicy controls how pods are created during initial scale up, when replacing pods on nodes, or when
   * scaling down.
   */
  readonly podManagementPolicy?: 'OrderedReady' | 'Parallel';
  /** replicas is the desired number of replicas of the given Template. */
  readonly replicas?: number;
  /**
   * revisionHistoryLimit is the maximum number of revisions that will be maintained in the StatefulSet's revision
   * history.
   */
  readonly revisionHistoryLimit?: number;
  /** selector is a label query over pods that should match the replica count. */
  readonly selector: LabelSelector;
  /** serviceName is the name of the service that governs this StatefulSet. */
  readonly serviceName?: string;
  /** template is the object that describes the pod that will be created if insufficient replicas are detected. */
  readonly template: PodTemplateSpec;
  /**
   * updateStrategy indicates the StatefulSetUpdateStrategy that will be employed to update Pods in the StatefulSet when
   * a revision is made to Template.
   */
  readonly updateStrategy?: StatefulSetUpdateStrategy;
  /** volumeClaimTemplates is a list of claims that pods are allowed to reference. */
  readonly volumeClaimTemplates?: readonly EmbeddedPersistentVolumeClaim[];
}

/** StatefulSetStatus represents the current state of a StatefulSet. */
export interface StatefulSetStatus {
  /** Total number of available pods (ready for at least minReadySeconds) targeted by this statefulset. */
  readonly availableReplicas?: number;
  /** collisionCount is the count of hash collisions for the StatefulSet. */
  readonly collisionCount?: number;
  /** Represents the latest available observations of a statefulset's current state. */
  readonly conditions?: readonly StatefulSetCondition[];
  /**
   * currentReplicas is the number of Pods created by the StatefulSet controller from the StatefulSet version indicated
   * by currentRevision.
   */
  readonly currentReplicas?: number;
  /**
   * currentRevision, if not empty, indicates the version of the StatefulSet used to generate Pods in the sequence
   * [0,currentReplicas).
   */
  readonly currentRevision?: string;
  /** observedGeneration is the most recent generation observed for this StatefulSet. */
  readonly observedGeneration?: number;
  /** readyReplicas is the number of pods created for this StatefulSet with a Ready Condition. */
  readonly readyReplicas?: number;
  /** replicas is the number of Pods created by the StatefulSet controller. */
  readonly replicas: number;
  /**
   * updateRevision, if not empty, indicates the version of the StatefulSet used to generate Pods in the sequence
   * [replicas-updatedReplicas,replicas)
   */
  readonly updateRevision?: string;
  /**
   * updatedReplicas is the number of Pods created by the StatefulSet controller from the StatefulSet version indicated
   * by updateRevision.
   */
  readonly updatedReplicas?: number;
}

/** StatefulSetUpdateStrategy indicates the strategy that the StatefulSet controller will use to perform updates. */
export interface StatefulSetUpdateStrategy {
  /** RollingUpdate is used to communicate parameters when Type is RollingUpdateStatefulSetStrategyType. */
  readonly rollingUpdate?: RollingUpdateStatefulSetStrategy;
  /** Type indicates the type of the StatefulSetUpdateStrategy. */
  readonly type?: 'OnDelete' | 'RollingUpdate';
}
