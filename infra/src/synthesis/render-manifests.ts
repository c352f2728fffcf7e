import type { App, Chart } from 'cdk8s';

import {
  type ArgoCdApplication,
  argoCdApplications,
  type ArgoCdGitOps,
  argoCdParent,
  checkDistinct,
  checkedGitOps,
  type FluxKustomization,
  fluxKustomizations,
  type GitOps,
  isKeptByFlux,
  type Unit,
} from '../gitops/index.ts';
import { writeYaml } from '../yaml/index.ts';
import { objectsOf, unitsOf } from './units.ts';

/** How manifests are written. */
export interface ManifestsOptions {
  /** Writes what deploys the manifests, too: Argo CD's Applications, Flux's Kustomizations. @default - neither */
  readonly gitOps?: GitOps;
  /** The first line of each file, which says how it came about. @default 'Written by cdk8s synth.' */
  readonly comment?: string;
}

/** A folder with what deploys units. */
type GitOpsFolder = Required<Pick<Folder, 'path' | 'file'>> & {
  readonly objects: readonly (ArgoCdApplication | FluxKustomization)[];
};

/** A folder, and the file of manifests in it. */
interface Folder {
  readonly path: string;
  /** Name of the file with the objects. @default - none: the folder only has other folders */
  readonly file?: string;
  readonly objects?: readonly unknown[];
  /** What its kustomization includes. @default - the file */
  readonly resources?: readonly string[];
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
  const environments = byEnvironment(unitsOf(app));
  const folders = [
    ...app.charts.flatMap(chartFolder),
    ...environments.flatMap(environmentFolder),
    ...(gitOps === undefined ? [] : gitOpsFolders(environments, gitOps)),
  ];
  return new Map(folders.flatMap((folder) => filesOf(folder, `# ${comment ?? 'Written by cdk8s synth.'}\n`)));
}

type EnvironmentUnits = readonly [environment: string, units: readonly Unit[]];

function byEnvironment(units: readonly Unit[]): readonly EnvironmentUnits[] {
  const names = [...new Set(units.map(({ environment }) => environment))];
  return names.map((name) => [name, units.filter(({ environment }) => environment === name)]);
}

function chartFolder(chart: Chart): readonly Folder[] {
  const objects = objectsOf(chart);
  return objects.length === 0 ? [] : [{ path: chart.node.path, file: `${chart.node.id}.k8s.yaml`, objects }];
}

function environmentFolder([path, units]: EnvironmentUnits): readonly Folder[] {
  const resources = units.filter((unit) => !isKeptByFlux(unit)).map(({ folder }) => folder.slice(path.length + 1));
  return resources.length === 0 ? [] : [{ path, resources }];
}

function gitOpsFolders(environments: readonly EnvironmentUnits[], given: GitOps): readonly GitOpsFolder[] {
  const names = environments.map(([name]) => name);
  const { argoCd, flux, ...named } = checkedGitOps(given, names);
  const folders = environments.flatMap(([environment, units]) => [
    ...(argoCd === undefined ? [] : argoCdFolders(environment, units, { ...named, argoCd })),
    ...(flux === undefined
      ? []
      : [
          {
            path: `flux/${environment}`,
            file: 'kustomizations.k8s.yaml',
            objects: fluxKustomizations(units, { ...named, flux }),
          },
        ]),
  ]);
  checkDistinct(folders.flatMap(({ objects }) => objects));
  return folders;
}

function argoCdFolders(environment: string, units: readonly Unit[], gitOps: ArgoCdGitOps): readonly GitOpsFolder[] {
  const path = `argo-cd/${environment}`;
  const children = `${path}/units`;
  return [
    { path, file: 'application.k8s.yaml', objects: [argoCdParent(environment, children, gitOps)] },
    { path: children, file: 'applications.k8s.yaml', objects: argoCdApplications(units, gitOps) },
  ];
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
