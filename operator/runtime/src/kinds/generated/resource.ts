// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Condition, Kind, KubeObject, NamespacedObject } from '../../base/index.ts';
import type { NodeSelector } from './core.ts';
import type { Quantity, TemplateMeta } from './meta.ts';

/** DeviceClass is a vendor- or admin-provided resource that contains device configuration and selectors. */
export interface DeviceClass extends KubeObject {
  /** Spec defines what can be allocated and how to configure it. */
  readonly spec: DeviceClassSpec;
}

export const DeviceClass: Kind<DeviceClass> = {
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'DeviceClass',
  plural: 'deviceclasses',
  namespaced: false,
};

/** ResourceClaim describes a request for access to resources in the cluster, for use by workloads. */
export interface ResourceClaim extends NamespacedObject {
  /** Spec describes what is being requested and how to configure it. */
  readonly spec: ResourceClaimSpec;
  /** Status describes whether the claim is ready to use and what has been allocated. */
  readonly status?: ResourceClaimStatus;
}

export const ResourceClaim: Kind<ResourceClaim> = {
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'ResourceClaim',
  plural: 'resourceclaims',
  namespaced: true,
};

/** ResourceClaimTemplate is used to produce ResourceClaim objects. */
export interface ResourceClaimTemplate extends NamespacedObject {
  /** Describes the ResourceClaim that is to be generated. */
  readonly spec: ResourceClaimTemplateSpec;
}

export const ResourceClaimTemplate: Kind<ResourceClaimTemplate> = {
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'ResourceClaimTemplate',
  plural: 'resourceclaimtemplates',
  namespaced: true,
};

/** ResourceSlice represents one or more resources in a pool of similar resources, managed by a common driver. */
export interface ResourceSlice extends KubeObject {
  /** Contains the information published by the driver. */
  readonly spec: ResourceSliceSpec;
}

export const ResourceSlice: Kind<ResourceSlice> = {
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'ResourceSlice',
  plural: 'resourceslices',
  namespaced: false,
};

/** AllocatedDeviceStatus contains the status of an allocated device, if the driver chooses to report it. */
export interface AllocatedDeviceStatus {
  /** Conditions contains the latest observation of the device's state. */
  readonly conditions?: readonly Condition[] | null;
  /** Data contains arbitrary driver-specific data. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Device references one device instance via its name in the driver's resource pool. */
  readonly device: string;
  /**
   * Driver specifies the name of the DRA driver whose kubelet plugin should be invoked to process the allocation once
   * the claim is needed on a node.
   */
  readonly driver: string;
  /** NetworkData contains network-related information specific to the device. */
  readonly networkData?: NetworkDeviceData;
  /**
   * This name together with the driver name and the device name field identify which device was allocated (`<driver
   * name>/<pool name>/<device name>`).
   */
  readonly pool: string;
  /** ShareID uniquely identifies an individual allocation share of the device. */
  readonly shareID?: string;
}

/** AllocationResult contains attributes of an allocated resource. */
export interface AllocationResult {
  /** AllocationTimestamp stores the time when the resources were allocated. */
  readonly allocationTimestamp?: string;
  /** Devices is the result of allocating devices. */
  readonly devices?: DeviceAllocationResult;
  /** NodeSelector defines where the allocated resources are available. */
  readonly nodeSelector?: NodeSelector;
}

/** CELDeviceSelector contains a CEL expression for selecting a device. */
export interface CELDeviceSelector {
  /** Expression is a CEL expression which evaluates a single device. */
  readonly expression: string;
}

/** CapacityRequestPolicy defines how requests consume device capacity. */
export interface CapacityRequestPolicy {
  /**
   * Default specifies how much of this capacity is consumed by a request that does not contain an entry for it in
   * DeviceRequest's Capacity.
   */
  readonly default?: Quantity | null;
  /** ValidRange defines an acceptable quantity value range in consuming requests. */
  readonly validRange?: CapacityRequestPolicyRange;
  /** ValidValues defines a set of acceptable quantity values in consuming requests. */
  readonly validValues?: readonly Quantity[];
}

/** CapacityRequestPolicyRange defines a valid range for consumable capacity values. */
export interface CapacityRequestPolicyRange {
  /** Max defines the upper limit for capacity that can be requested. */
  readonly max?: Quantity;
  /** Min specifies the minimum capacity allowed for a consumption request. */
  readonly min: Quantity;
  /** Step defines the step size between valid capacity amounts within the range. */
  readonly step?: Quantity;
}

