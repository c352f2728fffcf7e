import type { App, AppProps } from 'cdk8s';
import type { Construct } from 'constructs';
import type { Environment } from '../options/index.ts';

import { hasPetStore, PetStoreChart, SamplesChart } from '../charts/samples.ts';
import { environments } from '../environments/environments.ts';
import { createManifestsApp, type ManifestsOptions } from './manifests.ts';

/** Creates the cdk8s app with the manifests of Kubewright's own operator, a pet store and samples. */
export function buildOurManifests(
  of: { readonly environments?: readonly Environment[]; readonly app?: AppProps } = {},
): App {
  return createManifestsApp({ environments, addCharts: addOurCharts, ...of });
}

export const ourOptions: ManifestsOptions = {
  comment: 'Written by `npx cdk8s synth`; change infra/src instead.',
};

function addOurCharts(scope: Construct, environment: Environment): void {
  if (hasPetStore(environment)) new PetStoreChart(scope, 'pet-store', { environment });
  if (environment.samples !== false) new SamplesChart(scope, 'samples', { environment });
}
