import type { OperatorDeclaration } from '../declaration/index.ts';
import type { OlmInstallMode } from './options.ts';

const all: readonly OlmInstallMode[] = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'];

/** Pure: the modes that a bundle supports. Throws if the operator cannot be limited as the given ones say. */
export function installModes(
  declaration: OperatorDeclaration,
  given: readonly OlmInstallMode[] | undefined,
): readonly OlmInstallMode[] {
  const obstacle = whyNotLimited(declaration);
  if (given === undefined) return obstacle === undefined ? all : ['AllNamespaces'];
  const limited = given.find((mode) => mode !== 'AllNamespaces');
  if (limited === undefined || obstacle === undefined) return all.filter((mode) => given.includes(mode));
  throw new Error(
    `failed to make an OLM bundle: ${declaration.name} cannot be installed as ${limited}: ${obstacle}. ` +
      "Set installModes to ['AllNamespaces']",
  );
}

/** Pure: the modes as a ClusterServiceVersion says them. */
export function statedModes(modes: readonly OlmInstallMode[]): object[] {
  return all.map((type) => ({ type, supported: modes.includes(type) }));
}

/** Pure: whether some OperatorGroups may limit the operator to namespaces. */
export function canBeLimited(modes: readonly OlmInstallMode[]): boolean {
  return modes.some((mode) => mode !== 'AllNamespaces');
}

function whyNotLimited({ settings, apis, webhooks = [] }: OperatorDeclaration): string | undefined {
  if (!settings.some(({ env }) => env === 'WATCH_NAMESPACE')) return 'it declares no setting WATCH_NAMESPACE';
  const clusterWide =
    apis.find(({ scope }) => scope === 'Cluster') ?? webhooks.find((each) => each.for.scope === 'Cluster')?.for;
  if (clusterWide !== undefined) return `${clusterWide.kind} lives in no namespace`;
  const converted = apis.find(({ conversion }) => conversion !== undefined);
  return converted && `objects of ${converted.kind} are converted in every namespace`;
}
