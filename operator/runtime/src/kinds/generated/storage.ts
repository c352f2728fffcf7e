// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Kind, KubeObject, NamespacedObject } from '../../base/index.ts';
import type { PersistentVolumeSpec, TopologySelectorTerm } from './core.ts';
import type { LabelSelector, Quantity } from './meta.ts';

/** CSIDriver captures information about a Container Storage Interface (CSI) volume driver deployed on the cluster. */
export interface CSIDriver extends KubeObject {
  /** spec represents the specification of the CSI Driver. */
  readonly spec: CSIDriverSpec;
}

export const CSIDriver: Kind<CSIDriver> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIDriver',
  plural: 'csidrivers',
  namespaced: false,
};

/** CSINode holds information about all CSI drivers installed on a node. */
export interface CSINode extends KubeObject {
  /** spec is the specification of CSINode */
  readonly spec: CSINodeSpec;
}

export const CSINode: Kind<CSINode> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSINode',
  plural: 'csinodes',
  namespaced: false,
};

/** CSIStorageCapacity stores the result of one CSI GetCapacity call. */
export interface CSIStorageCapacity extends NamespacedObject {
  /**
   * capacity is the value reported by the CSI driver in its GetCapacityResponse for a GetCapacityRequest with topology
   * and parameters that match the previous fields.
   */
  readonly capacity?: Quantity;
  /**
   * maximumVolumeSize is the value reported by the CSI driver in its GetCapacityResponse for a GetCapacityRequest with
   * topology and parameters that match the previous fields.
   */
  readonly maximumVolumeSize?: Quantity;
  /** nodeTopology defines which nodes have access to the storage for which capacity was reported. */
  readonly nodeTopology?: LabelSelector;
  /** storageClassName represents the name of the StorageClass that the reported capacity applies to. */
  readonly storageClassName: string;
}

export const CSIStorageCapacity: Kind<CSIStorageCapacity> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIStorageCapacity',
  plural: 'csistoragecapacities',
  namespaced: true,
};

/**
 * StorageClass describes the parameters for a class of storage for which PersistentVolumes can be dynamically
 * provisioned.
 */
export interface StorageClass extends KubeObject {
  /** allowVolumeExpansion shows whether the storage class allow volume expand. */
  readonly allowVolumeExpansion?: boolean;
  /** allowedTopologies restrict the node topologies where volumes can be dynamically provisioned. */
  readonly allowedTopologies?: readonly TopologySelectorTerm[];
  /**
   * mountOptions controls the mountOptions for dynamically provisioned PersistentVolumes of this storage class. e.g.
   * ["ro", "soft"].
   */
  readonly mountOptions?: readonly string[];
  /** parameters holds the parameters for the provisioner that should create volumes of this storage class. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** provisioner indicates the type of the provisioner. */
  readonly provisioner: string;
  /** reclaimPolicy controls the reclaimPolicy for dynamically provisioned PersistentVolumes of this storage class. */
  readonly reclaimPolicy?: 'Delete' | 'Recycle' | 'Retain';
  /** volumeBindingMode indicates how PersistentVolumeClaims should be provisioned and bound. */
  readonly volumeBindingMode?: 'Immediate' | 'WaitForFirstConsumer';
}

export const StorageClass: Kind<StorageClass> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'StorageClass',
  plural: 'storageclasses',
  namespaced: false,
};

/** VolumeAttachment captures the intent to attach or detach the specified volume to/from the specified node. */
export interface VolumeAttachment extends KubeObject {
  /** spec represents specification of the desired attach/detach volume behavior. */
  readonly spec: VolumeAttachmentSpec;
  /** status represents status of the VolumeAttachment request. */
  readonly status?: VolumeAttachmentStatus;
}

export const VolumeAttachment: Kind<VolumeAttachment> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'VolumeAttachment',
  plural: 'volumeattachments',
  namespaced: false,
};

/** VolumeAttributesClass represents a specification of mutable volume attributes defined by the CSI driver. */
export interface VolumeAttributesClass extends KubeObject {
  /** Name of the CSI driver This field is immutable. */
  readonly driverName: string;
  /** parameters hold volume attributes defined by the CSI driver. */
  readonly parameters?: Readonly<Record<string, string>>;
}

export const VolumeAttributesClass: Kind<VolumeAttributesClass> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'VolumeAttributesClass',
  plural: 'volumeattributesclasses',
  namespaced: false,
};

