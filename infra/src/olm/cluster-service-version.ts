import type { OperatorDeclaration } from '../declaration/index.ts';
import { listAt, type PlainObject, textAt } from '../objects/index.ts';
import { statedModes } from './install-modes.ts';
import type { ClusterServiceVersion, OlmBundleOptions } from './options.ts';
import { ownedKinds } from './owned-kinds.ts';
import type { BundlePlan } from './plan.ts';
import { deploymentIn, installStrategy } from './strategy.ts';
import { webhookDefinitions } from './webhook-definitions.ts';

/** The objects that the charts deploy. */
export interface Deployed {
  readonly operator: readonly PlainObject[];
  readonly definitions: readonly PlainObject[];
}

/** Pure: the ClusterServiceVersion of what the charts deploy. */
export function clusterServiceVersion({ operator, definitions }: Deployed, plan: BundlePlan): ClusterServiceVersion {
  const { options, version, installModes } = plan;
  const { replaces, skips, minKubeVersion } = options;
  const webhooks = webhookDefinitions(operator, plan);
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: plan.name, annotations: annotationsOf(operator, plan) },
    spec: {
      ...shownOf(plan),
      version,
      ...(replaces !== undefined && { replaces }),
      ...(skips && { skips }),
      ...(minKubeVersion !== undefined && { minKubeVersion }),
      installModes: statedModes(installModes),
      install: { strategy: 'deployment', spec: installStrategy(operator, plan) },
      customresourcedefinitions: { owned: ownedKinds(definitions, plan) },
      ...(webhooks.length > 0 && { webhookdefinitions: webhooks }),
      relatedImages: relatedImages(operator, plan),
    },
  };
}

function shownOf({ options, declaration }: BundlePlan): Readonly<Record<string, unknown>> {
  const {
    displayName = declaration.name,
    description,
    icon,
    keywords,
    links,
    maintainers,
    maturity = 'alpha',
  } = options;
  return {
    displayName,
    description: description ?? declaration.description ?? `The operator ${declaration.name}.`,
    maturity,
    ...(icon && { icon: [{ base64data: icon.data, mediatype: icon.mediaType }] }),
    ...(keywords && { keywords }),
    ...(links && { links: Object.entries(links).map(([name, url]) => ({ name, url })) }),
    ...(maintainers && { maintainers: Object.entries(maintainers).map(([name, email]) => ({ name, email })) }),
    provider: options.provider ?? { name: displayName },
  };
}

/** What catalogues read. All values of annotations are strings. */
function annotationsOf(operator: readonly PlainObject[], { options, declaration }: BundlePlan): Record<string, string> {
  const { examples = [], capabilities = 'Basic Install', categories, repository, environment } = options;
  const { description = `The operator ${declaration.name}.` } = declaration;
  return {
    'alm-examples': JSON.stringify(examples, undefined, 2),
    capabilities,
    ...(categories && { categories: categories.join(', ') }),
    containerImage: imageIn(operator),
    description,
    'operatorframework.io/suggested-namespace': environment.namespace,
    ...(repository !== undefined && { repository }),
  };
}

/** Every image, for those who copy a catalogue to a cluster without internet access. */
function relatedImages(operator: readonly PlainObject[], { options, declaration }: BundlePlan): readonly object[] {
  const images = { operator: imageIn(operator), ...(options.relatedImages ?? settingImages(options, declaration)) };
  return Object.entries(images).map(([name, image]) => ({ name, image }));
}

/** The images in settings, as they are given, or as the operator has them by default. */
function settingImages(
  { environment: { settings = {} } }: OlmBundleOptions,
  declaration: OperatorDeclaration,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    declaration.settings.flatMap(({ name, format, ...setting }): [string, string][] => {
      const image = settings[name] ?? setting.default;
      return format === 'image' && typeof image === 'string' ? [[name, image]] : [];
    }),
  );
}

/** The image of the operator. */
export function imageIn(operator: readonly PlainObject[]): string {
  const [container] = listAt(deploymentIn(operator), 'spec.template.spec.containers');
  return textAt(container, 'image') ?? '';
}
