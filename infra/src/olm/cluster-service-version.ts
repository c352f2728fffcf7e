import { at, groupOf, isRecord, listAt, type PlainObject, textAt } from '@kubewright/declaration';
import { k8s } from 'cdk8s-plus-28';

import { bindingsOf, type Deployed, webhooksIn } from './deployed.ts';
import { allModes, type BundlePlan } from './plan.ts';

/** The manifest by which OLM installs an operator. */
export interface ClusterServiceVersion extends PlainObject {
  readonly metadata: { readonly name: string; readonly annotations: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
}

/** Pure: the ClusterServiceVersion of what the charts deploy. */
export function clusterServiceVersion(deployed: Deployed, plan: BundlePlan): ClusterServiceVersion {
  const { replaces, skips, minKubeVersion } = plan.options;
  const webhooks = webhookDefinitions(deployed, plan);
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: plan.name, annotations: annotationsOf(deployed, plan) },
    spec: {
      ...shownOf(plan),
      version: plan.version,
      ...(replaces !== undefined && { replaces }),
      ...(skips && { skips }),
      ...(minKubeVersion !== undefined && { minKubeVersion }),
      installModes: allModes.map((type) => ({ type, supported: plan.installModes.includes(type) })),
      install: { strategy: 'deployment', spec: installStrategy(deployed, plan) },
      customresourcedefinitions: { owned: ownedKinds(deployed, plan) },
      ...(webhooks.length > 0 && { webhookdefinitions: webhooks }),
      relatedImages: relatedImages(deployed, plan),
    },
  };
}

function shownOf({ options, declaration }: BundlePlan): Readonly<Record<string, unknown>> {
  const { displayName = declaration.name, icon, keywords, links, maintainers, maturity = 'alpha' } = options;
  return {
    displayName,
    description: options.description ?? descriptionOf(declaration),
    maturity,
    ...(icon && { icon: [{ base64data: icon.data, mediatype: icon.mediaType }] }),
    ...(keywords && { keywords }),
    ...(links && { links: Object.entries(links).map(([name, url]) => ({ name, url })) }),
    ...(maintainers && { maintainers: Object.entries(maintainers).map(([name, email]) => ({ name, email })) }),
    provider: options.provider ?? { name: displayName },
  };
}

const descriptionOf = ({ name, description = `The operator ${name}.` }: BundlePlan['declaration']): string =>
  description;

/** What catalogues read. All values of annotations are strings. */
function annotationsOf(deployed: Deployed, { options, declaration }: BundlePlan): Record<string, string> {
  const { examples = [], capabilities = 'Basic Install', categories, repository, environment } = options;
  return {
    'alm-examples': JSON.stringify(examples, undefined, 2),
    capabilities,
    ...(categories && { categories: categories.join(', ') }),
    containerImage: imageIn(deployed),
    description: descriptionOf(declaration),
    'operatorframework.io/suggested-namespace': environment.namespace,
    ...(repository !== undefined && { repository }),
  };
}

/** How OLM installs the operator: its Deployment as it is, and the rules of the roles that are bound to its ServiceAccount. */
function installStrategy({ operator, deployment }: Deployed, { canBeLimited }: BundlePlan): object {
  const { name, labels: label = {} } = deployment.metadata;
  const serviceAccountName = textAt(deployment, 'spec.template.spec.serviceAccountName') ?? name;
  const granted = (kind: string): readonly object[] => {
    const roles = operator.filter((object) => object.kind === kind).filter(isBound);
    const rules = roles.flatMap((role) => listAt(role, 'rules'));
    const each = [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
    return each.length === 0 ? [] : [{ serviceAccountName, rules: each }];
  };
  const isBound = (role: Deployed['deployment']): boolean =>
    bindingsOf(role, operator)
      .flatMap((binding) => listAt(binding, 'subjects'))
      .some((subject) => at(subject, 'name') === serviceAccountName);
  const [permissions, clusterPermissions] = [granted('Role'), granted('ClusterRole')];
  return {
    deployments: [{ name, label, spec: canBeLimited ? withTargets(deployment['spec']) : deployment['spec'] }],
    ...(permissions.length > 0 && { permissions }),
    ...(clusterPermissions.length > 0 && { clusterPermissions }),
  };
}

/** The spec with the namespaces from where OLM writes those of the OperatorGroup; empty if it chooses all. */
function withTargets(spec: unknown): unknown {
  const name = 'WATCH_NAMESPACE';
  const valueFrom = { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } };
  return JSON.parse(JSON.stringify(spec), (_, value: unknown) =>
    at(value, 'name') === name ? { name, valueFrom } : value,
  );
}

/** What of a webhook OLM takes over. It makes `clientConfig` and `namespaceSelector` itself. */
const taken = [
  ...['admissionReviewVersions', 'failurePolicy', 'matchPolicy', 'objectSelector', 'reinvocationPolicy', 'rules'],
  ...['sideEffects', 'timeoutSeconds'],
];

