/** Where the type of a schema is declared, and under which name. */
export interface SchemaName {
  /** The generated file without its ending: `core`, `apps`, `meta`, ... */
  readonly file: string;
  readonly type: string;
}

/** Schemas that end in the name of another one, which is better known or is that of a kind. */
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
 * The file and the name of a schema's type: `io.k8s.api.apps.v1.Deployment` is `Deployment` in `apps`. What belongs
 * to no group (`...api.resource.Quantity`) goes to `meta`.
 */
export function schemaName(fullName: string): SchemaName {
  const [, file = 'meta', type = fullName.slice(fullName.lastIndexOf('.') + 1)] = grouped.exec(fullName) ?? [];
  return { file, type: otherTypes[fullName] ?? type };
}

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** The metadata of every object: at the top level it is runtime/base's, inside of other objects a template's. */
export const objectMeta: string = `${meta}.ObjectMeta`;

/** What can be said in the metadata of an object inside another: the server sets the rest. */
export const templateMetaFields: ReadonlySet<string> = new Set([
  'name',
  'generateName',
  'namespace',
  'labels',
  'annotations',
  'finalizers',
  'ownerReferences',
]);

/** Types that runtime/base has already. */
export const baseTypes: ReadonlyMap<string, string> = new Map([
  [`${meta}.Condition`, 'Condition'],
  [`${meta}.OwnerReference`, 'OwnerReference'],
]);
