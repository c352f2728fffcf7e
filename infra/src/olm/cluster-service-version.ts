import {
  type CrdSchema,
  getAt,
  getGroup,
  getKubernetesType,
  isRecord,
  getListAt,
  type PlainObject,
  getStringAt,
} from '@kubewright/declaration';
import { k8s } from 'cdk8s-plus-28';

import { getServiceAccountName, isGranted, type DeployedObjects, listWebhooks } from './deployed-objects.ts';
import { allModes, type BundlePlan } from './plan.ts';

/** The manifest from which OLM installs an operator. */
export interface ClusterServiceVersion extends PlainObject {
  readonly metadata: { readonly name: string; readonly annotations: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
}

/** Pure: the ClusterServiceVersion of the objects of the charts. */
export function buildClusterServiceVersion(deployed: DeployedObjects, plan: BundlePlan): ClusterServiceVersion {
  const { replaces, skips, minKubeVersion } = plan.options;
  const webhooks = buildWebhookDefinitions(deployed, plan);
  const required = buildRequiredKinds(plan);
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: plan.name, annotations: buildCsvAnnotations(deployed, plan) },
    spec: {
      ...buildDisplayData(plan),
      version: plan.version,
      ...(replaces !== undefined && { replaces }),
      ...(skips && { skips }),
      ...(minKubeVersion !== undefined && { minKubeVersion }),
      installModes: allModes.map((type) => ({ type, supported: plan.installModes.includes(type) })),
      install: { strategy: 'deployment', spec: buildInstallStrategy(deployed, plan) },
      customresourcedefinitions: { owned: buildOwnedKinds(deployed, plan), ...(required.length > 0 && { required }) },
      ...(webhooks.length > 0 && { webhookdefinitions: webhooks }),
      relatedImages: listRelatedImages(deployed, plan),
    },
  };
}

function buildDisplayData({ options, declaration }: BundlePlan): Readonly<Record<string, unknown>> {
  const { displayName = declaration.name, icon, keywords, links, maintainers, maturity = 'alpha' } = options;
  return {
    displayName,
    description: options.description ?? getDescription(declaration),
    maturity,
    ...(icon && { icon: [{ base64data: icon.data, mediatype: icon.mediaType }] }),
    ...(keywords && { keywords }),
    ...(links && { links: Object.entries(links).map(([name, url]) => ({ name, url })) }),
    ...(maintainers && { maintainers: Object.entries(maintainers).map(([name, email]) => ({ name, email })) }),
    provider: options.provider ?? { name: displayName },
  };
}

const getDescription = ({ name, description = `The operator ${name}.` }: BundlePlan['declaration']): string =>
  description;

/** The annotations that catalogs read. All values are strings. */
function buildCsvAnnotations(deployed: DeployedObjects, { options, declaration }: BundlePlan): Record<string, string> {
  const { examples = [], capabilities = 'Basic Install', categories, repository, environment } = options;
  return {
    'alm-examples': JSON.stringify(examples, undefined, 2),
    capabilities,
    ...(categories && { categories: categories.join(', ') }),
    containerImage: getImage(deployed),
    description: getDescription(declaration),
    'operatorframework.io/suggested-namespace': environment.namespace,
    ...(repository !== undefined && { repository }),
  };
}

/**
 * OLM installs the operator from its Deployment, and from the rules of the roles that are bound to its ServiceAccount.
 */
function buildInstallStrategy(deployed: DeployedObjects, { canBeLimited }: BundlePlan): object {
  const { operator, deployment } = deployed;
  const { name, labels: label = {} } = deployment.metadata;
  const serviceAccountName = getServiceAccountName(deployment);
  const listGrants = (kind: string): readonly object[] => {
    const roles = operator.filter((object) => object.kind === kind && isGranted(object, deployed));
    const rules = roles.flatMap((role) => getListAt(role, 'rules'));
    const each = [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
    return each.length === 0 ? [] : [{ serviceAccountName, rules: each }];
  };
  const [permissions, clusterPermissions] = [listGrants('Role'), listGrants('ClusterRole')];
  return {
    deployments: [{ name, label, spec: canBeLimited ? setTargetNamespaces(deployment['spec']) : deployment['spec'] }],
    ...(permissions.length > 0 && { permissions }),
    ...(clusterPermissions.length > 0 && { clusterPermissions }),
  };
}

/**
 * Reads the namespaces from the annotation in which OLM writes those of the OperatorGroup. The annotation is empty for
 * all namespaces.
 */
function setTargetNamespaces(spec: unknown): unknown {
  const name = 'WATCH_NAMESPACE';
  const valueFrom = { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } };
  return JSON.parse(JSON.stringify(spec), (_, value: unknown) =>
    getAt(value, 'name') === name ? { name, valueFrom } : value,
  );
}

