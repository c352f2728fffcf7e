// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Condition, Kind, KubeObject, NamespacedObject } from '../../base/index.ts';
import type { IntOrString, LabelSelector, Quantity, TemplateMeta } from './meta.ts';

/** ConfigMap holds configuration data for pods to consume. */
export interface ConfigMap extends NamespacedObject {
  /** BinaryData contains the binary data. */
  readonly binaryData?: Readonly<Record<string, string>>;
  /** Data contains the configuration data. */
  readonly data?: Readonly<Record<string, string>>;
  /**
   * Immutable, if set to true, ensures that data stored in the ConfigMap cannot be updated (only object metadata can be
   * modified).
   */
  readonly immutable?: boolean;
}

export const ConfigMap: Kind<ConfigMap> = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
};

/** Endpoints is a collection of endpoints that implement the actual service. */
export interface Endpoints extends NamespacedObject {
  /** The set of all endpoints is the union of all subsets. */
  readonly subsets?: readonly EndpointSubset[];
}

export const Endpoints: Kind<Endpoints> = {
  group: '',
  version: 'v1',
  kind: 'Endpoints',
  plural: 'endpoints',
  namespaced: true,
};

/** LimitRange sets resource usage limits for each kind of resource in a Namespace. */
export interface LimitRange extends NamespacedObject {
  /** Spec defines the limits enforced. */
  readonly spec: LimitRangeSpec;
}

export const LimitRange: Kind<LimitRange> = {
  group: '',
  version: 'v1',
  kind: 'LimitRange',
  plural: 'limitranges',
  namespaced: true,
};

/** Namespace provides a scope for Names. */
export interface Namespace extends KubeObject {
  /** Spec defines the behavior of the Namespace. */
  readonly spec: NamespaceSpec;
  /** Status describes the current status of a Namespace. */
  readonly status?: NamespaceStatus;
}

export const Namespace: Kind<Namespace> = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
};

/** Node is a worker node in Kubernetes. */
export interface Node extends KubeObject {
  /**
   * Spec defines the behavior of a node.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  readonly spec: NodeSpec;
  /** Most recently observed status of the node. */
  readonly status?: NodeStatus;
}

export const Node: Kind<Node> = { group: '', version: 'v1', kind: 'Node', plural: 'nodes', namespaced: false };

/** PersistentVolume (PV) is a storage resource provisioned by an administrator. */
export interface PersistentVolume extends KubeObject {
  /** spec defines a specification of a persistent volume owned by the cluster. */
  readonly spec: PersistentVolumeSpec;
  /** status represents the current information/status for the persistent volume. */
  readonly status?: PersistentVolumeStatus;
}

export const PersistentVolume: Kind<PersistentVolume> = {
  group: '',
  version: 'v1',
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  namespaced: false,
};

/** PersistentVolumeClaim is a user's request for and claim to a persistent volume */
export interface PersistentVolumeClaim extends NamespacedObject {
  /** spec defines the desired characteristics of a volume requested by a pod author. */
  readonly spec: PersistentVolumeClaimSpec;
  /** status represents the current information/status of a persistent volume claim. */
  readonly status?: PersistentVolumeClaimStatus;
}

export const PersistentVolumeClaim: Kind<PersistentVolumeClaim> = {
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  namespaced: true,
};

/** Pod is a collection of containers that can run on a host. */
export interface Pod extends NamespacedObject {
  /** Specification of the desired behavior of the pod. */
  readonly spec: PodSpec;
  /** Most recently observed status of the pod. */
  readonly status?: PodStatus;
}

export const Pod: Kind<Pod> = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };

/** PodTemplate describes a template for creating copies of a predefined pod. */
export interface PodTemplate extends NamespacedObject {
  /**
   * Template defines the pods that will be created from this pod template.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  readonly template?: PodTemplateSpec;
}

export const PodTemplate: Kind<PodTemplate> = {
  group: '',
  version: 'v1',
  kind: 'PodTemplate',
  plural: 'podtemplates',
  namespaced: true,
};

/** ReplicationController represents the configuration of a replication controller. */
export interface ReplicationController extends NamespacedObject {
  /** Spec defines the specification of the desired behavior of the replication controller. */
  readonly spec: ReplicationControllerSpec;
  /** Status is the most recently observed status of the replication controller. */
  readonly status?: ReplicationControllerStatus;
}

export const ReplicationController: Kind<ReplicationController> = {
  group: '',
  version: 'v1',
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  namespaced: true,
};

/** ResourceQuota sets aggregate quota restrictions enforced per namespace */
export interface ResourceQuota extends NamespacedObject {
  /**
   * Spec defines the desired quota.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  readonly spec: ResourceQuotaSpec;
  /**
   * Status defines the actual enforced quota and its current usage.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  readonly status?: ResourceQuotaStatus;
}

export const ResourceQuota: Kind<ResourceQuota> = {
  group: '',
  version: 'v1',
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  namespaced: true,
};

/** Secret holds secret data of a certain type. */
export interface Secret extends NamespacedObject {
  /** Data contains the secret data. */
  readonly data?: Readonly<Record<string, string>>;
  /**
   * Immutable, if set to true, ensures that data stored in the Secret cannot be updated (only object metadata can be
   * modified).
   */
  readonly immutable?: boolean;
  /** stringData allows specifying non-binary secret data in string form. */
  readonly stringData?: Readonly<Record<string, string>>;
  /** Used to facilitate programmatic handling of secret data. */
  readonly type?: string;
}

export const Secret: Kind<Secret> = { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', namespaced: true };

/**
 * Service is a named abstraction of software service (for example, mysql) consisting of local port (for example 3306)
 * that the proxy listens on, and the selector that determines which pods will answer requests sent through the proxy.
 */
export interface Service extends NamespacedObject {
  /**
   * Spec defines the behavior of a service.
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
   */
  readonly spec: ServiceSpec;
  /** Most recently observed status of the service. */
  readonly status?: ServiceStatus;
}

export const Service: Kind<Service> = {
  group: '',
  version: 'v1',
  kind: 'Service',
  plural: 'services',
  namespaced: true,
};

/**
 * ServiceAccount binds together: * a name, understood by users, and perhaps by peripheral systems, for an identity *
 * a principal that can be authenticated and authorized * a set of secrets
 */
export interface ServiceAccount extends NamespacedObject {
  /**
   * AutomountServiceAccountToken indicates whether pods running as this service account should have an API token
   * automatically mounted.
   */
  readonly automountServiceAccountToken?: boolean;
  /**
   * ImagePullSecrets is a list of references to secrets in the same namespace to use for pulling any images in pods
   * that reference this ServiceAccount.
   */
  readonly imagePullSecrets?: readonly LocalObjectReference[];
  /**
   * Secrets is a list of the secrets in the same namespace that pods running using this ServiceAccount are allowed to
   * use.
   */
  readonly secrets?: readonly ObjectReference[];
}

export const ServiceAccount: Kind<ServiceAccount> = {
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  namespaced: true,
};

/** Represents a Persistent Disk resource in AWS. */
export interface AWSElasticBlockStoreVolumeSource {
  /** fsType is the filesystem type of the volume that you want to mount. */
  readonly fsType?: string;
  /** partition is the partition in the volume that you want to mount. */
  readonly partition?: number;
  /** readOnly value true will force the readOnly setting in VolumeMounts. */
  readonly readOnly?: boolean;
  /** volumeID is unique ID of the persistent disk resource in AWS (Amazon EBS volume). */
  readonly volumeID: string;
}

/** Affinity is a group of affinity scheduling rules. */
export interface Affinity {
  /** Describes node affinity scheduling rules for the pod. */
  readonly nodeAffinity?: NodeAffinity;
  /**
   * Describes pod affinity scheduling rules (e.g. co-locate this pod in the same node, zone, etc. as some other
   * pod(s)).
   */
  readonly podAffinity?: PodAffinity;
  /**
   * Describes pod anti-affinity scheduling rules (e.g. avoid putting this pod in the same node, zone, etc. as some
   * other pod(s)).
   */
  readonly podAntiAffinity?: PodAntiAffinity;
}

/** AppArmorProfile defines a pod or container's AppArmor settings. */
export interface AppArmorProfile {
  /** localhostProfile indicates a profile loaded on the node that should be used. */
  readonly localhostProfile?: string;
  /** type indicates which kind of AppArmor profile will be applied. */
  readonly type: 'Localhost' | 'RuntimeDefault' | 'Unconfined';
}

/** AttachedVolume describes a volume attached to a node */
export interface AttachedVolume {
  /** DevicePath represents the device path where the volume should be available */
  readonly devicePath: string;
  /** Name of the attached volume */
  readonly name: string;
}

/** AzureDisk represents an Azure Data Disk mount on the host and bind mount to the pod. */
export interface AzureDiskVolumeSource {
  /** cachingMode is the Host Caching mode: None, Read Only, Read Write. */
  readonly cachingMode?: 'None' | 'ReadOnly' | 'ReadWrite';
  /** diskName is the Name of the data disk in the blob storage */
  readonly diskName: string;
  /** diskURI is the URI of data disk in the blob storage */
  readonly diskURI: string;
  /** fsType is Filesystem type to mount. */
  readonly fsType?: string;
  /**
   * kind expected values are Shared: multiple blob disks per storage account Dedicated: single blob disk per storage
   * account Managed: azure managed data disk (only in managed availability set). defaults to shared
   */
  readonly kind?: 'Dedicated' | 'Managed' | 'Shared';
  /** readOnly Defaults to false (read/write). */
  readonly readOnly?: boolean;
}

/** AzureFile represents an Azure File Service mount on the host and bind mount to the pod. */
export interface AzureFilePersistentVolumeSource {
  /** readOnly defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** secretName is the name of secret that contains Azure Storage Account Name and Key */
  readonly secretName: string;
  /**
   * secretNamespace is the namespace of the secret that contains Azure Storage Account Name and Key default is the same
   * as the Pod
   */
  readonly secretNamespace?: string | null;
  /** shareName is the azure Share Name */
  readonly shareName: string;
}

/** AzureFile represents an Azure File Service mount on the host and bind mount to the pod. */
export interface AzureFileVolumeSource {
  /** readOnly defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** secretName is the name of secret that contains Azure Storage Account Name and Key */
  readonly secretName: string;
  /** shareName is the azure share Name */
  readonly shareName: string;
}

/** Represents storage that is managed by an external CSI volume driver */
export interface CSIPersistentVolumeSource {
  /**
   * controllerExpandSecretRef is a reference to the secret object containing sensitive information to pass to the CSI
   * driver to complete the CSI ControllerExpandVolume call.
   */
  readonly controllerExpandSecretRef?: SecretReference;
  /**
   * controllerPublishSecretRef is a reference to the secret object containing sensitive information to pass to the CSI
   * driver to complete the CSI ControllerPublishVolume and ControllerUnpublishVolume calls.
   */
  readonly controllerPublishSecretRef?: SecretReference;
  /** driver is the name of the driver to use for this volume. */
  readonly driver: string;
  /** fsType to mount. */
  readonly fsType?: string;
  /**
   * nodeExpandSecretRef is a reference to the secret object containing sensitive information to pass to the CSI driver
   * to complete the CSI NodeExpandVolume call.
   */
  readonly nodeExpandSecretRef?: SecretReference;
  /**
   * nodePublishSecretRef is a reference to the secret object containing sensitive information to pass to the CSI driver
   * to complete the CSI NodePublishVolume and NodeUnpublishVolume calls.
   */
  readonly nodePublishSecretRef?: SecretReference;
  /**
   * nodeStageSecretRef is a reference to the secret object containing sensitive information to pass to the CSI driver
   * to complete the CSI NodeStageVolume and NodeStageVolume and NodeUnstageVolume calls.
   */
  readonly nodeStageSecretRef?: SecretReference;
  /** readOnly value to pass to ControllerPublishVolumeRequest. */
  readonly readOnly?: boolean;
  /** volumeAttributes of the volume to publish. */
  readonly volumeAttributes?: Readonly<Record<string, string>>;
  /**
   * volumeHandle is the unique volume name returned by the CSI volume plugin’s CreateVolume to refer to the volume on
   * all subsequent calls.
   */
  readonly volumeHandle: string;
}

/** Represents a source location of a volume to mount, managed by an external CSI driver */
export interface CSIVolumeSource {
  /** driver is the name of the CSI driver that handles this volume. */
  readonly driver: string;
  /** fsType to mount. */
  readonly fsType?: string;
  /**
   * nodePublishSecretRef is a reference to the secret object containing sensitive information to pass to the CSI driver
   * to complete the CSI NodePublishVolume and NodeUnpublishVolume calls.
   */
  readonly nodePublishSecretRef?: LocalObjectReference;
  /** readOnly specifies a read-only configuration for the volume. */
  readonly readOnly?: boolean;
  /** volumeAttributes stores driver-specific properties that are passed to the CSI driver. */
  readonly volumeAttributes?: Readonly<Record<string, string>>;
}

/** Adds and removes POSIX capabilities from running containers. */
export interface Capabilities {
  /** Added capabilities */
  readonly add?: readonly string[];
  /** Removed capabilities */
  readonly drop?: readonly string[];
}

/**
 * Represents a Ceph Filesystem mount that lasts the lifetime of a pod Cephfs volumes do not support ownership
 * management or SELinux relabeling.
 */
export interface CephFSPersistentVolumeSource {
  /** monitors is Required: Monitors is a collection of Ceph monitors */
  readonly monitors: readonly string[];
  /** path is Optional: Used as the mounted root, rather than the full Ceph tree, default is / */
  readonly path?: string;
  /** readOnly is Optional: Defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** secretFile is Optional: SecretFile is the path to key ring for User, default is /etc/ceph/user.secret */
  readonly secretFile?: string;
  /** secretRef is Optional: SecretRef is reference to the authentication secret for User, default is empty. */
  readonly secretRef?: SecretReference;
  /** user is Optional: User is the rados user name, default is admin */
  readonly user?: string;
}

/**
 * Represents a Ceph Filesystem mount that lasts the lifetime of a pod Cephfs volumes do not support ownership
 * management or SELinux relabeling.
 */
export interface CephFSVolumeSource {
  /** monitors is Required: Monitors is a collection of Ceph monitors */
  readonly monitors: readonly string[];
  /** path is Optional: Used as the mounted root, rather than the full Ceph tree, default is / */
  readonly path?: string;
  /** readOnly is Optional: Defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** secretFile is Optional: SecretFile is the path to key ring for User, default is /etc/ceph/user.secret */
  readonly secretFile?: string;
  /** secretRef is Optional: SecretRef is reference to the authentication secret for User, default is empty. */
  readonly secretRef?: LocalObjectReference;
  /** user is optional: User is the rados user name, default is admin */
  readonly user?: string;
}

/** Represents a cinder volume resource in Openstack. */
export interface CinderPersistentVolumeSource {
  /** fsType Filesystem type to mount. */
  readonly fsType?: string;
  /** readOnly is Optional: Defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** secretRef is Optional: points to a secret object containing parameters used to connect to OpenStack. */
  readonly secretRef?: SecretReference;
  /** volumeID used to identify the volume in cinder. */
  readonly volumeID: string;
}

/** Represents a cinder volume resource in Openstack. */
export interface CinderVolumeSource {
  /** fsType is the filesystem type to mount. */
  readonly fsType?: string;
  /** readOnly defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** secretRef is optional: points to a secret object containing parameters used to connect to OpenStack. */
  readonly secretRef?: LocalObjectReference;
  /** volumeID used to identify the volume in cinder. */
  readonly volumeID: string;
}

/** ClientIPConfig represents the configurations of Client IP based session affinity. */
export interface ClientIPConfig {
  /** timeoutSeconds specifies the seconds of ClientIP type session sticky time. */
  readonly timeoutSeconds?: number;
}

/**
 * ClusterTrustBundleProjection describes how to select a set of ClusterTrustBundle objects and project their contents
 * into the pod filesystem.
 */
export interface ClusterTrustBundleProjection {
  /** Select all ClusterTrustBundles that match this label selector. */
  readonly labelSelector?: LabelSelector;
  /** Select a single ClusterTrustBundle by object name. */
  readonly name?: string;
  /** If true, don't block pod startup if the referenced ClusterTrustBundle(s) aren't available. */
  readonly optional?: boolean;
  /** Relative path from the volume root to write the bundle. */
  readonly path: string;
  /** Select all ClusterTrustBundles that match this signer name. */
  readonly signerName?: string;
}

/** ConfigMapEnvSource selects a ConfigMap to populate the environment variables with. */
export interface ConfigMapEnvSource {
  /** Name of the referent. */
  readonly name?: string;
  /** Specify whether the ConfigMap must be defined */
  readonly optional?: boolean;
}

/** Selects a key from a ConfigMap. */
export interface ConfigMapKeySelector {
  /** The key to select. */
  readonly key: string;
  /** Name of the referent. */
  readonly name?: string;
  /** Specify whether the ConfigMap or its key must be defined */
  readonly optional?: boolean;
}

/** ConfigMapNodeConfigSource contains the information to reference a ConfigMap as a config source for the Node. */
export interface ConfigMapNodeConfigSource {
  /**
   * KubeletConfigKey declares which key of the referenced ConfigMap corresponds to the KubeletConfiguration structure
   * This field is required in all cases.
   */
  readonly kubeletConfigKey: string;
  /** Name is the metadata.name of the referenced ConfigMap. */
  readonly name: string;
  /** Namespace is the metadata.namespace of the referenced ConfigMap. */
  readonly namespace: string;
  /** ResourceVersion is the metadata.ResourceVersion of the referenced ConfigMap. */
  readonly resourceVersion?: string;
  /** UID is the metadata.UID of the referenced ConfigMap. */
  readonly uid?: string;
}

/** Adapts a ConfigMap into a projected volume. */
export interface ConfigMapProjection {
  /**
   * items if unspecified, each key-value pair in the Data field of the referenced ConfigMap will be projected into the
   * volume as a file whose name is the key and content is the value.
   */
  readonly items?: readonly KeyToPath[];
  /** Name of the referent. */
  readonly name?: string;
  /** optional specify whether the ConfigMap or its keys must be defined */
  readonly optional?: boolean;
}

/** Adapts a ConfigMap into a volume. */
export interface ConfigMapVolumeSource {
  /** defaultMode is optional: mode bits used to set permissions on created files by default. */
  readonly defaultMode?: number;
  /**
   * items if unspecified, each key-value pair in the Data field of the referenced ConfigMap will be projected into the
   * volume as a file whose name is the key and content is the value.
   */
  readonly items?: readonly KeyToPath[];
  /** Name of the referent. */
  readonly name?: string;
  /** optional specify whether the ConfigMap or its keys must be defined */
  readonly optional?: boolean;
}

/** A single application container that you want to run within a pod. */
export interface Container {
  /** Arguments to the entrypoint. */
  readonly args?: readonly string[];
  /** Entrypoint array. */
  readonly command?: readonly string[];
  /** List of environment variables to set in the container. */
  readonly env?: readonly EnvVar[];
  /** List of sources to populate environment variables in the container. */
  readonly envFrom?: readonly EnvFromSource[];
  /** Container image name. */
  readonly image?: string;
  /** Image pull policy. */
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  /** Actions that the management system should take in response to container lifecycle events. */
  readonly lifecycle?: Lifecycle;
  /** Periodic probe of container liveness. */
  readonly livenessProbe?: Probe;
  /** Name of the container specified as a DNS_LABEL. */
  readonly name: string;
  /** List of ports to expose from the container. */
  readonly ports?: readonly ContainerPort[];
  /** Periodic probe of container service readiness. */
  readonly readinessProbe?: Probe;
  /** Resources resize policy for the container. */
  readonly resizePolicy?: readonly ContainerResizePolicy[];
  /** Compute Resources required by this container. */
  readonly resources?: ResourceRequirements;
  /** RestartPolicy defines the restart behavior of individual containers in a pod. */
  readonly restartPolicy?: string;
  /** Represents a list of rules to be checked to determine if the container should be restarted on exit. */
  readonly restartPolicyRules?: readonly ContainerRestartRule[];
  /** SecurityContext defines the security options the container should be run with. */
  readonly securityContext?: SecurityContext;
  /** StartupProbe indicates that the Pod has successfully initialized. */
  readonly startupProbe?: Probe;
  /** Whether this container should allocate a buffer for stdin in the container runtime. */
  readonly stdin?: boolean;
  /** Whether the container runtime should close the stdin channel after it has been opened by a single attach. */
  readonly stdinOnce?: boolean;
  /**
   * Optional: Path at which the file to which the container's termination message will be written is mounted into the
   * container's filesystem.
   */
  readonly terminationMessagePath?: string;
  /** Indicate how the termination message should be populated. */
  readonly terminationMessagePolicy?: 'FallbackToLogsOnError' | 'File';
  /** Whether this container should allocate a TTY for itself, also requires 'stdin' to be true. */
  readonly tty?: boolean;
  /** volumeDevices is the list of block devices to be used by the container. */
  readonly volumeDevices?: readonly VolumeDevice[];
  /** Pod volumes to mount into the container's filesystem. */
  readonly volumeMounts?: readonly VolumeMount[];
  /** Container's working directory. */
  readonly workingDir?: string;
}

/**
 * ContainerExtendedResourceRequest has the mapping of container name, extended resource name to the device request
 * name.
 */
export interface ContainerExtendedResourceRequest {
  /** The name of the container requesting resources. */
  readonly containerName: string;
  /** The name of the request in the special ResourceClaim which corresponds to the extended resource. */
  readonly requestName: string;
  /** The name of the extended resource in that container which gets backed by DRA. */
  readonly resourceName: string;
}

/** Describe a container image */
export interface ContainerImage {
  /**
   * Names by which this image is known. e.g. ["kubernetes.example/hyperkube:v1.0.7",
   * "cloud-vendor.registry.example/cloud-vendor/hyperkube:v1.0.7"]
   */
  readonly names?: readonly string[] | null;
  /** The size of the image in bytes. */
  readonly sizeBytes?: number;
}

/** ContainerPort represents a network port in a single container. */
export interface ContainerPort {
  /** Number of port to expose on the pod's IP address. */
  readonly containerPort: number;
  /** What host IP to bind the external port to. */
  readonly hostIP?: string;
  /** Number of port to expose on the host. */
  readonly hostPort?: number;
  /** If specified, this must be an IANA_SVC_NAME and unique within the pod. */
  readonly name?: string;
  /** Protocol for port. */
  readonly protocol?: 'SCTP' | 'TCP' | 'UDP';
}

/** ContainerResizePolicy represents resource resize policy for the container. */
export interface ContainerResizePolicy {
  /** Name of the resource to which this resource resize policy applies. */
  readonly resourceName: string;
  /** Restart policy to apply when specified resource is resized. */
  readonly restartPolicy: string;
}

/** ResourceClaim references one entry in PodSpec.ResourceClaims. */
export interface ContainerResourceClaim {
  /** Name must match the name of one entry in pod.spec.resourceClaims of the Pod where this field is used. */
  readonly name: string;
  /** Request is the name chosen for a request in the referenced claim. */
  readonly request?: string;
}

/** ContainerRestartRule describes how a container exit is handled. */
export interface ContainerRestartRule {
  /** Specifies the action taken on a container exit if the requirements are satisfied. */
  readonly action: string;
  /** Represents the exit codes to check on container exits. */
  readonly exitCodes?: ContainerRestartRuleOnExitCodes;
}

/**
 * ContainerRestartRuleOnExitCodes describes the condition for handling an exited container based on its exit codes.
 */
export interface ContainerRestartRuleOnExitCodes {
  /** Represents the relationship between the container exit code(s) and the specified values. */
  readonly operator: string;
  /** Specifies the set of values to check for container exit codes. */
  readonly values?: readonly number[];
}

/** ContainerState holds a possible state of container. */
export interface ContainerState {
  /** Details about a running container */
  readonly running?: ContainerStateRunning;
  /** Details about a terminated container */
  readonly terminated?: ContainerStateTerminated;
  /** Details about a waiting container */
  readonly waiting?: ContainerStateWaiting;
}

/** ContainerStateRunning is a running state of a container. */
export interface ContainerStateRunning {
  /** Time at which the container was last (re-)started */
  readonly startedAt?: string | null;
}

/** ContainerStateTerminated is a terminated state of a container. */
export interface ContainerStateTerminated {
  /** Container's ID in the format '<type>://<container_id>' */
  readonly containerID?: string;
  /** Exit status from the last termination of the container */
  readonly exitCode: number;
  /** Time at which the container last terminated */
  readonly finishedAt?: string | null;
  /** Message regarding the last termination of the container */
  readonly message?: string;
  /** (brief) reason from the last termination of the container */
  readonly reason?: string;
  /** Signal from the last termination of the container */
  readonly signal?: number;
  /** Time at which previous execution of the container started */
  readonly startedAt?: string | null;
}

/** ContainerStateWaiting is a waiting state of a container. */
export interface ContainerStateWaiting {
  /** Message regarding why the container is not yet running. */
  readonly message?: string;
  /** (brief) reason the container is not yet running. */
  readonly reason?: string;
}

/** ContainerStatus contains details for the current status of this container. */
export interface ContainerStatus {
  /** AllocatedResources represents the compute resources allocated for this container by the node. */
  readonly allocatedResources?: Readonly<Record<string, Quantity>>;
  /** AllocatedResourcesStatus represents the status of various resources allocated for this Pod. */
  readonly allocatedResourcesStatus?: readonly ResourceStatus[];
  /** ContainerID is the ID of the container in the format '<type>://<container_id>'. */
  readonly containerID?: string;
  /** Image is the name of container image that the container is running. */
  readonly image: string;
  /** ImageID is the image ID of the container's image. */
  readonly imageID: string;
  /**
   * LastTerminationState holds the last termination state of the container to help debug container crashes and
   * restarts.
   */
  readonly lastState?: ContainerState;
  /** Name is a DNS_LABEL representing the unique name of the container. */
  readonly name: string;
  /** Ready specifies whether the container is currently passing its readiness check. */
  readonly ready: boolean;
  /**
   * Resources represents the compute resource requests and limits that have been successfully enacted on the running
   * container after it has been started or has been successfully resized.
   */
  readonly resources?: ResourceRequirements;
  /** RestartCount holds the number of times the container has been restarted. */
  readonly restartCount: number;
  /** Started indicates whether the container has finished its postStart lifecycle hook and passed its startup probe. */
  readonly started?: boolean;
  /** State holds details about the container's current condition. */
  readonly state?: ContainerState;
  /** StopSignal reports the effective stop signal for this container */
  readonly stopSignal?:
    | 'SIGABRT'
    | 'SIGALRM'
    | 'SIGBUS'
    | 'SIGCHLD'
    | 'SIGCLD'
    | 'SIGCONT'
    | 'SIGFPE'
    | 'SIGHUP'
    | 'SIGILL'
    | 'SIGINT'
    | 'SIGIO'
    | 'SIGIOT'
    | 'SIGKILL'
    | 'SIGPIPE'
    | 'SIGPOLL'
    | 'SIGPROF'
    | 'SIGPWR'
    | 'SIGQUIT'
    | 'SIGRTMAX'
    | 'SIGRTMAX-1'
    | 'SIGRTMAX-10'
    | 'SIGRTMAX-11'
    | 'SIGRTMAX-12'
    | 'SIGRTMAX-13'
    | 'SIGRTMAX-14'
    | 'SIGRTMAX-2'
    | 'SIGRTMAX-3'
    | 'SIGRTMAX-4'
    | 'SIGRTMAX-5'
    | 'SIGRTMAX-6'
    | 'SIGRTMAX-7'
    | 'SIGRTMAX-8'
    | 'SIGRTMAX-9'
    | 'SIGRTMIN'
    | 'SIGRTMIN+1'
    | 'SIGRTMIN+10'
    | 'SIGRTMIN+11'
    | 'SIGRTMIN+12'
    | 'SIGRTMIN+13'
    | 'SIGRTMIN+14'
    | 'SIGRTMIN+15'
    | 'SIGRTMIN+2'
    | 'SIGRTMIN+3'
    | 'SIGRTMIN+4'
    | 'SIGRTMIN+5'
    | 'SIGRTMIN+6'
    | 'SIGRTMIN+7'
    | 'SIGRTMIN+8'
    | 'SIGRTMIN+9'
    | 'SIGSEGV'
    | 'SIGSTKFLT'
    | 'SIGSTOP'
    | 'SIGSYS'
    | 'SIGTERM'
    | 'SIGTRAP'
    | 'SIGTSTP'
    | 'SIGTTIN'
    | 'SIGTTOU'
    | 'SIGURG'
    | 'SIGUSR1'
    | 'SIGUSR2'
    | 'SIGVTALRM'
    | 'SIGWINCH'
    | 'SIGXCPU'
    | 'SIGXFSZ';
  /** User represents user identity information initially attached to the first process of the container */
  readonly user?: ContainerUser;
  /** Status of volume mounts. */
  readonly volumeMounts?: readonly VolumeMountStatus[];
}

/** ContainerUser represents user identity information */
export interface ContainerUser {
  /** Linux holds user identity information initially attached to the first process of the containers in Linux. */
  readonly linux?: LinuxContainerUser;
}

/** DaemonEndpoint contains information about a single Daemon endpoint. */
export interface DaemonEndpoint {
  /** Port number of the given endpoint. */
  readonly Port: number;
}

/** Represents downward API info for projecting into a projected volume. */
export interface DownwardAPIProjection {
  /** Items is a list of DownwardAPIVolume file */
  readonly items?: readonly DownwardAPIVolumeFile[];
}

/** DownwardAPIVolumeFile represents information to create the file containing the pod field */
export interface DownwardAPIVolumeFile {
  /** Required: Selects a field of the pod: only annotations, labels, name, namespace and uid are supported. */
  readonly fieldRef?: ObjectFieldSelector;
  /**
   * Optional: mode bits used to set permissions on this file, must be an octal value between 0000 and 0777 or a decimal
   * value between 0 and 511.
   */
  readonly mode?: number;
  /** Required: Path is the relative path name of the file to be created. */
  readonly path: string;
  /**
   * Selects a resource of the container: only resources limits and requests (limits.cpu, limits.memory, requests.cpu
   * and requests.memory) are currently supported.
   */
  readonly resourceFieldRef?: ResourceFieldSelector;
}

/** DownwardAPIVolumeSource represents a volume containing downward API info. */
export interface DownwardAPIVolumeSource {
  /** Optional: mode bits to use on created files by default. */
  readonly defaultMode?: number;
  /** Items is a list of downward API volume file */
  readonly items?: readonly DownwardAPIVolumeFile[];
}

/** Represents an empty directory for a pod. */
export interface EmptyDirVolumeSource {
  /** medium represents what type of storage medium should back this directory. */
  readonly medium?: string;
  /** sizeLimit is the total amount of local storage required for this EmptyDir volume. */
  readonly sizeLimit?: Quantity;
}

/**
 * EndpointAddress is a tuple that describes single IP address.
 * @deprecated This API is deprecated in v1.33+.
 */
export interface EndpointAddress {
  /** The Hostname of this endpoint */
  readonly hostname?: string;
  /** The IP of this endpoint. */
  readonly ip: string;
  /** Optional: Node hosting this endpoint. */
  readonly nodeName?: string;
  /** Reference to object providing the endpoint. */
  readonly targetRef?: ObjectReference;
}

/** EndpointSubset is a group of addresses with a common set of ports. */
export interface EndpointSubset {
  /** IP addresses which offer the related ports that are marked as ready. */
  readonly addresses?: readonly EndpointAddress[];
  /**
   * IP addresses which offer the related ports but are not currently marked as ready because they have not yet finished
   * starting, have recently failed a readiness check, or have recently failed a liveness check.
   */
  readonly notReadyAddresses?: readonly EndpointAddress[];
  /** Port numbers available on the related IP addresses. */
  readonly ports?: readonly EndpointsPort[];
}

/**
 * EndpointPort is a tuple that describes a single port.
 * @deprecated This API is deprecated in v1.33+.
 */
export interface EndpointsPort {
  /** The application protocol for this port. */
  readonly appProtocol?: string;
  /** The name of this port. */
  readonly name?: string;
  /** The port number of the endpoint. */
  readonly port: number;
  /** The IP protocol for this port. */
  readonly protocol?: 'SCTP' | 'TCP' | 'UDP';
}

/** EnvFromSource represents the source of a set of ConfigMaps or Secrets */
export interface EnvFromSource {
  /** The ConfigMap to select from */
  readonly configMapRef?: ConfigMapEnvSource;
  /** Optional text to prepend to the name of each environment variable. */
  readonly prefix?: string;
  /** The Secret to select from */
  readonly secretRef?: SecretEnvSource;
}

/** EnvVar represents an environment variable present in a Container. */
export interface EnvVar {
  /** Name of the environment variable. */
  readonly name: string;
  /**
   * Variable references $(VAR_NAME) are expanded using the previously defined environment variables in the container
   * and any service environment variables.
   */
  readonly value?: string;
  /** Source for the environment variable's value. */
  readonly valueFrom?: EnvVarSource;
}

/** EnvVarSource represents a source for the value of an EnvVar. */
export interface EnvVarSource {
  /** Selects a key of a ConfigMap. */
  readonly configMapKeyRef?: ConfigMapKeySelector;
  /**
   * Selects a field of the pod: supports metadata.name, metadata.namespace, `metadata.labels['<KEY>']`,
   * `metadata.annotations['<KEY>']`, spec.nodeName, spec.serviceAccountName, status.hostIP, status.podIP,
   * status.podIPs.
   */
  readonly fieldRef?: ObjectFieldSelector;
  /** FileKeyRef selects a key of the env file. */
  readonly fileKeyRef?: FileKeySelector;
  /**
   * Selects a resource of the container: only resources limits and requests (limits.cpu, limits.memory,
   * limits.ephemeral-storage, requests.cpu, requests.memory and requests.ephemeral-storage) are currently supported.
   */
  readonly resourceFieldRef?: ResourceFieldSelector;
  /** Selects a key of a secret in the pod's namespace */
  readonly secretKeyRef?: SecretKeySelector;
}

/**
 * An EphemeralContainer is a temporary container that you may add to an existing Pod for user-initiated activities
 * such as debugging.
 */
export interface EphemeralContainer {
  /** Arguments to the entrypoint. */
  readonly args?: readonly string[];
  /** Entrypoint array. */
  readonly command?: readonly string[];
  /** List of environment variables to set in the container. */
  readonly env?: readonly EnvVar[];
  /** List of sources to populate environment variables in the container. */
  readonly envFrom?: readonly EnvFromSource[];
  /** Container image name. */
  readonly image?: string;
  /** Image pull policy. */
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  /** Lifecycle is not allowed for ephemeral containers. */
  readonly lifecycle?: Lifecycle;
  /** Probes are not allowed for ephemeral containers. */
  readonly livenessProbe?: Probe;
  /** Name of the ephemeral container specified as a DNS_LABEL. */
  readonly name: string;
  /** Ports are not allowed for ephemeral containers. */
  readonly ports?: readonly ContainerPort[];
  /** Probes are not allowed for ephemeral containers. */
  readonly readinessProbe?: Probe;
  /** Resources resize policy for the container. */
  readonly resizePolicy?: readonly ContainerResizePolicy[];
  /** Resources are not allowed for ephemeral containers. */
  readonly resources?: ResourceRequirements;
  /** Restart policy for the container to manage the restart behavior of each container within a pod. */
  readonly restartPolicy?: string;
  /** Represents a list of rules to be checked to determine if the container should be restarted on exit. */
  readonly restartPolicyRules?: readonly ContainerRestartRule[];
  /** Optional: SecurityContext defines the security options the ephemeral container should be run with. */
  readonly securityContext?: SecurityContext;
  /** Probes are not allowed for ephemeral containers. */
  readonly startupProbe?: Probe;
  /** Whether this container should allocate a buffer for stdin in the container runtime. */
  readonly stdin?: boolean;
  /** Whether the container runtime should close the stdin channel after it has been opened by a single attach. */
  readonly stdinOnce?: boolean;
  /** If set, the name of the container from PodSpec that this ephemeral container targets. */
  readonly targetContainerName?: string;
  /**
   * Optional: Path at which the file to which the container's termination message will be written is mounted into the
   * container's filesystem.
   */
  readonly terminationMessagePath?: string;
  /** Indicate how the termination message should be populated. */
  readonly terminationMessagePolicy?: 'FallbackToLogsOnError' | 'File';
  /** Whether this container should allocate a TTY for itself, also requires 'stdin' to be true. */
  readonly tty?: boolean;
  /** volumeDevices is the list of block devices to be used by the container. */
  readonly volumeDevices?: readonly VolumeDevice[];
  /** Pod volumes to mount into the container's filesystem. */
  readonly volumeMounts?: readonly VolumeMount[];
  /** Container's working directory. */
  readonly workingDir?: string;
}

/** Represents an ephemeral volume that is handled by a normal storage driver. */
export interface EphemeralVolumeSource {
  /** Will be used to create a stand-alone PVC to provision the volume. */
  readonly volumeClaimTemplate?: PersistentVolumeClaimTemplate;
}

/** EventSource contains information for an event. */
export interface EventSource {
  /** Component from which the event is generated. */
  readonly component?: string;
  /** Node name on which the event is generated. */
  readonly host?: string;
}

/** ExecAction describes a "run in container" action. */
export interface ExecAction {
  /**
   * Command is the command line to execute inside the container, the working directory for the command is root ('/') in
   * the container's filesystem.
   */
  readonly command?: readonly string[];
}

/** Represents a Fibre Channel volume. */
export interface FCVolumeSource {
  /** fsType is the filesystem type to mount. */
  readonly fsType?: string;
  /** lun is Optional: FC target lun number */
  readonly lun?: number;
  /** readOnly is Optional: Defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** targetWWNs is Optional: FC target worldwide names (WWNs) */
  readonly targetWWNs?: readonly string[];
  /**
   * wwids Optional: FC volume world wide identifiers (wwids) Either wwids or combination of targetWWNs and lun must be
   * set, but not both simultaneously.
   */
  readonly wwids?: readonly string[];
}

/** FileKeySelector selects a key of the env file. */
export interface FileKeySelector {
  /** The key within the env file. */
  readonly key: string;
  /** Specify whether the file or its key must be defined. */
  readonly optional?: boolean;
  /** The path within the volume from which to select the file. */
  readonly path: string;
  /** The name of the volume mount containing the env file. */
  readonly volumeName: string;
}

/**
 * FlexPersistentVolumeSource represents a generic persistent volume resource that is provisioned/attached using an
 * exec based plugin.
 */
export interface FlexPersistentVolumeSource {
  /** driver is the name of the driver to use for this volume. */
  readonly driver: string;
  /** fsType is the Filesystem type to mount. */
  readonly fsType?: string;
  /** options is Optional: this field holds extra command options if any. */
  readonly options?: Readonly<Record<string, string>>;
  /** readOnly is Optional: defaults to false (read/write). */
  readonly readOnly?: boolean;
  /**
   * secretRef is Optional: SecretRef is reference to the secret object containing sensitive information to pass to the
   * plugin scripts.
   */
  readonly secretRef?: SecretReference;
}

/** FlexVolume represents a generic volume resource that is provisioned/attached using an exec based plugin. */
export interface FlexVolumeSource {
  /** driver is the name of the driver to use for this volume. */
  readonly driver: string;
  /** fsType is the filesystem type to mount. */
  readonly fsType?: string;
  /** options is Optional: this field holds extra command options if any. */
  readonly options?: Readonly<Record<string, string>>;
  /** readOnly is Optional: defaults to false (read/write). */
  readonly readOnly?: boolean;
  /**
   * secretRef is Optional: secretRef is reference to the secret object containing sensitive information to pass to the
   * plugin scripts.
   */
  readonly secretRef?: LocalObjectReference;
}

/** Represents a Flocker volume mounted by the Flocker agent. */
export interface FlockerVolumeSource {
  /**
   * datasetName is Name of the dataset stored as metadata -> name on the dataset for Flocker should be considered as
   * deprecated
   */
  readonly datasetName?: string;
  /** datasetUUID is the UUID of the dataset. */
  readonly datasetUUID?: string;
}

/** Represents a Persistent Disk resource in Google Compute Engine. */
export interface GCEPersistentDiskVolumeSource {
  /** fsType is filesystem type of the volume that you want to mount. */
  readonly fsType?: string;
  /** partition is the partition in the volume that you want to mount. */
  readonly partition?: number;
  /** pdName is unique name of the PD resource in GCE. */
  readonly pdName: string;
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readonly readOnly?: boolean;
}

/** GRPCAction specifies an action involving a GRPC service. */
export interface GRPCAction {
  /** Port number of the gRPC service. */
  readonly port: number;
  /**
   * Service is the name of the service to place in the gRPC HealthCheckRequest (see
   * https://github.com/grpc/grpc/blob/master/doc/health-checking.md).
   */
  readonly service?: string;
}

/** Represents a volume that is populated with the contents of a git repository. */
export interface GitRepoVolumeSource {
  /** directory is the target directory name. */
  readonly directory?: string;
  /** repository is the URL */
  readonly repository: string;
  /** revision is the commit hash for the specified revision. */
  readonly revision?: string;
}

/** Represents a Glusterfs mount that lasts the lifetime of a pod. */
export interface GlusterfsPersistentVolumeSource {
  /** endpoints is the endpoint name that details Glusterfs topology. */
  readonly endpoints: string;
  /** endpointsNamespace is the namespace that contains Glusterfs endpoint. */
  readonly endpointsNamespace?: string;
  /** path is the Glusterfs volume path. */
  readonly path: string;
  /** readOnly here will force the Glusterfs volume to be mounted with read-only permissions. */
  readonly readOnly?: boolean;
}

/** Represents a Glusterfs mount that lasts the lifetime of a pod. */
export interface GlusterfsVolumeSource {
  /** endpoints is the endpoint name that details Glusterfs topology. */
  readonly endpoints: string;
  /** path is the Glusterfs volume path. */
  readonly path: string;
  /** readOnly here will force the Glusterfs volume to be mounted with read-only permissions. */
  readonly readOnly?: boolean;
}

/** HTTPGetAction describes an action based on HTTP Get requests. */
export interface HTTPGetAction {
  /** Host name to connect to, defaults to the pod IP. */
  readonly host?: string;
  /** Custom headers to set in the request. */
  readonly httpHeaders?: readonly HTTPHeader[];
  /** Path to access on the HTTP server. */
  readonly path?: string;
  /** Name or number of the port to access on the container. */
  readonly port: IntOrString;
  /** Scheme to use for connecting to the host. */
  readonly scheme?: 'HTTP' | 'HTTPS';
}

/** HTTPHeader describes a custom header to be used in HTTP probes */
export interface HTTPHeader {
  /** The header field name. */
  readonly name: string;
  /** The header field value */
  readonly value: string;
}

/** HostAlias holds the mapping between IP and hostnames that will be injected as an entry in the pod's hosts file. */
export interface HostAlias {
  /** Hostnames for the above IP address. */
  readonly hostnames?: readonly string[];
  /** IP address of the host file entry. */
  readonly ip: string;
}

/** HostIP represents a single IP address allocated to the host. */
export interface HostIP {
  /** IP is the IP address assigned to the host */
  readonly ip: string;
}

/** Represents a host path mapped into a pod. */
export interface HostPathVolumeSource {
  /** path of the directory on the host. */
  readonly path: string;
  /** type for HostPath Volume Defaults to "" */
  readonly type?:
    '' | 'BlockDevice' | 'CharDevice' | 'Directory' | 'DirectoryOrCreate' | 'File' | 'FileOrCreate' | 'Socket';
}

/** ISCSIPersistentVolumeSource represents an ISCSI disk. */
export interface ISCSIPersistentVolumeSource {
  /** chapAuthDiscovery defines whether support iSCSI Discovery CHAP authentication */
  readonly chapAuthDiscovery?: boolean;
  /** chapAuthSession defines whether support iSCSI Session CHAP authentication */
  readonly chapAuthSession?: boolean;
  /** fsType is the filesystem type of the volume that you want to mount. */
  readonly fsType?: string;
  /** initiatorName is the custom iSCSI Initiator Name. */
  readonly initiatorName?: string;
  /** iqn is Target iSCSI Qualified Name. */
  readonly iqn: string;
  /** iscsiInterface is the interface Name that uses an iSCSI transport. */
  readonly iscsiInterface?: string;
  /** lun is iSCSI Target Lun number. */
  readonly lun: number;
  /** portals is the iSCSI Target Portal List. */
  readonly portals?: readonly string[];
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readonly readOnly?: boolean;
  /** secretRef is the CHAP Secret for iSCSI target and initiator authentication */
  readonly secretRef?: SecretReference;
  /** targetPortal is iSCSI Target Portal. */
  readonly targetPortal: string;
}

/** Represents an ISCSI disk. */
export interface ISCSIVolumeSource {
  /** chapAuthDiscovery defines whether support iSCSI Discovery CHAP authentication */
  readonly chapAuthDiscovery?: boolean;
  /** chapAuthSession defines whether support iSCSI Session CHAP authentication */
  readonly chapAuthSession?: boolean;
  /** fsType is the filesystem type of the volume that you want to mount. */
  readonly fsType?: string;
  /** initiatorName is the custom iSCSI Initiator Name. */
  readonly initiatorName?: string;
  /** iqn is the target iSCSI Qualified Name. */
  readonly iqn: string;
  /** iscsiInterface is the interface Name that uses an iSCSI transport. */
  readonly iscsiInterface?: string;
  /** lun represents iSCSI Target Lun number. */
  readonly lun: number;
  /** portals is the iSCSI Target Portal List. */
  readonly portals?: readonly string[];
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readonly readOnly?: boolean;
  /** secretRef is the CHAP Secret for iSCSI target and initiator authentication */
  readonly secretRef?: LocalObjectReference;
  /** targetPortal is iSCSI Target Portal. */
  readonly targetPortal: string;
}

/** ImageVolumeSource represents a image volume resource. */
export interface ImageVolumeSource {
  /** Policy for pulling OCI objects. */
  readonly pullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  /** Required: Image or artifact reference to be used. */
  readonly reference?: string;
}

/** ImageVolumeStatus represents the image-based volume status. */
export interface ImageVolumeStatus {
  /** ImageRef is the digest of the image used for this volume. */
  readonly imageRef: string;
}

/** Maps a string key to a path within a volume. */
export interface KeyToPath {
  /** key is the key to project. */
  readonly key: string;
  /** mode is Optional: mode bits used to set permissions on this file. */
  readonly mode?: number;
  /** path is the relative path of the file to map the key to. */
  readonly path: string;
}

/** Lifecycle describes actions that the management system should take in response to container lifecycle events. */
export interface Lifecycle {
  /** PostStart is called immediately after a container is created. */
  readonly postStart?: LifecycleHandler;
  /**
   * PreStop is called immediately before a container is terminated due to an API request or management event such as
   * liveness/startup probe failure, preemption, resource contention, etc. The handler is not called if the container
   * crashes or exits.
   */
  readonly preStop?: LifecycleHandler;
  /** StopSignal defines which signal will be sent to a container when it is being stopped. */
  readonly stopSignal?:
    | 'SIGABRT'
    | 'SIGALRM'
    | 'SIGBUS'
    | 'SIGCHLD'
    | 'SIGCLD'
    | 'SIGCONT'
    | 'SIGFPE'
    | 'SIGHUP'
    | 'SIGILL'
    | 'SIGINT'
    | 'SIGIO'
    | 'SIGIOT'
    | 'SIGKILL'
    | 'SIGPIPE'
    | 'SIGPOLL'
    | 'SIGPROF'
    | 'SIGPWR'
    | 'SIGQUIT'
    | 'SIGRTMAX'
    | 'SIGRTMAX-1'
    | 'SIGRTMAX-10'
    | 'SIGRTMAX-11'
    | 'SIGRTMAX-12'
    | 'SIGRTMAX-13'
    | 'SIGRTMAX-14'
    | 'SIGRTMAX-2'
    | 'SIGRTMAX-3'
    | 'SIGRTMAX-4'
    | 'SIGRTMAX-5'
    | 'SIGRTMAX-6'
    | 'SIGRTMAX-7'
    | 'SIGRTMAX-8'
    | 'SIGRTMAX-9'
    | 'SIGRTMIN'
    | 'SIGRTMIN+1'
    | 'SIGRTMIN+10'
    | 'SIGRTMIN+11'
    | 'SIGRTMIN+12'
    | 'SIGRTMIN+13'
    | 'SIGRTMIN+14'
    | 'SIGRTMIN+15'
    | 'SIGRTMIN+2'
    | 'SIGRTMIN+3'
    | 'SIGRTMIN+4'
    | 'SIGRTMIN+5'
    | 'SIGRTMIN+6'
    | 'SIGRTMIN+7'
    | 'SIGRTMIN+8'
    | 'SIGRTMIN+9'
    | 'SIGSEGV'
    | 'SIGSTKFLT'
    | 'SIGSTOP'
    | 'SIGSYS'
    | 'SIGTERM'
    | 'SIGTRAP'
    | 'SIGTSTP'
    | 'SIGTTIN'
    | 'SIGTTOU'
    | 'SIGURG'
    | 'SIGUSR1'
    | 'SIGUSR2'
    | 'SIGVTALRM'
    | 'SIGWINCH'
    | 'SIGXCPU'
    | 'SIGXFSZ';
}

/** LifecycleHandler defines a specific action that should be taken in a lifecycle hook. */
export interface LifecycleHandler {
  /** Exec specifies a command to execute in the container. */
  readonly exec?: ExecAction;
  /** HTTPGet specifies an HTTP GET request to perform. */
  readonly httpGet?: HTTPGetAction;
  /** Sleep represents a duration that the container should sleep. */
  readonly sleep?: SleepAction;
  /** @deprecated TCPSocket is NOT supported as a LifecycleHandler and kept for backward compatibility. */
  readonly tcpSocket?: TCPSocketAction;
}

/** LimitRangeItem defines a min/max usage limit for any resource that matches on kind. */
export interface LimitRangeItem {
  /** Default resource requirement limit value by resource name if resource limit is omitted. */
  readonly default?: Readonly<Record<string, Quantity>>;
  /**
   * DefaultRequest is the default resource requirement request value by resource name if resource request is omitted.
   */
  readonly defaultRequest?: Readonly<Record<string, Quantity>>;
  /** Max usage constraints on this kind by resource name. */
  readonly max?: Readonly<Record<string, Quantity>>;
  /**
   * MaxLimitRequestRatio if specified, the named resource must have a request and limit that are both non-zero where
   * limit divided by request is less than or equal to the enumerated value; this represents the max burst for the named
   * resource.
   */
  readonly maxLimitRequestRatio?: Readonly<Record<string, Quantity>>;
  /** Min usage constraints on this kind by resource name. */
  readonly min?: Readonly<Record<string, Quantity>>;
  /** Type of resource that this limit applies to. */
  readonly type: string;
}

/** LimitRangeSpec defines a min/max usage limit for resources that match on kind. */
export interface LimitRangeSpec {
  /** Limits is the list of LimitRangeItem objects that are enforced. */
  readonly limits: readonly LimitRangeItem[] | null;
}

/** LinuxContainerUser represents user identity information in Linux containers */
export interface LinuxContainerUser {
  /** GID is the primary gid initially attached to the first process in the container */
  readonly gid: number;
  /** SupplementalGroups are the supplemental groups initially attached to the first process in the container */
  readonly supplementalGroups?: readonly number[];
  /** UID is the primary uid initially attached to the first process in the container */
  readonly uid: number;
}

/**
 * LoadBalancerIngress represents the status of a load-balancer ingress point: traffic intended for the service should
 * be sent to an ingress point.
 */
export interface LoadBalancerIngress {
  /** Hostname is set for load-balancer ingress points that are DNS based (typically AWS load-balancers) */
  readonly hostname?: string;
  /** IP is set for load-balancer ingress points that are IP based (typically GCE or OpenStack load-balancers) */
  readonly ip?: string;
  /** IPMode specifies how the load-balancer IP behaves, and may only be specified when the ip field is specified. */
  readonly ipMode?: string;
  /**
   * Ports is a list of records of service ports If used, every port defined in the service should have an entry in it
   */
  readonly ports?: readonly PortStatus[];
}

/** LoadBalancerStatus represents the status of a load-balancer. */
export interface LoadBalancerStatus {
  /** Ingress is a list containing ingress points for the load-balancer. */
  readonly ingress?: readonly LoadBalancerIngress[];
}

/**
 * LocalObjectReference contains enough information to let you locate the referenced object inside the same namespace.
 */
export interface LocalObjectReference {
  /** Name of the referent. */
  readonly name?: string;
}

/** Local represents directly-attached storage with node affinity */
export interface LocalVolumeSource {
  /** fsType is the filesystem type to mount. */
  readonly fsType?: string;
  /** path of the full path to the volume on the node. */
  readonly path: string;
}

/** ModifyVolumeStatus represents the status object of ControllerModifyVolume operation */
export interface ModifyVolumeStatus {
  /** status is the status of the ControllerModifyVolume operation. */
  readonly status: 'InProgress' | 'Infeasible' | 'Pending';
  /** targetVolumeAttributesClassName is the name of the VolumeAttributesClass the PVC currently being reconciled */
  readonly targetVolumeAttributesClassName?: string;
}

/** Represents an NFS mount that lasts the lifetime of a pod. */
export interface NFSVolumeSource {
  /** path that is exported by the NFS server. */
  readonly path: string;
  /** readOnly here will force the NFS export to be mounted with read-only permissions. */
  readonly readOnly?: boolean;
  /** server is the hostname or IP address of the NFS server. */
  readonly server: string;
}

/** NamespaceCondition contains details about state of namespace. */
export interface NamespaceCondition {
  /** Last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: string | null;
  /** Human-readable message indicating details about last transition. */
  readonly message?: string;
  /** Unique, one-word, CamelCase reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of namespace controller condition. */
  readonly type: string;
}

/** NamespaceSpec describes the attributes on a Namespace. */
export interface NamespaceSpec {
  /** Finalizers is an opaque list of values that must be empty to permanently remove object from storage. */
  readonly finalizers?: readonly string[];
}

/** NamespaceStatus is information about the current status of a Namespace. */
export interface NamespaceStatus {
  /** Represents the latest available observations of a namespace's current state. */
  readonly conditions?: readonly NamespaceCondition[];
  /** Phase is the current lifecycle phase of the namespace. */
  readonly phase?: 'Active' | 'Terminating';
}

/** NodeAddress contains information for the node's address. */
export interface NodeAddress {
  /** The node address. */
  readonly address: string;
  /** Node address type, one of Hostname, ExternalIP or InternalIP. */
  readonly type: string;
}

/** Node affinity is a group of node affinity scheduling rules. */
export interface NodeAffinity {
  /**
   * The scheduler will prefer to schedule pods to nodes that satisfy the affinity expressions specified by this field,
   * but it may choose a node that violates one or more of the expressions.
   */
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly PreferredSchedulingTerm[];
  /**
   * If the affinity requirements specified by this field are not met at scheduling time, the pod will not be scheduled
   * onto the node.
   */
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
}

/** NodeAllocatableResourceClaimStatus describes the status of node allocatable resources allocated via DRA. */
export interface NodeAllocatableResourceClaimStatus {
  /** Containers lists the names of all containers in this pod that reference the claim. */
  readonly containers?: readonly string[];
  /**
   * ResourceClaimName is the resource claim referenced by the pod that resulted in this node allocatable resource
   * allocation.
   */
  readonly resourceClaimName: string;
  /** Resources is a map of the node-allocatable resource name to the aggregate quantity allocated to the claim. */
  readonly resources: Readonly<Record<string, Quantity>>;
}

/** NodeCondition contains condition information for a node. */
export interface NodeCondition {
  /** Last time we got an update on a given condition. */
  readonly lastHeartbeatTime?: string | null;
  /** Last time the condition transit from one status to another. */
  readonly lastTransitionTime?: string | null;
  /** Human readable message indicating details about last transition. */
  readonly message?: string;
  /** (brief) reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of node condition. */
  readonly type: string;
}

/** NodeConfigSource specifies a source of node configuration. */
export interface NodeConfigSource {
  /** ConfigMap is a reference to a Node's ConfigMap */
  readonly configMap?: ConfigMapNodeConfigSource;
}

/** NodeConfigStatus describes the status of the config assigned by Node.Spec.ConfigSource. */
export interface NodeConfigStatus {
  /** Active reports the checkpointed config the node is actively using. */
  readonly active?: NodeConfigSource;
  /** Assigned reports the checkpointed config the node will try to use. */
  readonly assigned?: NodeConfigSource;
  /** Error describes any problems reconciling the Spec.ConfigSource to the Active config. */
  readonly error?: string;
  /**
   * LastKnownGood reports the checkpointed config the node will fall back to when it encounters an error attempting to
   * use the Assigned config.
   */
  readonly lastKnownGood?: NodeConfigSource;
}

/** NodeDaemonEndpoints lists ports opened by daemons running on the Node. */
export interface NodeDaemonEndpoints {
  /** Endpoint on which Kubelet is listening. */
  readonly kubeletEndpoint?: DaemonEndpoint;
}

/** NodeFeatures describes the set of features implemented by the CRI implementation. */
export interface NodeFeatures {
  /** SupplementalGroupsPolicy is set to true if the runtime supports SupplementalGroupsPolicy and ContainerUser. */
  readonly supplementalGroupsPolicy?: boolean;
}

/** NodeRuntimeHandler is a set of runtime handler information. */
export interface NodeRuntimeHandler {
  /** Supported features. */
  readonly features?: NodeRuntimeHandlerFeatures;
  /** Runtime handler name. */
  readonly name?: string;
}

/** NodeRuntimeHandlerFeatures is a set of features implemented by the runtime handler. */
export interface NodeRuntimeHandlerFeatures {
  /** RecursiveReadOnlyMounts is set to true if the runtime handler supports RecursiveReadOnlyMounts. */
  readonly recursiveReadOnlyMounts?: boolean;
  /** UserNamespaces is set to true if the runtime handler supports UserNamespaces, including for volumes. */
  readonly userNamespaces?: boolean;
}

/**
 * A node selector represents the union of the results of one or more label queries over a set of nodes; that is, it
 * represents the OR of the selectors represented by the node selector terms.
 */
export interface NodeSelector {
  /** Required. */
  readonly nodeSelectorTerms: readonly NodeSelectorTerm[];
}

/**
 * A node selector requirement is a selector that contains values, a key, and an operator that relates the key and
 * values.
 */
export interface NodeSelectorRequirement {
  /** The label key that the selector applies to. */
  readonly key: string;
  /** Represents a key's relationship to a set of values. */
  readonly operator: 'DoesNotExist' | 'Exists' | 'Gt' | 'In' | 'Lt' | 'NotIn';
  /** An array of string values. */
  readonly values?: readonly string[];
}

/** A null or empty node selector term matches no objects. */
export interface NodeSelectorTerm {
  /** A list of node selector requirements by node's labels. */
  readonly matchExpressions?: readonly NodeSelectorRequirement[];
  /** A list of node selector requirements by node's fields. */
  readonly matchFields?: readonly NodeSelectorRequirement[];
}

/** NodeSpec describes the attributes that a node is created with. */
export interface NodeSpec {
  /**
   * @deprecated Previously used to specify the source of the node's configuration for the DynamicKubeletConfig feature.
   */
  readonly configSource?: NodeConfigSource;
  /** @deprecated Not all kubelets will set this field. */
  readonly externalID?: string;
  /** PodCIDR represents the pod IP range assigned to the node. */
  readonly podCIDR?: string;
  /** podCIDRs represents the IP ranges assigned to the node for usage by Pods on that node. */
  readonly podCIDRs?: readonly string[];
  /** ID of the node assigned by the cloud provider in the format: <ProviderName>://<ProviderSpecificNodeID> */
  readonly providerID?: string;
  /** If specified, the node's taints. */
  readonly taints?: readonly Taint[];
  /** Unschedulable controls node schedulability of new pods. */
  readonly unschedulable?: boolean;
}

/** NodeStatus is information about the current status of a node. */
export interface NodeStatus {
  /** List of addresses reachable to the node. */
  readonly addresses?: readonly NodeAddress[];
  /** Allocatable represents the resources of a node that are available for scheduling. */
  readonly allocatable?: Readonly<Record<string, Quantity>>;
  /** Capacity represents the total resources of a node. */
  readonly capacity?: Readonly<Record<string, Quantity>>;
  /** Conditions is an array of current observed node conditions. */
  readonly conditions?: readonly NodeCondition[];
  /** Status of the config assigned to the node via the dynamic Kubelet config feature. */
  readonly config?: NodeConfigStatus;
  /** Endpoints of daemons running on the Node. */
  readonly daemonEndpoints?: NodeDaemonEndpoints;
  /** DeclaredFeatures represents the features related to feature gates that are declared by the node. */
  readonly declaredFeatures?: readonly string[];
  /** Features describes the set of features implemented by the CRI implementation. */
  readonly features?: NodeFeatures;
  /** List of container images on this node */
  readonly images?: readonly ContainerImage[];
  /** Set of ids/uuids to uniquely identify the node. */
  readonly nodeInfo?: NodeSystemInfo;
  /** NodePhase is the recently observed lifecycle phase of the node. */
  readonly phase?: 'Pending' | 'Running' | 'Terminated';
  /** The available runtime handlers. */
  readonly runtimeHandlers?: readonly NodeRuntimeHandler[];
  /** List of volumes that are attached to the node. */
  readonly volumesAttached?: readonly AttachedVolume[];
  /** List of attachable volumes in use (mounted) by the node. */
  readonly volumesInUse?: readonly string[];
}

/** NodeSwapStatus represents swap memory information. */
export interface NodeSwapStatus {
  /** Total amount of swap memory in bytes. */
  readonly capacity?: number;
}

/** NodeSystemInfo is a set of ids/uuids to uniquely identify the node. */
export interface NodeSystemInfo {
  /** The Architecture reported by the node */
  readonly architecture: string;
  /** Boot ID reported by the node. */
  readonly bootID: string;
  /** ContainerRuntime Version reported by the node through runtime remote API (e.g. containerd://1.4.2). */
  readonly containerRuntimeVersion: string;
  /** Kernel Version reported by the node from 'uname -r' (e.g. 3.16.0-0.bpo.4-amd64). */
  readonly kernelVersion: string;
  /** @deprecated KubeProxy Version reported by the node. */
  readonly kubeProxyVersion: string;
  /** Kubelet Version reported by the node. */
  readonly kubeletVersion: string;
  /** MachineID reported by the node. */
  readonly machineID: string;
  /** The Operating System reported by the node */
  readonly operatingSystem: string;
  /** OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux 7 (wheezy)). */
  readonly osImage: string;
  /** Swap Info reported by the node. */
  readonly swap?: NodeSwapStatus;
  /** SystemUUID reported by the node. */
  readonly systemUUID: string;
}

/** ObjectFieldSelector selects an APIVersioned field of an object. */
export interface ObjectFieldSelector {
  /** Version of the schema the FieldPath is written in terms of, defaults to "v1". */
  readonly apiVersion?: string;
  /** Path of the field to select in the specified API version. */
  readonly fieldPath: string;
}

/** ObjectReference contains enough information to let you inspect or modify the referred object. */
export interface ObjectReference {
  /** API version of the referent. */
  readonly apiVersion?: string;
  /**
   * If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field
   * access statement, such as desiredState.manifest.containers[2].
   */
  readonly fieldPath?: string;
  /** Kind of the referent. */
  readonly kind?: string;
  /** Name of the referent. */
  readonly name?: string;
  /** Namespace of the referent. */
  readonly namespace?: string;
  /** Specific resourceVersion to which this reference is made, if any. */
  readonly resourceVersion?: string;
  /** UID of the referent. */
  readonly uid?: string;
}

/** PersistentVolumeClaim is a user's request for and claim to a persistent volume */
export interface EmbeddedPersistentVolumeClaim {
  /** APIVersion defines the versioned schema of this representation of an object. */
  readonly apiVersion?: string;
  /** Kind is a string value representing the REST resource this object represents. */
  readonly kind?: string;
  /** Standard object's metadata. */
  readonly metadata?: TemplateMeta;
  /** spec defines the desired characteristics of a volume requested by a pod author. */
  readonly spec?: PersistentVolumeClaimSpec;
  /** status represents the current information/status of a persistent volume claim. */
  readonly status?: PersistentVolumeClaimStatus;
}

/** PersistentVolumeClaimCondition contains details about state of pvc */
export interface PersistentVolumeClaimCondition {
  /** lastProbeTime is the time we probed the condition. */
  readonly lastProbeTime?: string | null;
  /** lastTransitionTime is the time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: string | null;
  /** message is the human-readable message indicating details about last transition. */
  readonly message?: string;
  /**
   * reason is a unique, this should be a short, machine understandable string that gives the reason for condition's
   * last transition.
   */
  readonly reason?: string;
  /** Status is the status of the condition. */
  readonly status: string;
  /** Type is the type of the condition. */
  readonly type: string;
}

/**
 * PersistentVolumeClaimSpec describes the common attributes of storage devices and allows a Source for
 * provider-specific attributes
 */
export interface PersistentVolumeClaimSpec {
  /** accessModes contains the desired access modes the volume should have. */
  readonly accessModes?: readonly ('ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod')[];
  /** dataSource field can be used to specify either */
  readonly dataSource?: TypedLocalObjectReference;
  /**
   * dataSourceRef specifies the object from which to populate the volume with data, if a non-empty volume is desired.
   */
  readonly dataSourceRef?: TypedObjectReference;
  /** resources represents the minimum resources the volume should have. */
  readonly resources?: VolumeResourceRequirements;
  /** selector is a label query over volumes to consider for binding. */
  readonly selector?: LabelSelector;
  /** storageClassName is the name of the StorageClass required by the claim. */
  readonly storageClassName?: string;
  /** volumeAttributesClassName may be used to set the VolumeAttributesClass used by this claim. */
  readonly volumeAttributesClassName?: string;
  /** volumeMode defines what type of volume is required by the claim. */
  readonly volumeMode?: 'Block' | 'Filesystem';
  /** volumeName is the binding reference to the PersistentVolume backing this claim. */
  readonly volumeName?: string;
}

/** PersistentVolumeClaimStatus is the current status of a persistent volume claim. */
export interface PersistentVolumeClaimStatus {
  /** accessModes contains the actual access modes the volume backing the PVC has. */
  readonly accessModes?: readonly ('ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod')[];
  /** allocatedResourceStatuses stores status of resource being resized for the given PVC. */
  readonly allocatedResourceStatuses?: Readonly<
    Record<
      string,
      | 'ControllerResizeInProgress'
      | 'ControllerResizeInfeasible'
      | 'NodeResizeInProgress'
      | 'NodeResizeInfeasible'
      | 'NodeResizePending'
    >
  >;
  /** allocatedResources tracks the resources allocated to a PVC including its capacity. */
  readonly allocatedResources?: Readonly<Record<string, Quantity>>;
  /** capacity represents the actual resources of the underlying volume. */
  readonly capacity?: Readonly<Record<string, Quantity>>;
  /** conditions is the current Condition of persistent volume claim. */
  readonly conditions?: readonly PersistentVolumeClaimCondition[];
  /** currentVolumeAttributesClassName is the current name of the VolumeAttributesClass the PVC is using. */
  readonly currentVolumeAttributesClassName?: string;
  /** ModifyVolumeStatus represents the status object of ControllerModifyVolume operation. */
  readonly modifyVolumeStatus?: ModifyVolumeStatus;
  /** phase represents the current phase of PersistentVolumeClaim. */
  readonly phase?: 'Bound' | 'Lost' | 'Pending';
}

/**
 * PersistentVolumeClaimTemplate is used to produce PersistentVolumeClaim objects as part of an EphemeralVolumeSource.
 */
export interface PersistentVolumeClaimTemplate {
  /** May contain labels and annotations that will be copied into the PVC when creating it. */
  readonly metadata?: TemplateMeta;
  /** The specification for the PersistentVolumeClaim. */
  readonly spec: PersistentVolumeClaimSpec;
}

/** PersistentVolumeClaimVolumeSource references the user's PVC in the same namespace. */
export interface PersistentVolumeClaimVolumeSource {
  /** claimName is the name of a PersistentVolumeClaim in the same namespace as the pod using this volume. */
  readonly claimName: string;
  /** readOnly Will force the ReadOnly setting in VolumeMounts. */
  readonly readOnly?: boolean;
}

/** PersistentVolumeSpec is the specification of a persistent volume. */
export interface PersistentVolumeSpec {
  /** accessModes contains all ways the volume can be mounted. */
  readonly accessModes?: readonly ('ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod')[];
  /**
   * awsElasticBlockStore represents an AWS Disk resource that is attached to a kubelet's host machine and then exposed
   * to the pod.
   * @deprecated AWSElasticBlockStore is deprecated.
   */
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /**
   * azureDisk represents an Azure Data Disk mount on the host and bind mount to the pod.
   * @deprecated AzureDisk is deprecated.
   */
  readonly azureDisk?: AzureDiskVolumeSource;
  /**
   * azureFile represents an Azure File Service mount on the host and bind mount to the pod.
   * @deprecated AzureFile is deprecated.
   */
  readonly azureFile?: AzureFilePersistentVolumeSource;
  /** capacity is the description of the persistent volume's resources and capacity. */
  readonly capacity?: Readonly<Record<string, Quantity>>;
  /**
   * cephFS represents a Ceph FS mount on the host that shares a pod's lifetime.
   * @deprecated CephFS is deprecated and the in-tree cephfs type is no longer supported.
   */
  readonly cephfs?: CephFSPersistentVolumeSource;
  /**
   * cinder represents a cinder volume attached and mounted on kubelets host machine.
   * @deprecated Cinder is deprecated.
   */
  readonly cinder?: CinderPersistentVolumeSource;
  /** claimRef is part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim. */
  readonly claimRef?: ObjectReference;
  /** csi represents storage that is handled by an external CSI driver. */
  readonly csi?: CSIPersistentVolumeSource;
  /**
   * fc represents a Fibre Channel resource that is attached to a kubelet's host machine and then exposed to the pod.
   */
  readonly fc?: FCVolumeSource;
  /**
   * flexVolume represents a generic volume resource that is provisioned/attached using an exec based plugin.
   * @deprecated FlexVolume is deprecated.
   */
  readonly flexVolume?: FlexPersistentVolumeSource;
  /**
   * flocker represents a Flocker volume attached to a kubelet's host machine and exposed to the pod for its usage.
   * @deprecated Flocker is deprecated and the in-tree flocker type is no longer supported.
   */
  readonly flocker?: FlockerVolumeSource;
  /**
   * gcePersistentDisk represents a GCE Disk resource that is attached to a kubelet's host machine and then exposed to
   * the pod.
   * @deprecated GCEPersistentDisk is deprecated.
   */
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /**
   * glusterfs represents a Glusterfs volume that is attached to a host and exposed to the pod.
   * @deprecated Glusterfs is deprecated and the in-tree glusterfs type is no longer supported.
   */
  readonly glusterfs?: GlusterfsPersistentVolumeSource;
  /** hostPath represents a directory on the host. */
  readonly hostPath?: HostPathVolumeSource;
  /**
   * iscsi represents an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod.
   */
  readonly iscsi?: ISCSIPersistentVolumeSource;
  /** local represents directly-attached storage with node affinity */
  readonly local?: LocalVolumeSource;
  /** mountOptions is the list of mount options, e.g. ["ro", "soft"]. */
  readonly mountOptions?: readonly string[];
  /** nfs represents an NFS mount on the host. */
  readonly nfs?: NFSVolumeSource;
  /** nodeAffinity defines constraints that limit what nodes this volume can be accessed from. */
  readonly nodeAffinity?: VolumeNodeAffinity;
  /** persistentVolumeReclaimPolicy defines what happens to a persistent volume when released from its claim. */
  readonly persistentVolumeReclaimPolicy?: 'Delete' | 'Recycle' | 'Retain';
  /**
   * photonPersistentDisk represents a PhotonController persistent disk attached and mounted on kubelets host machine.
   * @deprecated PhotonPersistentDisk is deprecated and the in-tree photonPersistentDisk type is no longer supported.
   */
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /**
   * portworxVolume represents a portworx volume attached and mounted on kubelets host machine.
   * @deprecated PortworxVolume is deprecated.
   */
  readonly portworxVolume?: PortworxVolumeSource;
  /**
   * quobyte represents a Quobyte mount on the host that shares a pod's lifetime.
   * @deprecated Quobyte is deprecated and the in-tree quobyte type is no longer supported.
   */
  readonly quobyte?: QuobyteVolumeSource;
  /**
   * rbd represents a Rados Block Device mount on the host that shares a pod's lifetime.
   * @deprecated RBD is deprecated and the in-tree rbd type is no longer supported.
   */
  readonly rbd?: RBDPersistentVolumeSource;
  /**
   * scaleIO represents a ScaleIO persistent volume attached and mounted on Kubernetes nodes.
   * @deprecated ScaleIO is deprecated and the in-tree scaleIO type is no longer supported.
   */
  readonly scaleIO?: ScaleIOPersistentVolumeSource;
  /** storageClassName is the name of StorageClass to which this persistent volume belongs. */
  readonly storageClassName?: string;
  /**
   * storageOS represents a StorageOS volume that is attached to the kubelet's host machine and mounted into the pod.
   * @deprecated StorageOS is deprecated and the in-tree storageos type is no longer supported.
   */
  readonly storageos?: StorageOSPersistentVolumeSource;
  /** Name of VolumeAttributesClass to which this persistent volume belongs. */
  readonly volumeAttributesClassName?: string;
  /**
   * volumeMode defines if a volume is intended to be used with a formatted filesystem or to remain in raw block state.
   */
  readonly volumeMode?: 'Block' | 'Filesystem';
  /**
   * vsphereVolume represents a vSphere volume attached and mounted on kubelets host machine.
   * @deprecated VsphereVolume is deprecated.
   */
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource;
}

/** PersistentVolumeStatus is the current status of a persistent volume. */
export interface PersistentVolumeStatus {
  /**
   * lastPhaseTransitionTime is the time the phase transitioned from one to another and automatically resets to current
   * time everytime a volume phase transitions.
   */
  readonly lastPhaseTransitionTime?: string;
  /** message is a human-readable message indicating details about why the volume is in this state. */
  readonly message?: string;
  /** phase indicates if a volume is available, bound to a claim, or released by a claim. */
  readonly phase?: 'Available' | 'Bound' | 'Failed' | 'Pending' | 'Released';
  /**
   * reason is a brief CamelCase string that describes any failure and is meant for machine parsing and tidy display in
   * the CLI.
   */
  readonly reason?: string;
}

/** Represents a Photon Controller persistent disk resource. */
export interface PhotonPersistentDiskVolumeSource {
  /** fsType is the filesystem type to mount. */
  readonly fsType?: string;
  /** pdID is the ID that identifies Photon Controller persistent disk */
  readonly pdID: string;
}

/** Pod affinity is a group of inter pod affinity scheduling rules. */
export interface PodAffinity {
  /**
   * The scheduler will prefer to schedule pods to nodes that satisfy the affinity expressions specified by this field,
   * but it may choose a node that violates one or more of the expressions.
   */
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[];
  /**
   * If the affinity requirements specified by this field are not met at scheduling time, the pod will not be scheduled
   * onto the node.
   */
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[];
}

/**
 * Defines a set of pods (namely those matching the labelSelector relative to the given namespace(s)) that this pod
 * should be co-located (affinity) or not co-located (anti-affinity) with, where co-located is defined as running on a
 * node whose value of the label with key <topologyKey> matches that of any node on which a pod of the set of pods is
 * running
 */
export interface PodAffinityTerm {
  /** A label query over a set of resources, in this case pods. */
  readonly labelSelector?: LabelSelector;
  /** MatchLabelKeys is a set of pod label keys to select which pods will be taken into consideration. */
  readonly matchLabelKeys?: readonly string[];
  /** MismatchLabelKeys is a set of pod label keys to select which pods will be taken into consideration. */
  readonly mismatchLabelKeys?: readonly string[];
  /** A label query over the set of namespaces that the term applies to. */
  readonly namespaceSelector?: LabelSelector;
  /** namespaces specifies a static list of namespace names that the term applies to. */
  readonly namespaces?: readonly string[];
  /**
   * This pod should be co-located (affinity) or not co-located (anti-affinity) with the pods matching the labelSelector
   * in the specified namespaces, where co-located is defined as running on a node whose value of the label with key
   * topologyKey matches that of any node on which any of the selected pods is running.
   */
  readonly topologyKey: string;
}

/** Pod anti affinity is a group of inter pod anti affinity scheduling rules. */
export interface PodAntiAffinity {
  /**
   * The scheduler will prefer to schedule pods to nodes that satisfy the anti-affinity expressions specified by this
   * field, but it may choose a node that violates one or more of the expressions.
   */
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[];
  /**
   * If the anti-affinity requirements specified by this field are not met at scheduling time, the pod will not be
   * scheduled onto the node.
   */
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[];
}

/** PodCertificateProjection provides a private key and X.509 certificate in the pod filesystem. */
export interface PodCertificateProjection {
  /** Write the certificate chain at this path in the projected volume. */
  readonly certificateChainPath?: string;
  /** Write the credential bundle at this path in the projected volume. */
  readonly credentialBundlePath?: string;
  /** Write the key at this path in the projected volume. */
  readonly keyPath?: string;
  /** The type of keypair Kubelet will generate for the pod. */
  readonly keyType: string;
  /** maxExpirationSeconds is the maximum lifetime permitted for the certificate. */
  readonly maxExpirationSeconds?: number;
  /** Kubelet's generated CSRs will be addressed to this signer. */
  readonly signerName: string;
  /** userAnnotations allow pod authors to pass additional information to the signer implementation. */
  readonly userAnnotations?: Readonly<Record<string, string>>;
}

/** PodCondition contains details for the current condition of this pod. */
export interface PodCondition {
  /** Last time we probed the condition. */
  readonly lastProbeTime?: string | null;
  /** Last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: string | null;
  /** Human-readable message indicating details about last transition. */
  readonly message?: string;
  /** If set, this represents the .metadata.generation that the pod condition was set based upon. */
  readonly observedGeneration?: number;
  /** Unique, one-word, CamelCase reason for the condition's last transition. */
  readonly reason?: string;
  /** Status is the status of the condition. */
  readonly status: string;
  /** Type is the type of the condition. */
  readonly type: string;
}

/** PodDNSConfig defines the DNS parameters of a pod in addition to those generated from DNSPolicy. */
export interface PodDNSConfig {
  /** A list of DNS name server IP addresses. */
  readonly nameservers?: readonly string[];
  /** A list of DNS resolver options. */
  readonly options?: readonly PodDNSConfigOption[];
  /** A list of DNS search domains for host-name lookup. */
  readonly searches?: readonly string[];
}

/** PodDNSConfigOption defines DNS resolver options of a pod. */
export interface PodDNSConfigOption {
  /** Name is this DNS resolver option's name. */
  readonly name?: string;
  /** Value is this DNS resolver option's value. */
  readonly value?: string;
}

/** PodExtendedResourceClaimStatus is stored in the PodStatus for the extended resource requests backed by DRA. */
export interface PodExtendedResourceClaimStatus {
  /**
   * RequestMappings identifies the mapping of <container, extended resource backed by DRA> to device request in the
   * generated ResourceClaim.
   */
  readonly requestMappings: readonly ContainerExtendedResourceRequest[];
  /** ResourceClaimName is the name of the ResourceClaim that was generated for the Pod in the namespace of the Pod. */
  readonly resourceClaimName: string;
}

/** PodIP represents a single IP address allocated to the pod. */
export interface PodIP {
  /** IP is the IP address assigned to the pod */
  readonly ip: string;
}

/** PodOS defines the OS parameters of a pod. */
export interface PodOS {
  /** Name is the name of the operating system. */
  readonly name: string;
}

/** PodReadinessGate contains the reference to a pod condition */
export interface PodReadinessGate {
  /** ConditionType refers to a condition in the pod's condition list with matching type. */
  readonly conditionType: string;
}

/**
 * PodResourceClaim references exactly one ResourceClaim, either directly or by naming a ResourceClaimTemplate which
 * is then turned into a ResourceClaim for the pod.
 */
export interface PodResourceClaim {
  /** Name uniquely identifies this resource claim inside the pod. */
  readonly name: string;
  /** ResourceClaimName is the name of a ResourceClaim object in the same namespace as this pod. */
  readonly resourceClaimName?: string;
  /** ResourceClaimTemplateName is the name of a ResourceClaimTemplate object in the same namespace as this pod. */
  readonly resourceClaimTemplateName?: string;
}

/**
 * PodResourceClaimStatus is stored in the PodStatus for each PodResourceClaim which references a
 * ResourceClaimTemplate.
 */
export interface PodResourceClaimStatus {
  /** Name uniquely identifies this resource claim inside the pod. */
  readonly name: string;
  /** ResourceClaimName is the name of the ResourceClaim that was generated for the Pod in the namespace of the Pod. */
  readonly resourceClaimName?: string;
}

/** PodSchedulingGate is associated to a Pod to guard its scheduling. */
export interface PodSchedulingGate {
  /** Name of the scheduling gate. */
  readonly name: string;
}

/** PodSchedulingGroup identifies the runtime scheduling group instance that a Pod belongs to. */
export interface PodSchedulingGroup {
  /**
   * PodGroupName specifies the name of the standalone PodGroup object that represents the runtime instance of this
   * group.
   */
  readonly podGroupName?: string;
}

/** PodSecurityContext holds pod-level security attributes and common container settings. */
export interface PodSecurityContext {
  /** appArmorProfile is the AppArmor options to use by the containers in this pod. */
  readonly appArmorProfile?: AppArmorProfile;
  /** A special supplemental group that applies to all containers in a pod. */
  readonly fsGroup?: number;
  /**
   * fsGroupChangePolicy defines behavior of changing ownership and permission of the volume before being exposed inside
   * Pod.
   */
  readonly fsGroupChangePolicy?: 'Always' | 'OnRootMismatch';
  /** The GID to run the entrypoint of the container process. */
  readonly runAsGroup?: number;
  /** Indicates that the container must run as a non-root user. */
  readonly runAsNonRoot?: boolean;
  /** The UID to run the entrypoint of the container process. */
  readonly runAsUser?: number;
  /** seLinuxChangePolicy defines how the container's SELinux label is applied to all volumes used by the Pod. */
  readonly seLinuxChangePolicy?: string;
  /** The SELinux context to be applied to all containers. */
  readonly seLinuxOptions?: SELinuxOptions;
  /** The seccomp options to use by the containers in this pod. */
  readonly seccompProfile?: SeccompProfile;
  /**
   * A list of groups applied to the first process run in each container, in addition to the container's primary GID and
   * fsGroup (if specified).
   */
  readonly supplementalGroups?: readonly number[];
  /** Defines how supplemental groups of the first container processes are calculated. */
  readonly supplementalGroupsPolicy?: 'Merge' | 'Strict';
  /** Sysctls hold a list of namespaced sysctls used for the pod. */
  readonly sysctls?: readonly Sysctl[];
  /** The Windows specific settings applied to all containers. */
  readonly windowsOptions?: WindowsSecurityContextOptions;
}

/** PodSpec is a description of a pod. */
export interface PodSpec {
  /**
   * Optional duration in seconds the pod may be active on the node relative to StartTime before the system will
   * actively try to mark it failed and kill associated containers.
   */
  readonly activeDeadlineSeconds?: number;
  /** If specified, the pod's scheduling constraints */
  readonly affinity?: Affinity;
  /** AutomountServiceAccountToken indicates whether a service account token should be automatically mounted. */
  readonly automountServiceAccountToken?: boolean;
  /** List of containers belonging to the pod. */
  readonly containers: readonly Container[];
  /** Specifies the DNS parameters of a pod. */
  readonly dnsConfig?: PodDNSConfig;
  /** Set DNS policy for the pod. */
  readonly dnsPolicy?: 'ClusterFirst' | 'ClusterFirstWithHostNet' | 'Default' | 'None';
  /**
   * EnableServiceLinks indicates whether information about services should be injected into pod's environment
   * variables, matching the syntax of Docker links.
   */
  readonly enableServiceLinks?: boolean;
  /** List of ephemeral containers run in this pod. */
  readonly ephemeralContainers?: readonly EphemeralContainer[];
  /** HostAliases is an optional list of hosts and IPs that will be injected into the pod's hosts file if specified. */
  readonly hostAliases?: readonly HostAlias[];
  /** Use the host's ipc namespace. */
  readonly hostIPC?: boolean;
  /** Host networking requested for this pod. */
  readonly hostNetwork?: boolean;
  /** Use the host's pid namespace. */
  readonly hostPID?: boolean;
  /** Use the host's user namespace. */
  readonly hostUsers?: boolean;
  /** Specifies the hostname of the Pod If not specified, the pod's hostname will be set to a system-defined value. */
  readonly hostname?: string;
  /** HostnameOverride specifies an explicit override for the pod's hostname as perceived by the pod. */
  readonly hostnameOverride?: string;
  /**
   * ImagePullSecrets is an optional list of references to secrets in the same namespace to use for pulling any of the
   * images used by this PodSpec.
   */
  readonly imagePullSecrets?: readonly LocalObjectReference[];
  /** List of initialization containers belonging to the pod. */
  readonly initContainers?: readonly Container[];
  /** NodeName indicates in which node this pod is scheduled. */
  readonly nodeName?: string;
  /** NodeSelector is a selector which must be true for the pod to fit on a node. */
  readonly nodeSelector?: Readonly<Record<string, string>>;
  /** Specifies the OS of the containers in the pod. */
  readonly os?: PodOS;
  /** Overhead represents the resource overhead associated with running a pod for a given RuntimeClass. */
  readonly overhead?: Readonly<Record<string, Quantity>>;
  /** PreemptionPolicy is the Policy for preempting pods with lower priority. */
  readonly preemptionPolicy?: 'Never' | 'PreemptLowerPriority';
  /** The priority value. */
  readonly priority?: number;
  /** If specified, indicates the pod's priority. */
  readonly priorityClassName?: string;
  /** If specified, all readiness gates will be evaluated for pod readiness. */
  readonly readinessGates?: readonly PodReadinessGate[];
  /** ResourceClaims defines which ResourceClaims must be allocated and reserved before the Pod is allowed to start. */
  readonly resourceClaims?: readonly PodResourceClaim[];
  /** Resources is the total amount of CPU and Memory resources required by all containers in the pod. */
  readonly resources?: ResourceRequirements;
  /** Restart policy for all containers within the pod. */
  readonly restartPolicy?: 'Always' | 'Never' | 'OnFailure';
  /**
   * RuntimeClassName refers to a RuntimeClass object in the node.k8s.io group, which should be used to run this pod.
   */
  readonly runtimeClassName?: string;
  /** If specified, the pod will be dispatched by specified scheduler. */
  readonly schedulerName?: string;
  /** SchedulingGates is an opaque list of values that if specified will block scheduling the pod. */
  readonly schedulingGates?: readonly PodSchedulingGate[];
  /**
   * SchedulingGroup provides a reference to the immediate scheduling runtime grouping object that this Pod belongs to.
   */
  readonly schedulingGroup?: PodSchedulingGroup;
  /** SecurityContext holds pod-level security attributes and common container settings. */
  readonly securityContext?: PodSecurityContext;
  /**
   * DeprecatedServiceAccount is a deprecated alias for ServiceAccountName.
   * @deprecated Use serviceAccountName instead.
   */
  readonly serviceAccount?: string;
  /** ServiceAccountName is the name of the ServiceAccount to use to run this pod. */
  readonly serviceAccountName?: string;
  /** If true the pod's hostname will be configured as the pod's FQDN, rather than the leaf name (the default). */
  readonly setHostnameAsFQDN?: boolean;
  /** Share a single process namespace between all of the containers in a pod. */
  readonly shareProcessNamespace?: boolean;
  /**
   * If specified, the fully qualified Pod hostname will be "<hostname>.<subdomain>.<pod namespace>.svc.<cluster
   * domain>".
   */
  readonly subdomain?: string;
  /** Optional duration in seconds the pod needs to terminate gracefully. */
  readonly terminationGracePeriodSeconds?: number;
  /** If specified, the pod's tolerations. */
  readonly tolerations?: readonly Toleration[];
  /** TopologySpreadConstraints describes how a group of pods ought to spread across topology domains. */
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[];
  /** List of volumes that can be mounted by containers belonging to the pod. */
  readonly volumes?: readonly Volume[];
}

/** PodStatus represents information about the status of a pod. */
export interface PodStatus {
  /** AllocatedResources is the total requests allocated for this pod by the node. */
  readonly allocatedResources?: Readonly<Record<string, Quantity>>;
  /** Current service state of pod. */
  readonly conditions?: readonly PodCondition[];
  /** Statuses of containers in this pod. */
  readonly containerStatuses?: readonly ContainerStatus[];
  /** Statuses for any ephemeral containers that have run in this pod. */
  readonly ephemeralContainerStatuses?: readonly ContainerStatus[];
  /** Status of extended resource claim backed by DRA. */
  readonly extendedResourceClaimStatus?: PodExtendedResourceClaimStatus;
  /** hostIP holds the IP address of the host to which the pod is assigned. */
  readonly hostIP?: string;
  /** hostIPs holds the IP addresses allocated to the host. */
  readonly hostIPs?: readonly HostIP[];
  /** Statuses of init containers in this pod. */
  readonly initContainerStatuses?: readonly ContainerStatus[];
  /** A human readable message indicating details about why the pod is in this condition. */
  readonly message?: string;
  /**
   * NodeAllocatableResourceClaimStatuses contains the status of node-allocatable resources that were allocated for this
   * pod through DRA claims.
   */
  readonly nodeAllocatableResourceClaimStatuses?: readonly NodeAllocatableResourceClaimStatus[];
  /**
   * nominatedNodeName is set only when this pod preempts other pods on the node, but it cannot be scheduled right away
   * as preemption victims receive their graceful termination periods.
   */
  readonly nominatedNodeName?: string;
  /** If set, this represents the .metadata.generation that the pod status was set based upon. */
  readonly observedGeneration?: number;
  /** The phase of a Pod is a simple, high-level summary of where the Pod is in its lifecycle. */
  readonly phase?: 'Failed' | 'Pending' | 'Running' | 'Succeeded' | 'Unknown';
  /** podIP address allocated to the pod. */
  readonly podIP?: string;
  /** podIPs holds the IP addresses allocated to the pod. */
  readonly podIPs?: readonly PodIP[];
  /**
   * The Quality of Service (QOS) classification assigned to the pod based on resource requirements See PodQOSClass type
   * for available QOS classes
   */
  readonly qosClass?: 'BestEffort' | 'Burstable' | 'Guaranteed';
  /** A brief CamelCase message indicating details about why the pod is in this state. e.g. 'Evicted' */
  readonly reason?: string;
  /**
   * Status of resources resize desired for pod's containers.
   * @deprecated Resize status is moved to two pod conditions PodResizePending and PodResizeInProgress.
   */
  readonly resize?: string;
  /** Status of resource claims. */
  readonly resourceClaimStatuses?: readonly PodResourceClaimStatus[];
  /**
   * Resources represents the compute resource requests and limits that have been applied at the pod level if pod-level
   * requests or limits are set in PodSpec.Resources
   */
  readonly resources?: ResourceRequirements;
  /** RFC 3339 date and time at which the object was acknowledged by the Kubelet. */
  readonly startTime?: string;
}

/** PodTemplateSpec describes the data a pod should have when created from a template */
export interface PodTemplateSpec {
  /** Standard object's metadata. */
  readonly metadata?: TemplateMeta;
  /** Specification of the desired behavior of the pod. */
  readonly spec?: PodSpec;
}

/** PortStatus represents the error condition of a service port */
export interface PortStatus {
  /**
   * Error is to record the problem with the service port The format of the error shall comply with the following rules:
   * - built-in error values shall be specified in this file and those shall use CamelCase names
   */
  readonly error?: string;
  /** Port is the port number of the service port of which status is recorded here */
  readonly port: number;
  /**
   * Protocol is the protocol of the service port of which status is recorded here The supported values are: "TCP",
   * "UDP", "SCTP"
   */
  readonly protocol: 'SCTP' | 'TCP' | 'UDP';
}

/** PortworxVolumeSource represents a Portworx volume resource. */
export interface PortworxVolumeSource {
  /**
   * fSType represents the filesystem type to mount Must be a filesystem type supported by the host operating system.
   */
  readonly fsType?: string;
  /** readOnly defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** volumeID uniquely identifies a Portworx volume */
  readonly volumeID: string;
}

/** An empty preferred scheduling term matches all objects with implicit weight 0 (i.e. it's a no-op). */
export interface PreferredSchedulingTerm {
  /** A node selector term, associated with the corresponding weight. */
  readonly preference: NodeSelectorTerm;
  /** Weight associated with matching the corresponding nodeSelectorTerm, in the range 1-100. */
  readonly weight: number;
}

/**
 * Probe describes a health check to be performed against a container to determine whether it is alive or ready to
 * receive traffic.
 */
export interface Probe {
  /** Exec specifies a command to execute in the container. */
  readonly exec?: ExecAction;
  /** Minimum consecutive failures for the probe to be considered failed after having succeeded. */
  readonly failureThreshold?: number;
  /** GRPC specifies a GRPC HealthCheckRequest. */
  readonly grpc?: GRPCAction;
  /** HTTPGet specifies an HTTP GET request to perform. */
  readonly httpGet?: HTTPGetAction;
  /** Number of seconds after the container has started before liveness probes are initiated. */
  readonly initialDelaySeconds?: number;
  /** How often (in seconds) to perform the probe. */
  readonly periodSeconds?: number;
  /** Minimum consecutive successes for the probe to be considered successful after having failed. */
  readonly successThreshold?: number;
  /** TCPSocket specifies a connection to a TCP port. */
  readonly tcpSocket?: TCPSocketAction;
  /** Optional duration in seconds the pod needs to terminate gracefully upon probe failure. */
  readonly terminationGracePeriodSeconds?: number;
  /** Number of seconds after which the probe times out. */
  readonly timeoutSeconds?: number;
}

/** Represents a projected volume source */
export interface ProjectedVolumeSource {
  /** defaultMode are the mode bits used to set permissions on created files by default. */
  readonly defaultMode?: number;
  /** sources is the list of volume projections. */
  readonly sources?: readonly VolumeProjection[] | null;
}

/** Represents a Quobyte mount that lasts the lifetime of a pod. */
export interface QuobyteVolumeSource {
  /** group to map volume access to Default is no group */
  readonly group?: string;
  /** readOnly here will force the Quobyte volume to be mounted with read-only permissions. */
  readonly readOnly?: boolean;
  /**
   * registry represents a single or multiple Quobyte Registry services specified as a string as host:port pair
   * (multiple entries are separated with commas) which acts as the central registry for volumes
   */
  readonly registry: string;
  /**
   * tenant owning the given Quobyte volume in the Backend Used with dynamically provisioned Quobyte volumes, value is
   * set by the plugin
   */
  readonly tenant?: string;
  /** user to map volume access to Defaults to serivceaccount user */
  readonly user?: string;
  /** volume is a string that references an already created Quobyte volume by name. */
  readonly volume: string;
}

/** Represents a Rados Block Device mount that lasts the lifetime of a pod. */
export interface RBDPersistentVolumeSource {
  /** fsType is the filesystem type of the volume that you want to mount. */
  readonly fsType?: string;
  /** image is the rados image name. */
  readonly image: string;
  /** keyring is the path to key ring for RBDUser. */
  readonly keyring?: string;
  /** monitors is a collection of Ceph monitors. */
  readonly monitors: readonly string[];
  /** pool is the rados pool name. */
  readonly pool?: string;
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readonly readOnly?: boolean;
  /** secretRef is name of the authentication secret for RBDUser. */
  readonly secretRef?: SecretReference;
  /** user is the rados user name. */
  readonly user?: string;
}

/** Represents a Rados Block Device mount that lasts the lifetime of a pod. */
export interface RBDVolumeSource {
  /** fsType is the filesystem type of the volume that you want to mount. */
  readonly fsType?: string;
  /** image is the rados image name. */
  readonly image: string;
  /** keyring is the path to key ring for RBDUser. */
  readonly keyring?: string;
  /** monitors is a collection of Ceph monitors. */
  readonly monitors: readonly string[];
  /** pool is the rados pool name. */
  readonly pool?: string;
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readonly readOnly?: boolean;
  /** secretRef is name of the authentication secret for RBDUser. */
  readonly secretRef?: LocalObjectReference;
  /** user is the rados user name. */
  readonly user?: string;
}

/** ReplicationControllerCondition describes the state of a replication controller at a certain point. */
export interface ReplicationControllerCondition {
  /** The last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: string | null;
  /** A human readable message indicating details about the transition. */
  readonly message?: string;
  /** The reason for the condition's last transition. */
  readonly reason?: string;
  /** Status of the condition, one of True, False, Unknown. */
  readonly status: string;
  /** Type of replication controller condition. */
  readonly type: string;
}

/** ReplicationControllerSpec is the specification of a replication controller. */
export interface ReplicationControllerSpec {
  /**
   * Minimum number of seconds for which a newly created pod should be ready without any of its container crashing, for
   * it to be considered available.
   */
  readonly minReadySeconds?: number;
  /** Replicas is the number of desired replicas. */
  readonly replicas?: number;
  /** Selector is a label query over pods that should match the Replicas count. */
  readonly selector?: Readonly<Record<string, string>>;
  /** Template is the object that describes the pod that will be created if insufficient replicas are detected. */
  readonly template?: PodTemplateSpec;
}

/** ReplicationControllerStatus represents the current status of a replication controller. */
export interface ReplicationControllerStatus {
  /** The number of available replicas (ready for at least minReadySeconds) for this replication controller. */
  readonly availableReplicas?: number;
  /** Represents the latest available observations of a replication controller's current state. */
  readonly conditions?: readonly ReplicationControllerCondition[];
  /** The number of pods that have labels matching the labels of the pod template of the replication controller. */
  readonly fullyLabeledReplicas?: number;
  /** ObservedGeneration reflects the generation of the most recently observed replication controller. */
  readonly observedGeneration?: number;
  /** The number of ready replicas for this replication controller. */
  readonly readyReplicas?: number;
  /** Replicas is the most recently observed number of replicas. */
  readonly replicas: number;
}

/** ResourceFieldSelector represents container resources (cpu, memory) and their output format */
export interface ResourceFieldSelector {
  /** Container name: required for volumes, optional for env vars */
  readonly containerName?: string;
  /** Specifies the output format of the exposed resources, defaults to "1" */
  readonly divisor?: Quantity;
  /** Required: resource to select */
  readonly resource: string;
}

/** ResourceHealth represents the health of a resource. */
export interface ResourceHealth {
  /** Health of the resource. can be one of */
  readonly health?: string;
  /** Message provides human-readable context for Health (e.g. "ECC error count exceeded threshold"). */
  readonly message?: string;
  /** ResourceID is the unique identifier of the resource. */
  readonly resourceID: string;
}

/** ResourceQuotaSpec defines the desired hard limits to enforce for Quota. */
export interface ResourceQuotaSpec {
  /** hard is the set of desired hard limits for each named resource. */
  readonly hard?: Readonly<Record<string, Quantity>>;
  /**
   * scopeSelector is also a collection of filters like scopes that must match each object tracked by a quota but
   * expressed using ScopeSelectorOperator in combination with possible values.
   */
  readonly scopeSelector?: ScopeSelector;
  /** A collection of filters that must match each object tracked by a quota. */
  readonly scopes?: readonly (
    | 'BestEffort'
    | 'CrossNamespacePodAffinity'
    | 'NotBestEffort'
    | 'NotTerminating'
    | 'PriorityClass'
    | 'Terminating'
    | 'VolumeAttributesClass'
  )[];
}

/** ResourceQuotaStatus defines the enforced hard limits and observed use. */
export interface ResourceQuotaStatus {
  /** Hard is the set of enforced hard limits for each named resource. */
  readonly hard?: Readonly<Record<string, Quantity>>;
  /** Used is the current observed total usage of the resource in the namespace. */
  readonly used?: Readonly<Record<string, Quantity>>;
}

/** ResourceRequirements describes the compute resource requirements. */
export interface ResourceRequirements {
  /** Claims lists the names of resources, defined in spec.resourceClaims, that are used by this container. */
  readonly claims?: readonly ContainerResourceClaim[];
  /** Limits describes the maximum amount of compute resources allowed. */
  readonly limits?: Readonly<Record<string, Quantity>>;
  /** Requests describes the minimum amount of compute resources required. */
  readonly requests?: Readonly<Record<string, Quantity>>;
}

/** ResourceStatus represents the status of a single resource allocated to a Pod. */
export interface ResourceStatus {
  /** Name of the resource. */
  readonly name: string;
  /** List of unique resources health. */
  readonly resources?: readonly ResourceHealth[];
}

/** SELinuxOptions are the labels to be applied to the container */
export interface SELinuxOptions {
  /** Level is SELinux level label that applies to the container. */
  readonly level?: string;
  /** Role is a SELinux role label that applies to the container. */
  readonly role?: string;
  /** Type is a SELinux type label that applies to the container. */
  readonly type?: string;
  /** User is a SELinux user label that applies to the container. */
  readonly user?: string;
}

/** ScaleIOPersistentVolumeSource represents a persistent ScaleIO volume */
export interface ScaleIOPersistentVolumeSource {
  /** fsType is the filesystem type to mount. */
  readonly fsType?: string;
  /** gateway is the host address of the ScaleIO API Gateway. */
  readonly gateway: string;
  /** protectionDomain is the name of the ScaleIO Protection Domain for the configured storage. */
  readonly protectionDomain?: string;
  /** readOnly defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** secretRef references to the secret for ScaleIO user and other sensitive information. */
  readonly secretRef: SecretReference | null;
  /** sslEnabled is the flag to enable/disable SSL communication with Gateway, default false */
  readonly sslEnabled?: boolean;
  /** storageMode indicates whether the storage for a volume should be ThickProvisioned or ThinProvisioned. */
  readonly storageMode?: string;
  /** storagePool is the ScaleIO Storage Pool associated with the protection domain. */
  readonly storagePool?: string;
  /** system is the name of the storage system as configured in ScaleIO. */
  readonly system: string;
  /**
   * volumeName is the name of a volume already created in the ScaleIO system that is associated with this volume
   * source.
   */
  readonly volumeName?: string;
}

/** ScaleIOVolumeSource represents a persistent ScaleIO volume */
export interface ScaleIOVolumeSource {
  /** fsType is the filesystem type to mount. */
  readonly fsType?: string;
  /** gateway is the host address of the ScaleIO API Gateway. */
  readonly gateway: string;
  /** protectionDomain is the name of the ScaleIO Protection Domain for the configured storage. */
  readonly protectionDomain?: string;
  /** readOnly Defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** secretRef references to the secret for ScaleIO user and other sensitive information. */
  readonly secretRef: LocalObjectReference;
  /** sslEnabled Flag enable/disable SSL communication with Gateway, default false */
  readonly sslEnabled?: boolean;
  /** storageMode indicates whether the storage for a volume should be ThickProvisioned or ThinProvisioned. */
  readonly storageMode?: string;
  /** storagePool is the ScaleIO Storage Pool associated with the protection domain. */
  readonly storagePool?: string;
  /** system is the name of the storage system as configured in ScaleIO. */
  readonly system: string;
  /**
   * volumeName is the name of a volume already created in the ScaleIO system that is associated with this volume
   * source.
   */
  readonly volumeName?: string;
}

/** A scope selector represents the AND of the selectors represented by the scoped-resource selector requirements. */
export interface ScopeSelector {
  /** A list of scope selector requirements by scope of the resources. */
  readonly matchExpressions?: readonly ScopedResourceSelectorRequirement[];
}

/**
 * A scoped-resource selector requirement is a selector that contains values, a scope name, and an operator that
 * relates the scope name and values.
 */
export interface ScopedResourceSelectorRequirement {
  /** Represents a scope's relationship to a set of values. */
  readonly operator: 'DoesNotExist' | 'Exists' | 'In' | 'NotIn';
  /** The name of the scope that the selector applies to. */
  readonly scopeName:
    | 'BestEffort'
    | 'CrossNamespacePodAffinity'
    | 'NotBestEffort'
    | 'NotTerminating'
    | 'PriorityClass'
    | 'Terminating'
    | 'VolumeAttributesClass';
  /** An array of string values. */
  readonly values?: readonly string[];
}

/** SeccompProfile defines a pod/container's seccomp profile settings. */
export interface SeccompProfile {
  /** localhostProfile indicates a profile defined in a file on the node should be used. */
  readonly localhostProfile?: string;
  /** type indicates which kind of seccomp profile will be applied. */
  readonly type: 'Localhost' | 'RuntimeDefault' | 'Unconfined';
}

/** SecretEnvSource selects a Secret to populate the environment variables with. */
export interface SecretEnvSource {
  /** Name of the referent. */
  readonly name?: string;
  /** Specify whether the Secret must be defined */
  readonly optional?: boolean;
}

/** SecretKeySelector selects a key of a Secret. */
export interface SecretKeySelector {
  /** The key of the secret to select from. */
  readonly key: string;
  /** Name of the referent. */
  readonly name?: string;
  /** Specify whether the Secret or its key must be defined */
  readonly optional?: boolean;
}

/** Adapts a secret into a projected volume. */
export interface SecretProjection {
  /**
   * items if unspecified, each key-value pair in the Data field of the referenced Secret will be projected into the
   * volume as a file whose name is the key and content is the value.
   */
  readonly items?: readonly KeyToPath[];
  /** Name of the referent. */
  readonly name?: string;
  /** optional field specify whether the Secret or its key must be defined */
  readonly optional?: boolean;
}

/** SecretReference represents a Secret Reference. */
export interface SecretReference {
  /** name is unique within a namespace to reference a secret resource. */
  readonly name?: string;
  /** namespace defines the space within which the secret name must be unique. */
  readonly namespace?: string;
}

/** Adapts a Secret into a volume. */
export interface SecretVolumeSource {
  /** defaultMode is Optional: mode bits used to set permissions on created files by default. */
  readonly defaultMode?: number;
  /**
   * items If unspecified, each key-value pair in the Data field of the referenced Secret will be projected into the
   * volume as a file whose name is the key and content is the value.
   */
  readonly items?: readonly KeyToPath[];
  /** optional field specify whether the Secret or its keys must be defined */
  readonly optional?: boolean;
  /** secretName is the name of the secret in the pod's namespace to use. */
  readonly secretName?: string;
}

/** SecurityContext holds security configuration that will be applied to a container. */
export interface SecurityContext {
  /** AllowPrivilegeEscalation controls whether a process can gain more privileges than its parent process. */
  readonly allowPrivilegeEscalation?: boolean;
  /** appArmorProfile is the AppArmor options to use by this container. */
  readonly appArmorProfile?: AppArmorProfile;
  /** The capabilities to add/drop when running containers. */
  readonly capabilities?: Capabilities;
  /** Run container in privileged mode. */
  readonly privileged?: boolean;
  /** procMount denotes the type of proc mount to use for the containers. */
  readonly procMount?: 'Default' | 'Unmasked';
  /** Whether this container has a read-only root filesystem. */
  readonly readOnlyRootFilesystem?: boolean;
  /** The GID to run the entrypoint of the container process. */
  readonly runAsGroup?: number;
  /** Indicates that the container must run as a non-root user. */
  readonly runAsNonRoot?: boolean;
  /** The UID to run the entrypoint of the container process. */
  readonly runAsUser?: number;
  /** The SELinux context to be applied to the container. */
  readonly seLinuxOptions?: SELinuxOptions;
  /** The seccomp options to use by this container. */
  readonly seccompProfile?: SeccompProfile;
  /** The Windows specific settings applied to all containers. */
  readonly windowsOptions?: WindowsSecurityContextOptions;
}

/** ServiceAccountTokenProjection represents a projected service account token volume. */
export interface ServiceAccountTokenProjection {
  /** audience is the intended audience of the token. */
  readonly audience?: string;
  /** expirationSeconds is the requested duration of validity of the service account token. */
  readonly expirationSeconds?: number;
  /** path is the path relative to the mount point of the file to project the token into. */
  readonly path: string;
}

/** ServicePort contains information on service's port. */
export interface ServicePort {
  /** The application protocol for this port. */
  readonly appProtocol?: string;
  /** The name of this port within the service. */
  readonly name?: string;
  /** The port on each node on which this service is exposed when type is NodePort or LoadBalancer. */
  readonly nodePort?: number;
  /** The port that will be exposed by this service. */
  readonly port: number;
  /** The IP protocol for this port. */
  readonly protocol?: 'SCTP' | 'TCP' | 'UDP';
  /** Number or name of the port to access on the pods targeted by the service. */
  readonly targetPort?: IntOrString;
}

/** ServiceSpec describes the attributes that a user creates on a service. */
export interface ServiceSpec {
  /**
   * allocateLoadBalancerNodePorts defines if NodePorts will be automatically allocated for services with type
   * LoadBalancer.
   */
  readonly allocateLoadBalancerNodePorts?: boolean;
  /** clusterIP is the IP address of the service and is usually assigned randomly. */
  readonly clusterIP?: string;
  /** ClusterIPs is a list of IP addresses assigned to this service, and are usually assigned randomly. */
  readonly clusterIPs?: readonly string[];
  /** externalIPs is a list of IP addresses for which nodes in the cluster will also accept traffic for this service. */
  readonly externalIPs?: readonly string[];
  /**
   * externalName is the external reference that discovery mechanisms will return as an alias for this service (e.g. a
   * DNS CNAME record).
   */
  readonly externalName?: string;
  /**
   * externalTrafficPolicy describes how nodes distribute service traffic they receive on one of the Service's
   * "externally-facing" addresses (NodePorts, ExternalIPs, and LoadBalancer IPs).
   */
  readonly externalTrafficPolicy?: 'Cluster' | 'Local';
  /** healthCheckNodePort specifies the healthcheck nodePort for the service. */
  readonly healthCheckNodePort?: number;
  /** InternalTrafficPolicy describes how nodes distribute service traffic they receive on the ClusterIP. */
  readonly internalTrafficPolicy?: 'Cluster' | 'Local';
  /** IPFamilies is a list of IP families (e.g. IPv4, IPv6) assigned to this service. */
  readonly ipFamilies?: readonly ('' | 'IPv4' | 'IPv6')[];
  /** IPFamilyPolicy represents the dual-stack-ness requested or required by this Service. */
  readonly ipFamilyPolicy?: 'PreferDualStack' | 'RequireDualStack' | 'SingleStack';
  /** loadBalancerClass is the class of the load balancer implementation this Service belongs to. */
  readonly loadBalancerClass?: string;
  /**
   * Only applies to Service Type: LoadBalancer.
   * @deprecated This field was under-specified and its meaning varies across implementations.
   */
  readonly loadBalancerIP?: string;
  /**
   * If specified and supported by the platform, this will restrict traffic through the cloud-provider load-balancer
   * will be restricted to the specified client IPs.
   */
  readonly loadBalancerSourceRanges?: readonly string[];
  /** The list of ports that are exposed by this service. */
  readonly ports?: readonly ServicePort[];
  /**
   * publishNotReadyAddresses indicates that any agent which deals with endpoints for this Service should disregard any
   * indications of ready/not-ready.
   */
  readonly publishNotReadyAddresses?: boolean;
  /** Route service traffic to pods with label keys and values matching this selector. */
  readonly selector?: Readonly<Record<string, string>>;
  /** Supports "ClientIP" and "None". */
  readonly sessionAffinity?: 'ClientIP' | 'None';
  /** sessionAffinityConfig contains the configurations of session affinity. */
  readonly sessionAffinityConfig?: SessionAffinityConfig;
  /** TrafficDistribution offers a way to express preferences for how traffic is distributed to Service endpoints. */
  readonly trafficDistribution?: string;
  /** type determines how the Service is exposed. */
  readonly type?: 'ClusterIP' | 'ExternalName' | 'LoadBalancer' | 'NodePort';
}

/** ServiceStatus represents the current status of a service. */
export interface ServiceStatus {
  /** Current service state */
  readonly conditions?: readonly Condition[];
  /** LoadBalancer contains the current status of the load-balancer, if one is present. */
  readonly loadBalancer?: LoadBalancerStatus;
}

/** SessionAffinityConfig represents the configurations of session affinity. */
export interface SessionAffinityConfig {
  /** clientIP contains the configurations of Client IP based session affinity. */
  readonly clientIP?: ClientIPConfig;
}

/** SleepAction describes a "sleep" action. */
export interface SleepAction {
  /** Seconds is the number of seconds to sleep. */
  readonly seconds: number;
}

/** Represents a StorageOS persistent volume resource. */
export interface StorageOSPersistentVolumeSource {
  /** fsType is the filesystem type to mount. */
  readonly fsType?: string;
  /** readOnly defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** secretRef specifies the secret to use for obtaining the StorageOS API credentials. */
  readonly secretRef?: ObjectReference;
  /** volumeName is the human-readable name of the StorageOS volume. */
  readonly volumeName?: string;
  /** volumeNamespace specifies the scope of the volume within StorageOS. */
  readonly volumeNamespace?: string;
}

/** Represents a StorageOS persistent volume resource. */
export interface StorageOSVolumeSource {
  /** fsType is the filesystem type to mount. */
  readonly fsType?: string;
  /** readOnly defaults to false (read/write). */
  readonly readOnly?: boolean;
  /** secretRef specifies the secret to use for obtaining the StorageOS API credentials. */
  readonly secretRef?: LocalObjectReference;
  /** volumeName is the human-readable name of the StorageOS volume. */
  readonly volumeName?: string;
  /** volumeNamespace specifies the scope of the volume within StorageOS. */
  readonly volumeNamespace?: string;
}

/** Sysctl defines a kernel parameter to be set */
export interface Sysctl {
  /** Name of a property to set */
  readonly name: string;
  /** Value of a property to set */
  readonly value: string;
}

/** TCPSocketAction describes an action based on opening a socket */
export interface TCPSocketAction {
  /** Optional: Host name to connect to, defaults to the pod IP. */
  readonly host?: string;
  /** Number or name of the port to access on the container. */
  readonly port: IntOrString;
}

/** The node this Taint is attached to has the "effect" on any pod that does not tolerate the Taint. */
export interface Taint {
  /** Required. */
  readonly effect: 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule';
  /** Required. */
  readonly key: string;
  /** TimeAdded represents the time at which the taint was added. */
  readonly timeAdded?: string;
  /** The taint value corresponding to the taint key. */
  readonly value?: string;
}

/**
 * The pod this Toleration is attached to tolerates any taint that matches the triple <key,value,effect> using the
 * matching operator <operator>.
 */
export interface Toleration {
  /** Effect indicates the taint effect to match. */
  readonly effect?: 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule';
  /** Key is the taint key that the toleration applies to. */
  readonly key?: string;
  /** Operator represents a key's relationship to the value. */
  readonly operator?: 'Equal' | 'Exists' | 'Gt' | 'Lt';
  /**
   * TolerationSeconds represents the period of time the toleration (which must be of effect NoExecute, otherwise this
   * field is ignored) tolerates the taint.
   */
  readonly tolerationSeconds?: number;
  /** Value is the taint value the toleration matches to. */
  readonly value?: string;
}

/** A topology selector requirement is a selector that matches given label. */
export interface TopologySelectorLabelRequirement {
  /** The label key that the selector applies to. */
  readonly key: string;
  /** An array of string values. */
  readonly values: readonly string[];
}

/** A topology selector term represents the result of label queries. */
export interface TopologySelectorTerm {
  /** A list of topology selector requirements by labels. */
  readonly matchLabelExpressions?: readonly TopologySelectorLabelRequirement[];
}

/** TopologySpreadConstraint specifies how to spread matching pods among the given topology. */
export interface TopologySpreadConstraint {
  /** LabelSelector is used to find matching pods. */
  readonly labelSelector?: LabelSelector;
  /** MatchLabelKeys is a set of pod label keys to select the pods over which spreading will be calculated. */
  readonly matchLabelKeys?: readonly string[];
  /** MaxSkew describes the degree to which pods may be unevenly distributed. */
  readonly maxSkew: number;
  /** MinDomains indicates a minimum number of eligible domains. */
  readonly minDomains?: number;
  /**
   * NodeAffinityPolicy indicates how we will treat Pod's nodeAffinity/nodeSelector when calculating pod topology spread
   * skew.
   */
  readonly nodeAffinityPolicy?: 'Honor' | 'Ignore';
  /** NodeTaintsPolicy indicates how we will treat node taints when calculating pod topology spread skew. */
  readonly nodeTaintsPolicy?: 'Honor' | 'Ignore';
  /** TopologyKey is the key of node labels. */
  readonly topologyKey: string;
  /** WhenUnsatisfiable indicates how to deal with a pod if it doesn't satisfy the spread constraint. */
  readonly whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway';
}

/**
 * TypedLocalObjectReference contains enough information to let you locate the typed referenced object inside the same
 * namespace.
 */
export interface TypedLocalObjectReference {
  /** APIGroup is the group for the resource being referenced. */
  readonly apiGroup?: string | null;
  /** Kind is the type of resource being referenced */
  readonly kind: string;
  /** Name is the name of resource being referenced */
  readonly name: string;
}

/** TypedObjectReference contains enough information to let you locate the typed referenced object */
export interface TypedObjectReference {
  /** APIGroup is the group for the resource being referenced. */
  readonly apiGroup?: string | null;
  /** Kind is the type of resource being referenced */
  readonly kind: string;
  /** Name is the name of resource being referenced */
  readonly name: string;
  /**
   * Namespace is the namespace of resource being referenced Note that when a namespace is specified, a
   * gateway.networking.k8s.io/ReferenceGrant object is required in the referent namespace to allow that namespace's
   * owner to accept the reference.
   */
  readonly namespace?: string;
}

/** Volume represents a named volume in a pod that may be accessed by any container in the pod. */
export interface Volume {
  /**
   * awsElasticBlockStore represents an AWS Disk resource that is attached to a kubelet's host machine and then exposed
   * to the pod.
   * @deprecated AWSElasticBlockStore is deprecated.
   */
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /**
   * azureDisk represents an Azure Data Disk mount on the host and bind mount to the pod.
   * @deprecated AzureDisk is deprecated.
   */
  readonly azureDisk?: AzureDiskVolumeSource;
  /**
   * azureFile represents an Azure File Service mount on the host and bind mount to the pod.
   * @deprecated AzureFile is deprecated.
   */
  readonly azureFile?: AzureFileVolumeSource;
  /**
   * cephFS represents a Ceph FS mount on the host that shares a pod's lifetime.
   * @deprecated CephFS is deprecated and the in-tree cephfs type is no longer supported.
   */
  readonly cephfs?: CephFSVolumeSource;
  /**
   * cinder represents a cinder volume attached and mounted on kubelets host machine.
   * @deprecated Cinder is deprecated.
   */
  readonly cinder?: CinderVolumeSource;
  /** configMap represents a configMap that should populate this volume */
  readonly configMap?: ConfigMapVolumeSource;
  /** csi (Container Storage Interface) represents ephemeral storage that is handled by certain external CSI drivers. */
  readonly csi?: CSIVolumeSource;
  /** downwardAPI represents downward API about the pod that should populate this volume */
  readonly downwardAPI?: DownwardAPIVolumeSource;
  /** emptyDir represents a temporary directory that shares a pod's lifetime. */
  readonly emptyDir?: EmptyDirVolumeSource;
  /** ephemeral represents a volume that is handled by a cluster storage driver. */
  readonly ephemeral?: EphemeralVolumeSource;
  /**
   * fc represents a Fibre Channel resource that is attached to a kubelet's host machine and then exposed to the pod.
   */
  readonly fc?: FCVolumeSource;
  /**
   * flexVolume represents a generic volume resource that is provisioned/attached using an exec based plugin.
   * @deprecated FlexVolume is deprecated.
   */
  readonly flexVolume?: FlexVolumeSource;
  /**
   * flocker represents a Flocker volume attached to a kubelet's host machine.
   * @deprecated Flocker is deprecated and the in-tree flocker type is no longer supported.
   */
  readonly flocker?: FlockerVolumeSource;
  /**
   * gcePersistentDisk represents a GCE Disk resource that is attached to a kubelet's host machine and then exposed to
   * the pod.
   * @deprecated GCEPersistentDisk is deprecated.
   */
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /**
   * gitRepo represents a git repository at a particular revision.
   * @deprecated GitRepo is deprecated.
   */
  readonly gitRepo?: GitRepoVolumeSource;
  /**
   * glusterfs represents a Glusterfs mount on the host that shares a pod's lifetime.
   * @deprecated Glusterfs is deprecated and the in-tree glusterfs type is no longer supported.
   */
  readonly glusterfs?: GlusterfsVolumeSource;
  /**
   * hostPath represents a pre-existing file or directory on the host machine that is directly exposed to the container.
   */
  readonly hostPath?: HostPathVolumeSource;
  /**
   * image represents an OCI object (a container image or artifact) pulled and mounted on the kubelet's host machine.
   */
  readonly image?: ImageVolumeSource;
  /**
   * iscsi represents an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod.
   */
  readonly iscsi?: ISCSIVolumeSource;
  /** name of the volume. */
  readonly name: string;
  /** nfs represents an NFS mount on the host that shares a pod's lifetime */
  readonly nfs?: NFSVolumeSource;
  /** persistentVolumeClaimVolumeSource represents a reference to a PersistentVolumeClaim in the same namespace. */
  readonly persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  /**
   * photonPersistentDisk represents a PhotonController persistent disk attached and mounted on kubelets host machine.
   * @deprecated PhotonPersistentDisk is deprecated and the in-tree photonPersistentDisk type is no longer supported.
   */
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /**
   * portworxVolume represents a portworx volume attached and mounted on kubelets host machine.
   * @deprecated PortworxVolume is deprecated.
   */
  readonly portworxVolume?: PortworxVolumeSource;
  /** projected items for all in one resources secrets, configmaps, and downward API */
  readonly projected?: ProjectedVolumeSource;
  /**
   * quobyte represents a Quobyte mount on the host that shares a pod's lifetime.
   * @deprecated Quobyte is deprecated and the in-tree quobyte type is no longer supported.
   */
  readonly quobyte?: QuobyteVolumeSource;
  /**
   * rbd represents a Rados Block Device mount on the host that shares a pod's lifetime.
   * @deprecated RBD is deprecated and the in-tree rbd type is no longer supported.
   */
  readonly rbd?: RBDVolumeSource;
  /**
   * scaleIO represents a ScaleIO persistent volume attached and mounted on Kubernetes nodes.
   * @deprecated ScaleIO is deprecated and the in-tree scaleIO type is no longer supported.
   */
  readonly scaleIO?: ScaleIOVolumeSource;
  /** secret represents a secret that should populate this volume. */
  readonly secret?: SecretVolumeSource;
  /**
   * storageOS represents a StorageOS volume attached and mounted on Kubernetes nodes.
   * @deprecated StorageOS is deprecated and the in-tree storageos type is no longer supported.
   */
  readonly storageos?: StorageOSVolumeSource;
  /**
   * vsphereVolume represents a vSphere volume attached and mounted on kubelets host machine.
   * @deprecated VsphereVolume is deprecated.
   */
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource;
}

/** volumeDevice describes a mapping of a raw block device within a container. */
export interface VolumeDevice {
  /** devicePath is the path inside of the container that the device will be mapped to. */
  readonly devicePath: string;
  /** name must match the name of a persistentVolumeClaim in the pod */
  readonly name: string;
}

/** VolumeMount describes a mounting of a Volume within a container. */
export interface VolumeMount {
  /** Path within the container at which the volume should be mounted. */
  readonly mountPath: string;
  /** mountPropagation determines how mounts are propagated from the host to container and the other way around. */
  readonly mountPropagation?: 'Bidirectional' | 'HostToContainer' | 'None';
  /** This must match the Name of a Volume. */
  readonly name: string;
  /** Mounted read-only if true, read-write otherwise (false or unspecified). */
  readonly readOnly?: boolean;
  /** RecursiveReadOnly specifies whether read-only mounts should be handled recursively. */
  readonly recursiveReadOnly?: string;
  /** Path within the volume from which the container's volume should be mounted. */
  readonly subPath?: string;
  /** Expanded path within the volume from which the container's volume should be mounted. */
  readonly subPathExpr?: string;
}

/** VolumeMountStatus shows status of volume mounts. */
export interface VolumeMountStatus {
  /** MountPath corresponds to the original VolumeMount. */
  readonly mountPath: string;
  /** Name corresponds to the name of the original VolumeMount. */
  readonly name: string;
  /** ReadOnly corresponds to the original VolumeMount. */
  readonly readOnly?: boolean;
  /** RecursiveReadOnly must be set to Disabled, Enabled, or unspecified (for non-readonly mounts). */
  readonly recursiveReadOnly?: string;
  /** volumeStatus represents volume-type-specific status about the mounted volume. */
  readonly volumeStatus?: VolumeStatus;
}

/** VolumeNodeAffinity defines constraints that limit what nodes this volume can be accessed from. */
export interface VolumeNodeAffinity {
  /** required specifies hard node constraints that must be met. */
  readonly required?: NodeSelector;
}

/** Projection that may be projected along with other supported volume types. */
export interface VolumeProjection {
  /**
   * ClusterTrustBundle allows a pod to access the `.spec.trustBundle` field of ClusterTrustBundle objects in an
   * auto-updating file.
   */
  readonly clusterTrustBundle?: ClusterTrustBundleProjection;
  /** configMap information about the configMap data to project */
  readonly configMap?: ConfigMapProjection;
  /** downwardAPI information about the downwardAPI data to project */
  readonly downwardAPI?: DownwardAPIProjection;
  /**
   * Projects an auto-rotating credential bundle (private key and certificate chain) that the pod can use either as a
   * TLS client or server.
   */
  readonly podCertificate?: PodCertificateProjection;
  /** secret information about the secret data to project */
  readonly secret?: SecretProjection;
  /** serviceAccountToken is information about the serviceAccountToken data to project */
  readonly serviceAccountToken?: ServiceAccountTokenProjection;
}

/** VolumeResourceRequirements describes the storage resource requirements for a volume. */
export interface VolumeResourceRequirements {
  /** Limits describes the maximum amount of compute resources allowed. */
  readonly limits?: Readonly<Record<string, Quantity>>;
  /** Requests describes the minimum amount of compute resources required. */
  readonly requests?: Readonly<Record<string, Quantity>>;
}

/** VolumeStatus represents the status of a mounted volume. */
export interface VolumeStatus {
  /**
   * image represents an OCI object (a container image or artifact) pulled and mounted on the kubelet's host machine.
   */
  readonly image?: ImageVolumeStatus;
}

/** Represents a vSphere volume resource. */
export interface VsphereVirtualDiskVolumeSource {
  /** fsType is filesystem type to mount. */
  readonly fsType?: string;
  /** storagePolicyID is the storage Policy Based Management (SPBM) profile ID associated with the StoragePolicyName. */
  readonly storagePolicyID?: string;
  /** storagePolicyName is the storage Policy Based Management (SPBM) profile name. */
  readonly storagePolicyName?: string;
  /** volumePath is the path that identifies vSphere volume vmdk */
  readonly volumePath: string;
}

/**
 * The weights of all of the matched WeightedPodAffinityTerm fields are added per-node to find the most preferred
 * node(s)
 */
export interface WeightedPodAffinityTerm {
  /** Required. */
  readonly podAffinityTerm: PodAffinityTerm;
  /** weight associated with matching the corresponding podAffinityTerm, in the range 1-100. */
  readonly weight: number;
}

/** WindowsSecurityContextOptions contain Windows-specific options and credentials. */
export interface WindowsSecurityContextOptions {
  /**
   * GMSACredentialSpec is where the GMSA admission webhook (https://github.com/kubernetes-sigs/windows-gmsa) inlines
   * the contents of the GMSA credential spec named by the GMSACredentialSpecName field.
   */
  readonly gmsaCredentialSpec?: string;
  /** GMSACredentialSpecName is the name of the GMSA credential spec to use. */
  readonly gmsaCredentialSpecName?: string;
  /** HostProcess determines if a container should be run as a 'Host Process' container. */
  readonly hostProcess?: boolean;
  /** The UserName in Windows to run the entrypoint of the container process. */
  readonly runAsUserName?: string;
}
