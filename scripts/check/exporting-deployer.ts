/**
 * Like `exporting-author.ts`, for a user who deploys operators: constructs and functions of `@kubewright/infra`.
 *
 * @module
 */
import {
  AdmissionPolicies,
  AggregatedRoles,
  ArgoCdHealthChecks,
  CrdsChart,
  CustomResourceDefinitions,
  GrafanaDashboard,
  Operator,
  NamespacesChart,
  OperatorAlerts,
  OperatorChart,
  OperatorMonitoring,
  OperatorRbac,
  PrometheusRule,
  RemovalGuard,
  ServiceMonitor,
  argoCdApplications,
  argoCdHealthChecks,
  argoCdParent,
  checkedResource,
  fluxKustomizations,
  loadDeclaration,
  loadEnvironment,
  manifestsApp,
  parseDeclaration,
  renderManifests,
  type ArgoCdGitOps,
  type ConvertingOperator,
  type DeclaredConversion,
  type FluxGitOps,
  type Webhooks,
  unitsOf,
  writeManifests,
} from '@kubewright/infra';
import {
  Echo,
  EchoSample,
  MemcachedAlerts,
  Pet,
  PetSamples,
  PetSpecType,
  PetStore,
  PetStoreChart,
  SamplesChart,
  WebServer,
  WebServerSample,
  dev,
  embedded,
  environments,
  findEnvironment,
  kubewrightDeclaration,
  production,
  staging,
} from '@kubewright/infra/catalogue';
import {
  acceptedChanges,
  changesText,
  compareCrds,
  readCrds,
  refusedChanges,
  type AcceptedChange,
  type ChangeRule,
  type CrdChange,
  type Verdict,
} from '@kubewright/infra/crd-changes';
import { helmChart, type HelmRelease, synthesized, valuesOf } from '@kubewright/infra/helm';
import {
  clusterExtension,
  olmBundle,
  olmCatalog,
  type OlmBundle,
  ourBundles,
  ourCatalog,
  shownByPackage,
  writeFolder,
} from '@kubewright/infra/olm';
import { asString, ChartRelease, OperatorRelease, releaseConfig } from '@kubewright/infra/pulumi';
import { App, Chart } from 'cdk8s';

// Constructs
export const app = new App();
export const chart = new Chart(app, 'platform', { namespace: 'platform' });
export const definitions = new CustomResourceDefinitions(chart, 'crds');
export const convertedBy = (converting: ConvertingOperator) =>
  new CustomResourceDefinitions(chart, 'versions', { operator: converting });
export const operator = new Operator(chart, 'operator', { environment: embedded, settings: { logLevel: 'debug' } });
export const { webhooks, rbac, metricsService } = operator;
export const configurationsOf = (served: Webhooks | undefined) => served?.configurations;
export const guarded = new Operator(chart, 'guarded', { webhooks: { certificate: { issuer: { name: 'ca' } } } });
export class Checked extends checkedResource(WebServer, kubewrightDeclaration()) {}
export const webServer = new WebServer(chart, 'home', { spec: { image: 'nginx:1.27', replicas: 3 } });
export const store = new PetStore(chart, 'store');
export const samples = { EchoSample, PetSamples };
export const sites = new WebServerSample(chart, 'sites');
export const kinds = { Echo, Pet, PetSpecType };
export const policies = new AdmissionPolicies(chart, 'policies');
export const healthChecks = new ArgoCdHealthChecks(chart, 'argo-cd');
export const charts = { CrdsChart, NamespacesChart, OperatorChart, PetStoreChart, SamplesChart };
export const others = {
  AggregatedRoles,
  GrafanaDashboard,
  MemcachedAlerts,
  OperatorAlerts,
  OperatorMonitoring,
  OperatorRbac,
  PrometheusRule,
  RemovalGuard,
  ServiceMonitor,
};

