import {
  listClusterScopedResources,
  listReconciledApis,
  getKubewrightDeclaration,
  type OperatorDeclaration,
} from '../declaration/index.ts';
import {
  type Environment,
  validateValue,
  olmBundleGroup,
  type OlmBundleOptions,
  type OlmInstallMode,
} from '../options/index.ts';

/** The values that the files of a bundle share. */
export interface BundlePlan {
  readonly options: OlmBundleOptions;
  /** The declaration without the kinds, webhooks and policies of controllers that do not run. */
  readonly declaration: OperatorDeclaration;
  /** The environment of the options, without options that only charts can deploy. */
  readonly environment: Environment;
  /** Name of the ClusterServiceVersion. */
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly channels: readonly string[];
  readonly installModes: readonly OlmInstallMode[];
  /** Whether an OperatorGroup may limit the operator to namespaces. */
  readonly canBeLimited: boolean;
}

/** All install modes, in the order of a ClusterServiceVersion. */
export const allModes: readonly OlmInstallMode[] = [
  'OwnNamespace',
  'SingleNamespace',
  'MultiNamespace',
  'AllNamespaces',
];

/** Pure: throws with all errors if the options are invalid. */
export function planBundle(options: OlmBundleOptions): BundlePlan {
  const texts = validateValue(olmBundleGroup, options).map(({ text }) => text);
  if (texts.length === 0 && options.environment.namespaces !== undefined) {
    texts.push('remove environment.namespaces: an OperatorGroup selects the namespaces');
  }
  if (texts.length > 0) throw new Error(`failed to build an OLM bundle: ${texts.join('; ')}`);
  const { declaration: whole = getKubewrightDeclaration(), channels = ['alpha'] } = options;
  const { package: packageName = whole.name, version = whole.version } = options;
  const { declaration, servesWebhooks } = limitDeclaration(options.environment.controllers, whole);
  const installModes = resolveInstallModes(declaration, options.installModes);
  return {
    ...{ options, declaration, version, channels, installModes },
    environment: buildBundleEnvironment(options, { declaration, servesWebhooks }),
    name: `${packageName}.v${version}`,
    package: packageName,
    canBeLimited: installModes.some((mode) => mode !== 'AllNamespaces'),
  };
}

interface LimitedDeclaration {
  readonly declaration: OperatorDeclaration;
  /** Whether API servers call the operator's webhooks or conversions. */
  readonly servesWebhooks: boolean;
}

/** Limits the declaration to what the running controllers need. */
function limitDeclaration(
  controllers: readonly string[] | undefined,
  declaration: OperatorDeclaration,
): LimitedDeclaration {
  const { webhooks = [], policies } = declaration;
  const toKindKey = ({ group, kind }: { readonly group: string; readonly kind: string }): string => `${group}/${kind}`;
  const running = declaration.controllers.filter(({ name }) => controllers?.includes(name) ?? true);
  const served = new Set(running.map((each) => toKindKey(each.for)));
  // Omits kinds whose controllers do not run. Retains kinds without any controller, because running controllers may
  // read them.
  const unserved = new Set(
    declaration.controllers.map((each) => toKindKey(each.for)).filter((key) => !served.has(key)),
  );
  const apis = declaration.apis.filter((each) => !unserved.has(toKindKey(each)));
  const foreignKinds = (declaration.foreignKinds ?? []).filter((each) => !unserved.has(toKindKey(each)));
  const asked = webhooks.filter((each) => !unserved.has(toKindKey(each.for)));
  // If no webhook is served, retains them all, so that the Deployment gets the variable that disables webhooks.
  const declared = asked.length > 0 ? asked : webhooks;
  return {
    declaration: {
      ...declaration,
      apis,
      foreignKinds,
      // Includes the kinds that the operator only reads, and the kinds of controllers that do not run.
      clusterScoped: [...listClusterScopedResources(declaration)],
      ...(declared.length > 0 && { webhooks: declared }),
      ...(policies && { policies: policies.filter((each) => !unserved.has(toKindKey(each.for))) }),
    },
    servesWebhooks: asked.length > 0 || apis.some(({ conversion }) => conversion !== undefined),
  };
}

/** Where OLM mounts its certificate, under the file names that the operator expects. */
const certificate = { folder: '/tmp/k8s-webhook-server/serving-certs' };

/** Turns off options whose objects a bundle cannot contain: admission policies, and objects in other namespaces. */
function buildBundleEnvironment(
  { environment }: OlmBundleOptions,
  { declaration, servesWebhooks }: LimitedDeclaration,
): Environment {
  const { petStore: _, createNamespaces: __, webhooks, ...others } = environment;
  const off = { ownNamespace: { create: false }, policies: 'off', removalGuard: false, samples: false } as const;
  if (servesWebhooks && webhooks !== false) return { ...others, ...off, webhooks: { ...webhooks, certificate } };
  return { ...others, ...off, ...((declaration.webhooks ?? []).length > 0 && { webhooks: false }) };
}

/** The supported install modes. Throws if the operator cannot be limited to the given ones. */
function resolveInstallModes(
  declaration: OperatorDeclaration,
  given: readonly OlmInstallMode[] | undefined,
): readonly OlmInstallMode[] {
  const obstacle = findLimitObstacle(declaration);
  if (given === undefined) return obstacle === undefined ? allModes : ['AllNamespaces'];
  const limited = given.find((mode) => mode !== 'AllNamespaces');
  if (limited === undefined || obstacle === undefined) return allModes.filter((mode) => given.includes(mode));
  throw new Error(
    `failed to build an OLM bundle: ${declaration.name} does not support ${limited}: ${obstacle}. ` +
      "Set installModes to ['AllNamespaces']",
  );
}

function findLimitObstacle(declaration: OperatorDeclaration): string | undefined {
  const { settings, apis, foreignKinds = [], webhooks = [] } = declaration;
  if (!settings.some(({ env }) => env === 'WATCH_NAMESPACE'))
    return 'the operator does not declare the setting WATCH_NAMESPACE';
  // Objects of a kind without a controller are only read, for which a ClusterRole is enough.
  const limited = [...listReconciledApis(declaration), ...foreignKinds, ...webhooks.map((each) => each.for)];
  const clusterWide = limited.find(({ scope }) => scope === 'Cluster');
  if (clusterWide !== undefined) return `${clusterWide.kind} is cluster-scoped`;
  const converted = apis.find(({ conversion }) => conversion !== undefined);
  return converted && `the API server converts ${converted.kind} objects in every namespace`;
}