function takenFrom(webhook: unknown): object {
  const fields = taken.map((key) => [key, at(webhook, key)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** The webhooks of the configurations, and those that convert. OLM makes their Service, certificate and configuration. */
function webhookDefinitions({ operator, deployment }: Deployed, { declaration }: BundlePlan): readonly object[] {
  const ports = listAt(listAt(deployment, 'spec.template.spec.containers')[0], 'ports');
  const targetPort = at(
    ports.find((port) => at(port, 'name') === 'webhooks'),
    'containerPort',
  );
  const admitting = webhooksIn(operator).map(({ type, webhook }) => ({
    type,
    generateName: at(webhook, 'name'),
    webhookPath: at(webhook, 'clientConfig.service.path'),
    ...takenFrom(webhook),
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

/** Every image, for those who copy a catalogue to a cluster without internet access. */
function relatedImages(deployed: Deployed, { options, declaration }: BundlePlan): readonly object[] {
  const { settings = {} } = options.environment;
  const inSettings = declaration.settings.flatMap(({ name, format, ...setting }) => {
    const image = settings[name] ?? setting.default;
    return format === 'image' && typeof image === 'string' ? [[name, image]] : [];
  });
  const others = options.relatedImages ?? (Object.fromEntries(inSettings) as Readonly<Record<string, string>>);
  return Object.entries({ operator: imageIn(deployed), ...others }).map(([name, image]) => ({ name, image }));
}

/** The image of the operator. */
function imageIn({ deployment }: Deployed): string {
  return textAt(listAt(deployment, 'spec.template.spec.containers')[0], 'image') ?? '';
}

/** Pure: each served version of the kinds of the operator, as a ClusterServiceVersion describes it. */
export function ownedKinds({ definitions }: Deployed, { declaration, options }: BundlePlan): readonly object[] {
  const { kindNames = {} } = options;
  return declaration.apis.flatMap(({ group, kind, plural }) => {
    const name = `${plural}.${group}`;
    const definition = definitions.find(({ metadata }) => metadata.name === name);
    const controllers = declaration.controllers.filter((each) => each.for.group === group && each.for.kind === kind);
    const served = listAt(definition, 'spec.versions').filter((version) => at(version, 'served') === true);
    return served.map((version) => ({
      name,
      version: at(version, 'name'),
      kind,
      displayName: kindNames[kind] ?? kind,
      description: textAt(version, 'schema.openAPIV3Schema.description') ?? `A ${kind}.`,
      resources: usedKinds(controllers.flatMap(({ rules }) => rules)),
      specDescriptors: descriptorsOf(version, 'spec'),
      statusDescriptors: descriptorsOf(version, 'status'),
    }));
  });
}

type Rules = BundlePlan['declaration']['controllers'][number]['rules'];

/** The kinds of Kubernetes that a controller creates or watches, by its rules: a console lists them below a resource. */
function usedKinds(rules: Rules): readonly object[] {
  const used = rules.filter(({ verbs }) => verbs.includes('create') || verbs.includes('watch'));
  const keys = used.flatMap(({ apiGroups, resources }) =>
    apiGroups.flatMap((group) => resources.map((resource) => `${group}/${resource}`)),
  );
  return [...new Set(keys)].flatMap((key) => builtIn.get(key) ?? []);
}

/** The kinds of Kubernetes, by group and resource; of several versions the first one, which is the stable one. */
const builtIn: ReadonlyMap<string, object> = new Map(
  Object.values(k8s)
    .toReversed()
    .flatMap((each: unknown): readonly (readonly [string, object])[] => {
      if (typeof each !== 'function' || !('GVK' in each)) return [];
      const [apiVersion = '', kind = ''] = [textAt(each.GVK, 'apiVersion'), textAt(each.GVK, 'kind')];
      const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
      return [[`${groupOf({ apiVersion })}/${pluralOf(kind)}`, { kind, version, name: '' }]];
    }),
);

function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  if (word === 'endpoints') return word;
  if (word.endsWith('y')) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** What a console knows of the fields below `spec` or `status`, in the order of the schema. */
function descriptorsOf(version: unknown, part: 'spec' | 'status'): readonly object[] {
  const counts = ['specReplicasPath', 'statusReplicasPath'].map((key) => at(version, `subresources.scale.${key}`));
  return fieldsIn(at(version, `schema.openAPIV3Schema.properties.${part}`), '').map(([path, schema]) => {
    const description = textAt(schema, 'description');
    const control = counts.includes(`.${part}.${path}`) ? controlOf('podCount') : controlFor(path, schema);
    return {
      path,
      displayName: wordsOf(path),
      ...(description !== undefined && { description }),
      ...(control !== undefined && { 'x-descriptors': [control] }),
    };
  });
}

/** Paths and schemas: objects by their fields; lists and maps as a whole. */
function fieldsIn(schema: unknown, prefix: string): readonly (readonly [string, unknown])[] {
  const properties = at(schema, 'properties');
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, each]) => {
    const path = `${prefix}${name}`;
    return isRecord(at(each, 'properties')) ? fieldsIn(each, `${path}.`) : [[path, each] as const];
  });
}

const controlOf = (name: string): string => `urn:alm:descriptor:com.tectonic.ui:${name}`;

function controlFor(path: string, schema: unknown): string | undefined {
  if (path === 'conditions') return 'urn:alm:descriptor:io.kubernetes.conditions';
  const type = textAt(schema, 'type');
  if (type === 'boolean') return controlOf('booleanSwitch');
  if (type === 'integer' || type === 'number') return controlOf('number');
  return type === 'string' && listAt(schema, 'enum').length === 0 ? controlOf('text') : undefined;
}

/** `service.containerPort` as "Service container port". */
function wordsOf(path: string): string {
  const spaced = path.replaceAll('.', ' ').replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}