/** CapacityRequirements defines the capacity requirements for a specific device request. */
export interface CapacityRequirements {
  /**
   * Requests represent individual device resource requests for distinct resources, all of which must be provided by the
   * device.
   */
  readonly requests?: Readonly<Record<string, Quantity>>;
}

/** Counter describes a quantity associated with a device. */
export interface Counter {
  /** Value defines how much of a certain device counter is available. */
  readonly value: Quantity;
}

/**
 * CounterSet defines a named set of counters that are available to be used by devices defined in the ResourcePool.
 */
export interface CounterSet {
  /**
   * Counters defines the set of counters for this CounterSet The name of each counter must be unique in that set and
   * must be a DNS label.
   */
  readonly counters: Readonly<Record<string, Counter>>;
  /** Name defines the name of the counter set. */
  readonly name: string;
}

/** Device represents one individual hardware instance that can be selected based on its attributes. */
export interface Device {
  /** AllNodes indicates that all nodes have access to the device. */
  readonly allNodes?: boolean;
  /** AllowMultipleAllocations marks whether the device is allowed to be allocated to multiple DeviceRequests. */
  readonly allowMultipleAllocations?: boolean;
  /** Attributes defines the set of attributes for this device. */
  readonly attributes?: Readonly<Record<string, DeviceAttribute>>;
  /** BindingConditions defines the conditions for proceeding with binding. */
  readonly bindingConditions?: readonly string[];
  /** BindingFailureConditions defines the conditions for binding failure. */
  readonly bindingFailureConditions?: readonly string[];
  /**
   * BindsToNode indicates if the usage of an allocation involving this device has to be limited to exactly the node
   * that was chosen when allocating the claim.
   */
  readonly bindsToNode?: boolean;
  /** Capacity defines the set of capacities for this device. */
  readonly capacity?: Readonly<Record<string, DeviceCapacity>>;
  /**
   * ConsumesCounters defines a list of references to sharedCounters and the set of counters that the device will
   * consume from those counter sets.
   */
  readonly consumesCounters?: readonly DeviceCounterConsumption[];
  /** Name is unique identifier among all devices managed by the driver in the pool. */
  readonly name: string;
  /**
   * NodeAllocatableResourceMappings defines the mapping of node resources that are managed by the DRA driver exposing
   * this device.
   */
  readonly nodeAllocatableResourceMappings?: Readonly<Record<string, NodeAllocatableResourceMapping>>;
  /** NodeName identifies the node where the device is available. */
  readonly nodeName?: string;
  /** NodeSelector defines the nodes where the device is available. */
  readonly nodeSelector?: NodeSelector;
  /** If specified, these are the driver-defined taints. */
  readonly taints?: readonly DeviceTaint[];
}

/** DeviceAllocationConfiguration gets embedded in an AllocationResult. */
export interface DeviceAllocationConfiguration {
  /** Opaque provides driver-specific configuration parameters. */
  readonly opaque?: OpaqueDeviceConfiguration;
  /** Requests lists the names of requests where the configuration applies. */
  readonly requests?: readonly string[];
  /**
   * Source records whether the configuration comes from a class and thus is not something that a normal user would have
   * been able to set or from a claim.
   */
  readonly source: 'FromClaim' | 'FromClass';
}

/** DeviceAllocationResult is the result of allocating devices. */
export interface DeviceAllocationResult {
  /** This field is a combination of all the claim and class configuration parameters. */
  readonly config?: readonly DeviceAllocationConfiguration[];
  /** Results lists all allocated devices. */
  readonly results?: readonly DeviceRequestAllocationResult[];
}

/** DeviceAttribute must have exactly one field set. */
export interface DeviceAttribute {
  /** BoolValue is a true/false value. */
  readonly bool?: boolean;
  /** BoolValues is a non-empty list of true/false values. */
  readonly bools?: readonly boolean[];
  /** IntValue is a number. */
  readonly int?: number;
  /** IntValues is a non-empty list of numbers. */
  readonly ints?: readonly number[];
  /** StringValue is a string. */
  readonly string?: string;
  /** StringValues is a non-empty list of strings. */
  readonly strings?: readonly string[];
  /** VersionValue is a semantic version according to semver.org spec 2.0.0. */
  readonly version?: string;
  /** VersionValues is a non-empty list of semantic versions according to semver.org spec 2.0.0. */
  readonly versions?: readonly string[];
}

