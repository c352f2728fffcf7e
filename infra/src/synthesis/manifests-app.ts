import { App, type AppProps } from 'cdk8s';
import { Construct } from 'constructs';
import type { Environment } from '../options/index.ts';

import { ArgoCdChart, CrdsChart, hasNamespaces, NamespacesChart, OperatorChart } from '../charts/index.ts';
import type { OperatorDeclaration } from '../declaration/index.ts';

export interface ManifestsAppProps {
  /** The environments to deploy to. Their names differ. */
  readonly environments: readonly Environment[];
  /** The operator to deploy. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /**
   * Creates charts of an environment in addition to `crds` and `operator`, in the given scope. Each is a unit, which is
   * applied after those that were created before.
   *
   * @default - no more charts
   */
  readonly addCharts?: (scope: Construct, environment: Environment) => void;
  /** Options of the app. `cdk8s synth` sets the output folder, so leave out `outdir` there. @default - none */
  readonly app?: AppProps;
}

/** Folders with other things than the units of an environment. */
const reserved = ['argo-cd', 'flux'];

/**
 * An app with the charts of every environment, and the health checks for Argo CD, which are the same for all. The path
 * of a chart in the construct tree is the folder of its manifests.
 *
 * Throws if an environment has the name of another, or one that a folder of ours has: `argo-cd`, `flux`.
 */
export function manifestsApp({ environments, declaration, addCharts, app: props }: ManifestsAppProps): App {
  checkNames(environments);
  const app = new App(props);
  const declared = { ...(declaration && { declaration }) };
  new ArgoCdChart(new Construct(app, 'argo-cd'), 'health-checks', declared);
  for (const environment of environments) {
    const scope = new Construct(app, environment.name);
    if (environment.crds !== 'skip') new CrdsChart(scope, 'crds', { environment, ...declared });
    if (hasNamespaces(environment)) new NamespacesChart(scope, 'namespaces', { environment, ...declared });
    new OperatorChart(scope, 'operator', { environment, ...declared });
    addCharts?.(scope, environment);
  }
  return app;
}

function checkNames(environments: readonly Environment[]): void {
  const names = environments.map(({ name }) => name);
  const taken = names.find((name) => reserved.includes(name));
  if (taken !== undefined) throw new Error(`an environment cannot be named ${taken}: that folder is written, too`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`two environments are named ${twice}: each has a folder of its own`);
}
