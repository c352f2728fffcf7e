import type { Schema, Schemas } from './schema.ts';

const core = 'io.k8s.api.core.v1';
const apps = 'io.k8s.api.apps.v1';
const batch = 'io.k8s.api.batch.v1';
const autoscaling = 'io.k8s.api.autoscaling.v2';
const rbac = 'io.k8s.api.rbac.v1';
const events = 'io.k8s.api.events.v1';
const discovery = 'io.k8s.api.discovery.v1';
const certificates = 'io.k8s.api.certificates.v1';
const flowcontrol = 'io.k8s.api.flowcontrol.v1';
const resource = 'io.k8s.api.resource.v1';
const storage = 'io.k8s.api.storage.v1';
const apiregistration = 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1';
const apiextensions = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';

/**
 * Fields that the API server returns as `null` if they are not set. Its OpenAPI documents do not declare this: in Go,
 * these fields are times that are not pointers, or lists and pointers without `omitempty`. Fields that validation
 * requires are not listed.
 */
export const storedNulls: Readonly<Record<string, readonly string[]>> = {
  [`${core}.AzureFilePersistentVolumeSource`]: ['secretNamespace'],
  [`${core}.ContainerImage`]: ['names'],
  [`${core}.ContainerStateRunning`]: ['startedAt'],
  [`${core}.ContainerStateTerminated`]: ['finishedAt', 'startedAt'],
  [`${core}.LimitRangeSpec`]: ['limits'],
  [`${core}.NamespaceCondition`]: ['lastTransitionTime'],
  [`${core}.NodeCondition`]: ['lastHeartbeatTime', 'lastTransitionTime'],
  [`${core}.PersistentVolumeClaimCondition`]: ['lastProbeTime', 'lastTransitionTime'],
  [`${core}.PodCondition`]: ['lastProbeTime', 'lastTransitionTime'],
  [`${core}.ProjectedVolumeSource`]: ['sources'],
  [`${core}.ReplicationControllerCondition`]: ['lastTransitionTime'],
  [`${core}.ScaleIOPersistentVolumeSource`]: ['secretRef'],
  [`${core}.TypedLocalObjectReference`]: ['apiGroup'],
  [`${core}.TypedObjectReference`]: ['apiGroup'],
  [`${apps}.DaemonSetCondition`]: ['lastTransitionTime'],
  [`${apps}.DeploymentCondition`]: ['lastTransitionTime', 'lastUpdateTime'],
  [`${apps}.ReplicaSetCondition`]: ['lastTransitionTime'],
  [`${apps}.StatefulSetCondition`]: ['lastTransitionTime'],
  [`${batch}.JobCondition`]: ['lastProbeTime', 'lastTransitionTime'],
  [`${autoscaling}.HorizontalPodAutoscalerCondition`]: ['lastTransitionTime'],
  [`${autoscaling}.HorizontalPodAutoscalerStatus`]: ['currentMetrics'],
  [`${rbac}.ClusterRole`]: ['rules'],
  [`${rbac}.Role`]: ['rules'],
  [`${events}.Event`]: ['deprecatedFirstTimestamp', 'deprecatedLastTimestamp', 'eventTime'],
  [`${discovery}.EndpointSlice`]: ['endpoints', 'ports'],
  [`${certificates}.CertificateSigningRequestCondition`]: ['lastTransitionTime', 'lastUpdateTime'],
  [`${flowcontrol}.FlowSchemaCondition`]: ['lastTransitionTime'],
  [`${flowcontrol}.PriorityLevelConfigurationCondition`]: ['lastTransitionTime'],
  [`${flowcontrol}.ResourcePolicyRule`]: ['namespaces'],
  [`${resource}.AllocatedDeviceStatus`]: ['conditions'],
  [`${resource}.CapacityRequestPolicy`]: ['default'],
  [`${resource}.DeviceClaim`]: ['requests'],
  [`${storage}.CSINodeDriver`]: ['topologyKeys'],
  [`${storage}.CSINodeSpec`]: ['drivers'],
  [`${storage}.VolumeError`]: ['time'],
  [`${apiregistration}.APIServiceCondition`]: ['lastTransitionTime'],
  [`${apiextensions}.CustomResourceDefinitionCondition`]: ['lastTransitionTime'],
  [`${apiextensions}.CustomResourceDefinitionStatus`]: ['conditions', 'storedVersions'],
};

/** `schemas` with these fields nullable. Errors: a field that is not in its schema. */
export function markStoredNulls(schemas: Schemas): Schemas {
  const marked: Record<string, Schema> = { ...schemas };
  for (const [name, fields] of Object.entries(storedNulls)) {
    const schema = schemas[name];
    if (schema !== undefined)
      marked[name] = fields.reduce((result, field) => markNullable(name, result, field), schema);
  }
  return marked;
}

function markNullable(name: string, schema: Schema, field: string): Schema {
  const property = schema.properties?.[field];
  if (property === undefined) throw new Error(`failed to find ${field} in ${name}: update stored-nulls.ts`);
  return { ...schema, properties: { ...schema.properties, [field]: { ...property, nullable: true } } };
}