/** DeviceCapacity describes a quantity associated with a device. */
export interface DeviceCapacity {
  /**
   * RequestPolicy defines how this DeviceCapacity must be consumed when the device is allowed to be shared by multiple
   * allocations.
   */
  readonly requestPolicy?: CapacityRequestPolicy;
  /** Value defines how much of a certain capacity that device has. */
  readonly value: Quantity;
}

/** DeviceClaim defines how to request devices with a ResourceClaim. */
export interface DeviceClaim {
  /** This field holds configuration for multiple potential drivers which could satisfy requests in this claim. */
  readonly config?: readonly DeviceClaimConfiguration[];
  /** These constraints must be satisfied by the set of devices that get allocated for the claim. */
  readonly constraints?: readonly DeviceConstraint[];
  /** Requests represent individual requests for distinct devices which must all be satisfied. */
  readonly requests?: readonly DeviceRequest[] | null;
}

/** DeviceClaimConfiguration is used for configuration parameters in DeviceClaim. */
export interface DeviceClaimConfiguration {
  /** Opaque provides driver-specific configuration parameters. */
  readonly opaque?: OpaqueDeviceConfiguration;
  /** Requests lists the names of requests where the configuration applies. */
  readonly requests?: readonly string[];
}

/** DeviceClassConfiguration is used in DeviceClass. */
export interface DeviceClassConfiguration {
  /** Opaque provides driver-specific configuration parameters. */
  readonly opaque?: OpaqueDeviceConfiguration;
}

/** DeviceClassSpec is used in a [DeviceClass] to define what can be allocated and how to configure it. */
export interface DeviceClassSpec {
  /** Config defines configuration parameters that apply to each device that is claimed via this class. */
  readonly config?: readonly DeviceClassConfiguration[];
  /** ExtendedResourceName is the extended resource name for the devices of this class. */
  readonly extendedResourceName?: string;
  /** Each selector must be satisfied by a device which is claimed via this class. */
  readonly selectors?: readonly DeviceSelector[];
}

/** DeviceConstraint must have exactly one field set besides Requests. */
export interface DeviceConstraint {
  /**
   * DistinctAttribute requires that all devices in question have this attribute and that its type and value are unique
   * across those devices.
   */
  readonly distinctAttribute?: string;
  /**
   * MatchAttribute requires that all devices in question have this attribute and that its type and value are the same
   * across those devices.
   */
  readonly matchAttribute?: string;
  /** Requests is a list of the one or more requests in this claim which must co-satisfy this constraint. */
  readonly requests?: readonly string[];
}

/** DeviceCounterConsumption defines a set of counters that a device will consume from a CounterSet. */
export interface DeviceCounterConsumption {
  /** CounterSet is the name of the set from which the counters defined will be consumed. */
  readonly counterSet: string;
  /** Counters defines the counters that will be consumed by the device. */
  readonly counters: Readonly<Record<string, Counter>>;
}

/** DeviceRequest is a request for devices required for a claim. */
export interface DeviceRequest {
  /** Exactly specifies the details for a single request that must be met exactly for the request to be satisfied. */
  readonly exactly?: ExactDeviceRequest;
  /** FirstAvailable contains subrequests, of which exactly one will be selected by the scheduler. */
  readonly firstAvailable?: readonly DeviceSubRequest[];
  /**
   * Name can be used to reference this request in a pod.spec.containers[].resources.claims entry and in a constraint of
   * the claim.
   */
  readonly name: string;
}

/** DeviceRequestAllocationResult contains the allocation result for one request. */
export interface DeviceRequestAllocationResult {
  /** AdminAccess indicates that this device was allocated for administrative access. */
  readonly adminAccess?: boolean;
  /**
   * BindingConditions contains a copy of the BindingConditions from the corresponding ResourceSlice at the time of
   * allocation.
   */
  readonly bindingConditions?: readonly string[];
  /**
   * BindingFailureConditions contains a copy of the BindingFailureConditions from the corresponding ResourceSlice at
   * the time of allocation.
   */
  readonly bindingFailureConditions?: readonly string[];
  /** ConsumedCapacity tracks the amount of capacity consumed per device as part of the claim request. */
  readonly consumedCapacity?: Readonly<Record<string, Quantity>>;
  /** Device references one device instance via its name in the driver's resource pool. */
  readonly device: string;
  /**
   * Driver specifies the name of the DRA driver whose kubelet plugin should be invoked to process the allocation once
   * the claim is needed on a node.
   */
  readonly driver: string;
  /**
   * This name together with the driver name and the device name field identify which device was allocated (`<driver
   * name>/<pool name>/<device name>`).
   */
  readonly pool: string;
  /** Request is the name of the request in the claim which caused this device to be allocated. */
  readonly request: string;
  /**
   * ShareID uniquely identifies an individual allocation share of the device, used when the device supports multiple
   * simultaneous allocations.
   */
  readonly shareID?: string;
  /** A copy of all tolerations specified in the request at the time when the device got allocated. */
  readonly tolerations?: readonly DeviceToleration[];
}

