/** The file and the name of the type of a schema. */
export interface SchemaName {
  /** The generated file without its extension: `core`, `apps`, `meta`, ... */
  readonly file: string;
  readonly type: string;
}

/** Other names for schemas whose last part is the name of a better known schema, or of a kind. */
const otherTypes: Readonly<Record<string, string>> = {
  'io.k8s.api.admissionregistration.v1.ServiceReference': 'AdmissionServiceReference',
  'io.k8s.api.admissionregistration.v1.WebhookClientConfig': 'AdmissionWebhookClientConfig',
  'io.k8s.api.core.v1.EndpointPort': 'EndpointsPort',
  'io.k8s.api.core.v1.ResourceClaim': 'ContainerResourceClaim',
  'io.k8s.api.flowcontrol.v1.Subject': 'FlowSubject',
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference': 'APIServiceReference',
};

const grouped = /\.([a-z]+)\.v\d\w*\.(\w+)$/;

/**
 * The file and the name of a schema's type: `io.k8s.api.apps.v1.Deployment` is `Deployment` in `apps`. Schemas without
 * a group (`...api.resource.Quantity`) are in `meta`.
 */
export function parseSchemaName(fullName: string): SchemaName {
  const [, file = 'meta', type = fullName.slice(fullName.lastIndexOf('.') + 1)] = grouped.exec(fullName) ?? [];
  return { file, type: otherTypes[fullName] ?? type };
}

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/**
 * The schema of metadata. Top-level objects use the type of runtime/base, objects inside of others use `TemplateMeta`.
 */
export const objectMeta: string = `${meta}.ObjectMeta`;

/** The fields of metadata that can be set in an object inside of another one. The API server sets all others. */
export const templateMetaFields: ReadonlySet<string> = new Set([
  'name',
  'generateName',
  'namespace',
  'labels',
  'annotations',
  'finalizers',
  'ownerReferences',
]);

/** Schemas whose types are in runtime/base. */
export const baseTypes: ReadonlyMap<string, string> = new Map([
  [`${meta}.Condition`, 'Condition'],
  [`${meta}.OwnerReference`, 'OwnerReference'],
]);
