import { installTools } from './go-tools.ts';
import { readModuleFiles } from './go-module.ts';
import type { Manifest } from './manifests.ts';
import { readYaml } from './read-yaml.ts';

/** Paths of the programs: OLM's two operators, and the checkers of bundles and catalogs. */
export type OlmTools = Readonly<Record<'olm' | 'catalog' | 'opm' | 'operator-verify', string>>;

/**
 * Builds the programs that `scripts/tools/olm-tools` pins, and returns their paths. The build takes about two minutes
 * without a warm cache.
 */
export function findOlmTools(): Promise<OlmTools> {
  return installTools({
    pinnedIn: 'olm-tools',
    // `json1` is for OLM; the others remove the C libraries of container storage, which opm does not use here.
    tags: ['json1', 'containers_image_openpgp', 'exclude_graphdriver_btrfs', 'exclude_graphdriver_devicemapper'],
    tools: ['olm', 'catalog', 'opm', 'operator-verify'],
  });
}

const plurals = [
  ...['catalogsources', 'clusterserviceversions', 'installplans', 'olmconfigs', 'operatorconditions'],
  ...['operatorgroups', 'operators', 'subscriptions'],
];

export async function readOlmCrds(): Promise<readonly Manifest[]> {
  const texts = await readModuleFiles({
    pinnedIn: 'olm-tools',
    module: 'github.com/operator-framework/api',
    files: plurals.map((plural) => `crds/operators.coreos.com_${plural}.yaml`),
  });
  return texts.flatMap((text) => readYaml(text) as readonly Manifest[]);
}