/** DeviceSelector must have exactly one field set. */
export interface DeviceSelector {
  /** CEL contains a CEL expression for selecting a device. */
  readonly cel?: CELDeviceSelector;
}

/**
 * DeviceSubRequest describes a request for device provided in the claim.spec.devices.requests[].firstAvailable array.
 */
export interface DeviceSubRequest {
  /** AllocationMode and its related fields define how devices are allocated to satisfy this subrequest. */
  readonly allocationMode?: 'All' | 'ExactCount';
  /** Capacity define resource requirements against each capacity. */
  readonly capacity?: CapacityRequirements;
  /** Count is used only when the count mode is "ExactCount". */
  readonly count?: number;
  /**
   * DeviceClassName references a specific DeviceClass, which can define additional configuration and selectors to be
   * inherited by this subrequest.
   */
  readonly deviceClassName: string;
  /**
   * Name can be used to reference this subrequest in the list of constraints or the list of configurations for the
   * claim.
   */
  readonly name: string;
  /**
   * Selectors define criteria which must be satisfied by a specific device in order for that device to be considered
   * for this subrequest.
   */
  readonly selectors?: readonly DeviceSelector[];
  /** If specified, the request's tolerations. */
  readonly tolerations?: readonly DeviceToleration[];
}

/**
 * The device this taint is attached to has the "effect" on any claim which does not tolerate the taint and, through
 * the claim, to pods using the claim.
 */
export interface DeviceTaint {
  /**
   * The effect of the taint on claims that do not tolerate the taint and through such claims on the pods using them.
   */
  readonly effect: 'NoExecute' | 'NoSchedule' | 'None';
  /** The taint key to be applied to a device. */
  readonly key: string;
  /**
   * TimeAdded represents the time at which the taint was added or (only in a DeviceTaintRule) the effect was modified.
   */
  readonly timeAdded?: string;
  /** The taint value corresponding to the taint key. */
  readonly value?: string;
}

/**
 * The ResourceClaim this DeviceToleration is attached to tolerates any taint that matches the triple
 * <key,value,effect> using the matching operator <operator>.
 */
export interface DeviceToleration {
  /** Effect indicates the taint effect to match. */
  readonly effect?: 'NoExecute' | 'NoSchedule' | 'None';
  /** Key is the taint key that the toleration applies to. */
  readonly key?: string;
  /** Operator represents a key's relationship to the value. */
  readonly operator?: 'Equal' | 'Exists';
  /**
   * TolerationSeconds represents the period of time the toleration (which must be of effect NoExecute, otherwise this
   * field is ignored) tolerates the taint.
   */
  readonly tolerationSeconds?: number;
  /** Value is the taint value the toleration matches to. */
  readonly value?: string;
}

/** ExactDeviceRequest is a request for one or more identical devices. */
export interface ExactDeviceRequest {
  /** AdminAccess indicates that this is a claim for administrative access to the device(s). */
  readonly adminAccess?: boolean;
  /** AllocationMode and its related fields define how devices are allocated to satisfy this request. */
  readonly allocationMode?: 'All' | 'ExactCount';
  /** Capacity define resource requirements against each capacity. */
  readonly capacity?: CapacityRequirements;
  /** Count is used only when the count mode is "ExactCount". */
  readonly count?: number;
  /**
   * DeviceClassName references a specific DeviceClass, which can define additional configuration and selectors to be
   * inherited by this request.
   */
  readonly deviceClassName: string;
  /**
   * Selectors define criteria which must be satisfied by a specific device in order for that device to be considered
   * for this request.
   */
  readonly selectors?: readonly DeviceSelector[];
  /** If specified, the request's tolerations. */
  readonly tolerations?: readonly DeviceToleration[];
}