/** CSIDriverSpec is the specification of a CSIDriver. */
export interface CSIDriverSpec {
  /**
   * attachRequired indicates this CSI volume driver requires an attach operation (because it implements the CSI
   * ControllerPublishVolume() method), and that the Kubernetes attach detach controller should call the attach volume
   * interface which checks the volumeattachment status and waits until the volume is attached before proceeding to
   * mounting.
   */
  readonly attachRequired?: boolean;
  /**
   * fsGroupPolicy defines if the underlying volume supports changing ownership and permission of the volume before
   * being mounted.
   */
  readonly fsGroupPolicy?: string;
  /**
   * nodeAllocatableUpdatePeriodSeconds specifies the interval between periodic updates of the CSINode allocatable
   * capacity for this driver.
   */
  readonly nodeAllocatableUpdatePeriodSeconds?: number;
  /**
   * podInfoOnMount indicates this CSI volume driver requires additional pod information (like podName, podUID, etc.)
   * during mount operations, if set to true.
   */
  readonly podInfoOnMount?: boolean;
  /**
   * PreventPodSchedulingIfMissing indicates that the CSI driver wants to prevent pod scheduling if the CSI driver on
   * the node is missing.
   */
  readonly preventPodSchedulingIfMissing?: boolean;
  /**
   * requiresRepublish indicates the CSI driver wants `NodePublishVolume` being periodically called to reflect any
   * possible change in the mounted volume.
   */
  readonly requiresRepublish?: boolean;
  /** seLinuxMount specifies if the CSI driver supports "-o context" mount option. */
  readonly seLinuxMount?: boolean;
  /**
   * serviceAccountTokenInSecrets is an opt-in for CSI drivers to indicate that service account tokens should be passed
   * via the Secrets field in NodePublishVolumeRequest instead of the VolumeContext field.
   */
  readonly serviceAccountTokenInSecrets?: boolean;
  /**
   * storageCapacity indicates that the CSI volume driver wants pod scheduling to consider the storage capacity that the
   * driver deployment will report by creating CSIStorageCapacity objects with capacity information, if set to true.
   */
  readonly storageCapacity?: boolean;
  /**
   * tokenRequests indicates the CSI driver needs pods' service account tokens it is mounting volume for to do necessary
   * authentication.
   */
  readonly tokenRequests?: readonly TokenRequest[];
  /** volumeLifecycleModes defines what kind of volumes this CSI volume driver supports. */
  readonly volumeLifecycleModes?: readonly string[];
}

/** CSINodeDriver holds information about the specification of one CSI driver installed on a node */
export interface CSINodeDriver {
  /** allocatable represents the volume resources of a node that are available for scheduling. */
  readonly allocatable?: VolumeNodeResources;
  /** name represents the name of the CSI driver that this object refers to. */
  readonly name: string;
  /** nodeID of the node from the driver point of view. */
  readonly nodeID: string;
  /** topologyKeys is the list of keys supported by the driver. */
  readonly topologyKeys?: readonly string[] | null;
}

/** CSINodeSpec holds information about the specification of all CSI drivers installed on a node */
export interface CSINodeSpec {
  /** drivers is a list of information of all CSI Drivers existing on a node. */
  readonly drivers: readonly CSINodeDriver[] | null;
}

/** TokenRequest contains parameters of a service account token. */
export interface TokenRequest {
  /** audience is the intended audience of the token in "TokenRequestSpec". */
  readonly audience: string;
  /** expirationSeconds is the duration of validity of the token in "TokenRequestSpec". */
  readonly expirationSeconds?: number;
}

/** VolumeAttachmentSource represents a volume that should be attached. */
export interface VolumeAttachmentSource {
  /**
   * inlineVolumeSpec contains all the information necessary to attach a persistent volume defined by a pod's inline
   * VolumeSource.
   */
  readonly inlineVolumeSpec?: PersistentVolumeSpec;
  /** persistentVolumeName represents the name of the persistent volume to attach. */
  readonly persistentVolumeName?: string;
}

/** VolumeAttachmentSpec is the specification of a VolumeAttachment request. */
export interface VolumeAttachmentSpec {
  /** attacher indicates the name of the volume driver that MUST handle this request. */
  readonly attacher: string;
  /** nodeName represents the node that the volume should be attached to. */
  readonly nodeName: string;
  /** source represents the volume that should be attached. */
  readonly source: VolumeAttachmentSource;
}

/** VolumeAttachmentStatus is the status of a VolumeAttachment request. */
export interface VolumeAttachmentStatus {
  /** attachError represents the last error encountered during attach operation, if any. */
  readonly attachError?: VolumeError;
  /** attached indicates the volume is successfully attached. */
  readonly attached: boolean;
  /**
   * attachmentMetadata is populated with any information returned by the attach operation, upon successful attach, that
   * must be passed into subsequent WaitForAttach or Mount calls.
   */
  readonly attachmentMetadata?: Readonly<Record<string, string>>;
  /** detachError represents the last error encountered during detach operation, if any. */
  readonly detachError?: VolumeError;
}

/** VolumeError captures an error encountered during a volume operation. */
export interface VolumeError {
  /** errorCode is a numeric gRPC code representing the error encountered during Attach or Detach operations. */
  readonly errorCode?: number;
  /** message represents the error encountered during Attach or Detach operation. */
  readonly message?: string;
  /** time represents the time the error was encountered. */
  readonly time?: string | null;
}

/** VolumeNodeResources is a set of resource limits for scheduling of volumes. */
export interface VolumeNodeResources {
  /** count indicates the maximum number of unique volumes managed by the CSI driver that can be used on a node. */
  readonly count?: number;
}
