import { App, type AppProps } from 'cdk8s';
import { Construct } from 'constructs';

import { ArgoCdChart, CrdsChart, hasPetStore, OperatorChart, PetStoreChart, SamplesChart } from '../charts/index.ts';
import type { Environment } from '../environments/index.ts';

/**
 * An app with the charts of every environment, and the health checks for Argo CD, which are the same for all. The path
 * of a chart in the construct tree is the folder of its manifests.
 */
export function manifestsApp(environments: readonly Environment[], props?: AppProps): App {
  const app = new App(props);
  new ArgoCdChart(new Construct(app, 'argo-cd'), 'health-checks');
  for (const environment of environments) {
    const scope = new Construct(app, environment.name);
    if (environment.crds !== 'skip') new CrdsChart(scope, 'crds', { environment });
    new OperatorChart(scope, 'operator', { environment });
    if (hasPetStore(environment)) new PetStoreChart(scope, 'pet-store', { environment });
    if (environment.samples !== false) new SamplesChart(scope, 'samples', { environment });
  }
  return app;
}
