import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { App, type AppProps, type Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { writeYaml } from '@kubewright/declaration';

import { ArgoCdChart, CrdsChart, hasNamespaces, NamespacesChart } from '../charts/cluster.ts';
import { OperatorChart } from '../charts/operator.ts';
import type { OperatorDeclaration } from '../declaration/index.ts';
import { buildGitOpsFolders, isRetainedByFlux, type ManifestObject, type Stage } from '../gitops/index.ts';
import type { Environment, GitOps } from '../options/index.ts';

export interface ManifestsAppProps {
  /** The environments to deploy to, with unique names. */
  readonly environments: readonly Environment[];
  /** The operator to deploy. @default - Kubewright's own operator */
  readonly declaration?: OperatorDeclaration;
  /**
   * Creates charts of an environment in addition to `crds` and `operator`, in the given scope. Each is a stage, which
   * is applied after the stages created before.
   *
   * @default - no more charts
   */
  readonly addCharts?: (scope: Construct, environment: Environment) => void;
  /** Options of the app. Omit `outdir` with `cdk8s synth`, which sets it. @default - none */
  readonly app?: AppProps;
}

/** Folder of charts that all environments share. */
const shared = 'argo-cd';
/** Folders that do not belong to an environment. */
const reserved = [shared, 'flux'];

/**
 * Creates an app with the charts of every environment, and the health checks for Argo CD, which all environments share.
 * The path of a chart in the construct tree is the folder of its manifests.
 *
 * Throws if two environments have the same name, or one has a reserved name: `argo-cd`, `flux`.
 */
export function createManifestsApp({ environments, declaration, addCharts, app: props }: ManifestsAppProps): App {
  checkEnvironmentNames(environments);
  const app = new App(props);
  const declared = { ...(declaration && { declaration }) };
  new ArgoCdChart(new Construct(app, shared), 'health-checks', declared);
  for (const environment of environments) {
    const scope = new Construct(app, environment.name);
    if (environment.crds !== 'skip') new CrdsChart(scope, 'crds', { environment, ...declared });
    if (hasNamespaces(environment)) new NamespacesChart(scope, 'namespaces', { environment, ...declared });
    new OperatorChart(scope, 'operator', { environment, ...declared });
    addCharts?.(scope, environment);
  }
  return app;
}

function checkEnvironmentNames(environments: readonly Environment[]): void {
  const names = environments.map(({ name }) => name);
  const taken = names.find((name) => reserved.includes(name));
  if (taken !== undefined)
    throw new Error(`an environment cannot be named ${taken}: that folder contains other manifests`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`two environments are named ${twice}: each needs its own folder`);
}

/** Options of `renderManifests` and `writeManifests`. */
export interface ManifestsOptions {
  /** Also writes Argo CD's Applications or Flux's Kustomizations for the manifests. @default - neither */
  readonly gitOps?: GitOps;
  /** The first line of each file, which names its origin. @default 'Written by cdk8s synth.' */
  readonly comment?: string;
}

/**
 * Pure: the text of every file by its path in the output folder.
 *
 * - A chart at `<environment>/<stage>` has the file `<environment>/<stage>/<stage>.k8s.yaml`, with a kustomization in
 *   the same folder. A chart without objects has neither.
 * - `<environment>/kustomization.yaml` includes the stages, except for retained ones, because applying it applies all
 *   stages at once, and deleting it deletes all.
 * - With `gitOps.argoCd`, `argo-cd/<environment>` contains the Application of the environment, and
 *   `argo-cd/<environment>/units` those of its stages, which the former deploys.
 * - With `gitOps.flux`, `flux/<environment>` contains the Kustomizations of its stages.
 *
 * Throws if a construct or an option is invalid.
 */
export function renderManifests(app: App, { gitOps, comment }: ManifestsOptions = {}): ReadonlyMap<string, string> {
  const units = listStages(app);
  const names = [...new Set(units.map(({ environment }) => environment))];
  const folders: readonly Folder[] = [
    ...listCharts(app).map(({ chart, objects }) => ({
      path: chart.node.path,
      file: `${chart.node.id}.k8s.yaml`,
      objects: chart instanceof ArgoCdChart ? moveTo(gitOps?.argoCd?.namespace, objects) : objects,
    })),
    ...names.flatMap((name) => buildEnvironmentFolder(name, units)),
    ...(gitOps === undefined ? [] : buildGitOpsFolders(units, gitOps)),
  ];
  return new Map(folders.flatMap((folder) => renderFolder(folder, `# ${comment ?? 'Written by cdk8s synth.'}\n`)));
}

/** A folder of manifests: a file with objects, or only other folders. */
interface Folder {
  readonly path: string;
  readonly file?: string;
  readonly objects?: readonly unknown[];
  /** The entries of `resources` in the kustomization. @default - the file */
  readonly resources?: readonly string[];
}

/** The health checks belong to the namespace of Argo CD, which only the options contain. */
function moveTo(namespace: string | undefined, objects: readonly ManifestObject[]): readonly ManifestObject[] {
  if (namespace === undefined) return objects;
  return objects.map((object) => ({ ...object, metadata: { ...object.metadata, namespace } }));
}

function buildEnvironmentFolder(name: string, units: readonly Stage[]): readonly Folder[] {
  const included = units.filter((unit) => unit.environment === name && !isRetainedByFlux(unit));
  const resources = included.map(({ folder }) => folder.slice(name.length + 1));
  return resources.length === 0 ? [] : [{ path: name, resources }];
}

function renderFolder(
  { path: folder, file, objects = [], resources }: Folder,
  header: string,
): [file: string, text: string][] {
  const kustomization = {
    ...{ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' },
    resources: [...(resources ?? (file === undefined ? [] : [file]))],
  };
  return [
    ...(file === undefined ? [] : [[`${folder}/${file}`, header + writeYaml(...objects)] as [string, string]]),
    [`${folder}/kustomization.yaml`, header + writeYaml(kustomization)],
  ];
}

/**
 * The stages of an app, for the GitOps functions: each chart with objects, below the scope of its environment, in the
 * order in which they are applied. That is the order of creation, except for charts that depend on others
 * (`chart.addDependency`).
 *
 * Throws if a chart is invalid.
 */
export function listStages(app: App): readonly Stage[] {
  return listCharts(app).flatMap(({ chart, objects }) => {
    const folder = chart.node.path;
    const [environment = '', ...names] = folder.split('/');
    const isUnit = environment !== shared && names.length > 0;
    return isUnit ? [{ environment, name: names.join('-'), folder, objects }] : [];
  });
}

function listCharts(app: App): readonly { readonly chart: Chart; readonly objects: readonly ManifestObject[] }[] {
  const charts = app.charts.map((chart) => ({ chart, objects: chart.toJson() as readonly ManifestObject[] }));
  return charts.filter(({ objects }) => objects.length > 0);
}

/**
 * Writes the manifests of the app into its output folder: that of `cdk8s synth`, which empties it first, or `outdir` of
 * the app. Throws before it writes anything if a construct or an option is invalid.
 */
export function writeManifests(app: App, options?: ManifestsOptions): void {
  for (const [file, text] of renderManifests(app, options)) {
    const target = path.join(app.outdir, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