/** NetworkDeviceData provides network-related details for the allocated device. */
export interface NetworkDeviceData {
  /** HardwareAddress represents the hardware address (e.g. MAC Address) of the device's network interface. */
  readonly hardwareAddress?: string;
  /** InterfaceName specifies the name of the network interface associated with the allocated device. */
  readonly interfaceName?: string;
  /** IPs lists the network addresses assigned to the device's network interface. */
  readonly ips?: readonly string[];
}

/**
 * NodeAllocatableResourceMapping defines the translation between the DRA device/capacity units requested to the
 * corresponding quantity of the node allocatable resource.
 */
export interface NodeAllocatableResourceMapping {
  /**
   * AllocationMultiplier is used as a multiplier for the allocated device count or the allocated capacity in the claim.
   */
  readonly allocationMultiplier?: Quantity;
  /** CapacityKey references a capacity name defined as a key in the `spec.devices[*].capacity` map. */
  readonly capacityKey?: string;
}

/**
 * OpaqueDeviceConfiguration contains configuration parameters for a driver in a format defined by the driver vendor.
 */
export interface OpaqueDeviceConfiguration {
  /** Driver is used to determine which kubelet plugin needs to be passed these configuration parameters. */
  readonly driver: string;
  /** Parameters can contain arbitrary data. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** ResourceClaimConsumerReference contains enough information to let you locate the consumer of a ResourceClaim. */
export interface ResourceClaimConsumerReference {
  /** APIGroup is the group for the resource being referenced. */
  readonly apiGroup?: string;
  /** Name is the name of resource being referenced. */
  readonly name: string;
  /** Resource is the type of resource being referenced, for example "pods". */
  readonly resource: string;
  /** UID identifies exactly one incarnation of the resource. */
  readonly uid: string;
}

/** ResourceClaimSpec defines what is being requested in a ResourceClaim and how to configure it. */
export interface ResourceClaimSpec {
  /** Devices defines how to request devices. */
  readonly devices?: DeviceClaim;
}

/** ResourceClaimStatus tracks whether the resource has been allocated and what the result of that was. */
export interface ResourceClaimStatus {
  /** Allocation is set once the claim has been allocated successfully. */
  readonly allocation?: AllocationResult;
  /** Devices contains the status of each device allocated for this claim, as reported by the driver. */
  readonly devices?: readonly AllocatedDeviceStatus[];
  /** ReservedFor indicates which entities are currently allowed to use the claim. */
  readonly reservedFor?: readonly ResourceClaimConsumerReference[];
}

/** ResourceClaimTemplateSpec contains the metadata and fields for a ResourceClaim. */
export interface ResourceClaimTemplateSpec {
  /** ObjectMeta may contain labels and annotations that will be copied into the ResourceClaim when creating it. */
  readonly metadata?: TemplateMeta;
  /** Spec for the ResourceClaim. */
  readonly spec: ResourceClaimSpec;
}

/** ResourcePool describes the pool that ResourceSlices belong to. */
export interface ResourcePool {
  /** Generation tracks the change in a pool over time. */
  readonly generation: number;
  /** Name is used to identify the pool. */
  readonly name: string;
  /** ResourceSliceCount is the total number of ResourceSlices in the pool at this generation number. */
  readonly resourceSliceCount: number;
}

/** ResourceSliceSpec contains the information published by the driver in one ResourceSlice. */
export interface ResourceSliceSpec {
  /** AllNodes indicates that all nodes have access to the resources in the pool. */
  readonly allNodes?: boolean;
  /** Devices lists some or all of the devices in this pool. */
  readonly devices?: readonly Device[];
  /** Driver identifies the DRA driver providing the capacity information. */
  readonly driver: string;
  /** NodeName identifies the node which provides the resources in this pool. */
  readonly nodeName?: string;
  /**
   * NodeSelector defines which nodes have access to the resources in the pool, when that pool is not limited to a
   * single node.
   */
  readonly nodeSelector?: NodeSelector;
  /**
   * PerDeviceNodeSelection defines whether the access from nodes to resources in the pool is set on the ResourceSlice
   * level or on each device.
   */
  readonly perDeviceNodeSelection?: boolean;
  /** Pool describes the pool that this ResourceSlice belongs to. */
  readonly pool: ResourcePool;
  /** SharedCounters defines a list of counter sets, each of which has a name and a list of counters available. */
  readonly sharedCounters?: readonly CounterSet[];
}