/** The webhook fields that OLM copies. It sets `clientConfig` and `namespaceSelector` itself. */
const taken = [
  ...['admissionReviewVersions', 'failurePolicy', 'matchPolicy', 'objectSelector', 'reinvocationPolicy', 'rules'],
  ...['sideEffects', 'timeoutSeconds'],
];

function pickWebhookFields(webhook: unknown): object {
  const fields = taken.map((key) => [key, getAt(webhook, key)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** The admission and conversion webhooks. OLM creates their Service, certificate and configurations. */
function buildWebhookDefinitions(
  { operator, deployment }: DeployedObjects,
  { declaration }: BundlePlan,
): readonly object[] {
  const ports = getListAt(getListAt(deployment, 'spec.template.spec.containers')[0], 'ports');
  const targetPort = getAt(
    ports.find((port) => getAt(port, 'name') === 'webhooks'),
    'containerPort',
  );
  const admitting = listWebhooks(operator).map(({ type, webhook }) => ({
    type,
    generateName: getAt(webhook, 'name'),
    webhookPath: getAt(webhook, 'clientConfig.service.path'),
    ...pickWebhookFields(webhook),
  }));
  const converting = declaration.apis.flatMap(({ conversion, plural, group }) => {
    if (conversion === undefined) return [];
    const { conversionReviewVersions: admissionReviewVersions, path: webhookPath } = conversion;
    const of = { generateName: `c${plural}.${group}`, conversionCRDs: [`${plural}.${group}`] };
    return [{ type: 'ConversionWebhook', ...of, admissionReviewVersions, sideEffects: 'None', webhookPath }];
  });
  const reached = { deploymentName: deployment.metadata.name, containerPort: 443, targetPort };
  return [...admitting, ...converting].map((definition) => ({ ...definition, ...reached }));
}

/** Every image, so that tools can mirror a catalog to a cluster without internet access. */
function listRelatedImages(deployed: DeployedObjects, { options, declaration }: BundlePlan): readonly object[] {
  const { settings = {} } = options.environment;
  const inSettings = declaration.settings.flatMap(({ name, format, ...setting }) => {
    const image = settings[name] ?? setting.default;
    return format === 'image' && typeof image === 'string' ? [[name, image]] : [];
  });
  const others = options.relatedImages ?? (Object.fromEntries(inSettings) as Readonly<Record<string, string>>);
  return Object.entries({ operator: getImage(deployed), ...others }).map(([name, image]) => ({ name, image }));
}

function getImage({ deployment }: DeployedObjects): string {
  return getStringAt(getListAt(deployment, 'spec.template.spec.containers')[0], 'image') ?? '';
}

/** Pure: each served version of the operator's kinds, as a ClusterServiceVersion describes it. */
export function buildOwnedKinds({ crds }: DeployedObjects, { declaration, options }: BundlePlan): readonly object[] {
  const { kindNames = {} } = options;
  return declaration.apis.flatMap(({ group, kind, plural }) => {
    const name = `${plural}.${group}`;
    const crd = crds.find(({ metadata }) => metadata.name === name);
    const controllers = declaration.controllers.filter((each) => each.for.group === group && each.for.kind === kind);
    const served = getListAt(crd, 'spec.versions').filter((version) => getAt(version, 'served') === true);
    return served.map((version) => ({
      name,
      version: getAt(version, 'name'),
      kind,
      displayName: kindNames[kind] ?? kind,
      description: getStringAt(version, 'schema.openAPIV3Schema.description') ?? `A ${kind}.`,
      resources: buildUsedKinds(controllers.flatMap(({ rules }) => rules)),
      specDescriptors: buildDescriptors(version, 'spec'),
      statusDescriptors: buildDescriptors(version, 'status'),
    }));
  });
}

/** Pure: lists the kinds that the operator reconciles and whose CRDs other operators install. */
function buildRequiredKinds({ declaration, options }: BundlePlan): readonly object[] {
  const { kindNames = {} } = options;
  return (declaration.foreignKinds ?? []).flatMap(({ crd, version, kind }) =>
    crd === undefined
      ? []
      : [{ name: crd, version, kind, displayName: kindNames[kind] ?? kind, description: `A ${kind}.` }],
  );
}

type Rules = BundlePlan['declaration']['controllers'][number]['rules'];

/**
 * Built-in kinds that a controller creates or watches, according to its rules: a console lists them below a custom
 * resource.
 */
function buildUsedKinds(rules: Rules): readonly object[] {
  const used = rules.filter(({ verbs }) => verbs.includes('create') || verbs.includes('watch'));
  const keys = used.flatMap(({ apiGroups, resources }) =>
    apiGroups.flatMap((group) => resources.map((resource) => `${group}/${resource}`)),
  );
  return [...new Set(keys)].flatMap((key) => builtIn.get(key) ?? []);
}

/** Built-in kinds, by group and resource, in the first exported version, which is the stable one. */
const builtIn: ReadonlyMap<string, object> = new Map(
  Object.values(k8s)
    .toReversed()
    .flatMap((each: unknown): readonly (readonly [string, object])[] => {
      if (typeof each !== 'function' || !('GVK' in each)) return [];
      const [apiVersion = '', kind = ''] = [getStringAt(each.GVK, 'apiVersion'), getStringAt(each.GVK, 'kind')];
      const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
      return [[`${getGroup({ apiVersion })}/${pluralize(kind)}`, { kind, version, name: '' }]];
    }),
);

function pluralize(kind: string): string {
  const word = kind.toLowerCase();
  if (word === 'endpoints') return word;
  if (word.endsWith('y')) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** Descriptors for the fields below `spec` or `status`, in the order of the schema. */
function buildDescriptors(version: unknown, part: 'spec' | 'status'): readonly object[] {
  const counts = ['specReplicasPath', 'statusReplicasPath'].map((key) => getAt(version, `subresources.scale.${key}`));
  return listFields(getAt(version, `schema.openAPIV3Schema.properties.${part}`), '').map(([path, schema]) => {
    const description = getStringAt(schema, 'description');
    const control = counts.includes(`.${part}.${path}`) ? formatControl('podCount') : findControl(path, schema);
    return {
      path,
      displayName: formatDisplayName(path),
      ...(description !== undefined && { description }),
      ...(control !== undefined && { 'x-descriptors': [control] }),
    };
  });
}

/**
 * Lists the paths of a schema's fields with their schemas. Does not descend into lists, maps and Kubernetes' own types.
 */
function listFields(schema: unknown, prefix: string): readonly (readonly [string, unknown])[] {
  const properties = getAt(schema, 'properties');
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, each]) => {
    const path = `${prefix}${name}`;
    const isWhole = !isRecord(getAt(each, 'properties')) || getKubernetesType(each as CrdSchema) !== undefined;
    return isWhole ? [[path, each] as const] : listFields(each, `${path}.`);
  });
}

const formatControl = (name: string): string => `urn:alm:descriptor:com.tectonic.ui:${name}`;

function findControl(path: string, schema: unknown): string | undefined {
  if (path === 'conditions') return 'urn:alm:descriptor:io.kubernetes.conditions';
  if (getKubernetesType(schema as CrdSchema) === 'ResourceRequirements') return formatControl('resourceRequirements');
  const type = getStringAt(schema, 'type');
  if (type === 'boolean') return formatControl('booleanSwitch');
  if (type === 'integer' || type === 'number') return formatControl('number');
  return type === 'string' && getListAt(schema, 'enum').length === 0 ? formatControl('text') : undefined;
}

/** Formats a path for people: `service.containerPort` → "Service container port". */
function formatDisplayName(path: string): string {
  const spaced = path.replaceAll('.', ' ').replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}
