import type { App } from 'cdk8s';
import type { GitOps } from '../options/index.ts';

import { isKeptByFlux, type Unit } from '../gitops/index.ts';
import { writeYaml } from '../yaml/index.ts';
import type { EnvironmentUnits, Folder } from './folder.ts';
import { gitOpsFolders } from './gitops-folders.ts';
import { type SynthesizedChart, synthesizedCharts, unitsAmong } from './units.ts';

/** How manifests are written. */
export interface ManifestsOptions {
  /** Writes what deploys the manifests, too: Argo CD's Applications, Flux's Kustomizations. @default - neither */
  readonly gitOps?: GitOps;
  /** The first line of each file, which says how it came about. @default 'Written by cdk8s synth.' */
  readonly comment?: string;
}

/**
 * Pure: the text of every file by its path in the output folder.
 *
 * - A chart at `<environment>/<unit>` has the file `<environment>/<unit>/<unit>.k8s.yaml`, with a kustomization beside
 *   it. A chart without objects has none.
 * - `<environment>/kustomization.yaml` includes the units but for definitions that are kept, because whoever applies it
 *   applies all at once, and whoever deletes it deletes all.
 * - With `gitOps.argoCd`, `argo-cd/<environment>` has the Application of the environment, and `argo-cd/<environment>/units`
 *   those of its units, which the former deploys.
 * - With `gitOps.flux`, `flux/<environment>` has the Kustomizations of its units.
 *
 * Throws if a construct or an option is invalid.
 */
export function renderManifests(app: App, { gitOps, comment }: ManifestsOptions = {}): ReadonlyMap<string, string> {
  const charts = synthesizedCharts(app);
  const environments = byEnvironment(unitsAmong(charts));
  const folders = [
    ...charts.map(chartFolder),
    ...environments.flatMap(environmentFolder),
    ...(gitOps === undefined ? [] : gitOpsFolders(environments, gitOps)),
  ];
  return new Map(folders.flatMap((folder) => filesOf(folder, `# ${comment ?? 'Written by cdk8s synth.'}\n`)));
}

function byEnvironment(units: readonly Unit[]): readonly EnvironmentUnits[] {
  const names = [...new Set(units.map(({ environment }) => environment))];
  return names.map((name) => ({
    environment: name,
    units: units.filter(({ environment }) => environment === name),
  }));
}

function chartFolder({ chart, objects }: SynthesizedChart): Folder {
  return { path: chart.node.path, file: `${chart.node.id}.k8s.yaml`, objects };
}

function environmentFolder({ environment, units }: EnvironmentUnits): readonly Folder[] {
  const resources = units
    .filter((unit) => !isKeptByFlux(unit))
    .map(({ folder }) => folder.slice(environment.length + 1));
  return resources.length === 0 ? [] : [{ path: environment, resources }];
}

function filesOf({ path, file, objects = [], resources }: Folder, header: string): [file: string, text: string][] {
  const included = resources ?? (file === undefined ? [] : [file]);
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: [...included],
  };
  return [
    ...(file === undefined ? [] : [[`${path}/${file}`, header + writeYaml(...objects)] as [string, string]]),
    [`${path}/kustomization.yaml`, header + writeYaml(kustomization)],
  ];
}