// Declarations and environments
export const declaration = kubewrightDeclaration();
export const loaded = loadDeclaration('declaration.json');
export const parsed = parseDeclaration('{}');
export const health = argoCdHealthChecks(declaration);
export const { apis, controllers, settings, ports, leaderElection } = declaration;
export const rules = controllers.map((controller) => controller.rules);
export const { policies: declaredPolicies } = declaration;
export const policyParts = declaredPolicies?.map(({ for: kind, when, validate, mutate, operations, actions }) => ({
  ...{ kind, when, validate, mutate, operations, actions },
}));
export const selected = declaredPolicies?.map(({ namespaceSelector }) => namespaceSelector);
export const { webhooks: declaredWebhooks, secureMetrics } = declaration;
export const conversions = apis.map(({ conversion }) => conversion);
export const pathOf = ({ path, conversionReviewVersions, rules: granted }: DeclaredConversion) => ({
  ...{ path, conversionReviewVersions, granted },
});
export const environment = findEnvironment('dev');
export const places = { environments, dev, staging, production, own: loadEnvironment('north.yaml') };

// Manifests and GitOps
export const manifests = manifestsApp({
  environments: [production],
  addCharts: (scope, { name }) => new Chart(scope, name),
});
export const files = renderManifests(manifests, {
  gitOps: {
    ...{ name: 'kubewright', path: 'deploy' },
    argoCd: { repository: 'https://git.example/platform.git', destinations: { production: { name: 'production' } } },
    flux: { source: { name: 'platform' } },
  },
});
export const write = writeManifests;
export const units = unitsOf(manifests);
export const applicationsOf = (gitOps: ArgoCdGitOps) => [
  argoCdParent('production', 'argo-cd/production/units', gitOps),
  ...argoCdApplications(units, gitOps),
];
export const ignored = (gitOps: ArgoCdGitOps) => applicationsOf(gitOps).map(({ spec }) => spec.ignoreDifferences);
export const syncPolicies = (gitOps: ArgoCdGitOps) => applicationsOf(gitOps).map(({ spec }) => spec.syncPolicy);
export const kustomizationsOf = (gitOps: FluxGitOps) => fluxKustomizations(units, gitOps);

// Helm
export const helmRelease: HelmRelease = valuesOf(production);
export const made = synthesized(kubewrightDeclaration(), { environment: production, name: helmRelease.name });
export const writeChart = (write: (path: string, text: string | Buffer) => void) => {
  const { files, archive } = helmChart(kubewrightDeclaration());
  for (const [path, text] of files) write(path, text);
  write('chart.tgz', archive);
};

// OLM
export const bundle = olmBundle({ ...shownByPackage({ author: 'Ada <ada@example.com>' }), environment: production });
export const notIn = ({ leftOut, clusterServiceVersion, objects }: OlmBundle) => ({
  ...{ leftOut, clusterServiceVersion, objects },
});
export const catalogs = [olmCatalog([{ bundle, image: 'registry.example/bundle:v1.0.0' }]), ourCatalog()];
export const ours = ourBundles().map(({ name, channels }) => ({ name, channels }));
export const writeBundle = writeFolder;
export const byOlmV1 = clusterExtension({
  bundle,
  catalogImage: 'registry.example/catalog:v1',
  namespace: 'operators',
});

// Pulumi
export const deployed = new ChartRelease('platform', { charts: [chart] });
export const chosen = releaseConfig;
export const release = new OperatorRelease('kubewright', { environment: dev });
export const later = asString(release.namespace);

// Changes of CRDs
export const crdsIn = (folder: string) => readCrds(folder);
export const crdChanges = compareCrds(crdsIn('released'), crdsIn('crds'));
export const accepted: readonly AcceptedChange[] = acceptedChanges('released');
export const refused = refusedChanges(crdChanges, { from: '1.0.0', to: '1.1.0', alphaMayBreak: true, accepted });
export const crdReport = changesText(refused);
export const judgedBy = ({ rule, verdict }: CrdChange): readonly [ChangeRule, Verdict] => [rule, verdict];
