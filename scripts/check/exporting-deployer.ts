/**
 * A module of a user who deploys operators. It exports a value for each export of `@kubewright/infra`, without type
 * annotations. `exported-types.test.ts` compiles it, but it never runs.
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
  buildArgoCdApplications,
  renderArgoCdHealthChecks,
  buildArgoCdAppOfApps,
  withSchemaValidation,
  buildFluxKustomizations,
  loadDeclaration,
  loadEnvironment,
  createManifestsApp,
  parseDeclaration,
  renderManifests,
  type ArgoCdGitOps,
  type ConvertingOperator,
  type DeclaredConversion,
  type FluxGitOps,
  type Webhooks,
  listStages,
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
  getKubewrightDeclaration,
  production,
  staging,
} from '@kubewright/infra/catalogue';
import {
  readAcceptedChanges,
  formatChanges,
  compareCrds,
  readCrds,
  findRejectedChanges,
  type AcceptedChange,
  type ChangeRule,
  type CrdChange,
  type Verdict,
} from '@kubewright/infra/crd-changes';
import { buildHelmChart, type HelmRelease, synthInstallation, buildHelmRelease } from '@kubewright/infra/helm';
import {
  buildClusterExtension,
  buildOlmBundle,
  renderOlmCatalog,
  type OlmBundle,
  buildOurBundles,
  renderOurCatalog,
  parsePackageJson,
  writeFolder,
} from '@kubewright/infra/olm';
import { asString, ChartRelease, OperatorRelease, readReleaseConfig } from '@kubewright/infra/pulumi';
import { App, Chart } from 'cdk8s';

// Constructs
export const app = new App();
export const chart = new Chart(app, 'platform', { namespace: 'platform' });
export const definitions = new CustomResourceDefinitions(chart, 'crds');
export const addConvertedCrds = (converting: ConvertingOperator) =>
  new CustomResourceDefinitions(chart, 'versions', { operator: converting });
export const operator = new Operator(chart, 'operator', { environment: embedded, settings: { logLevel: 'debug' } });
export const { webhooks, rbac, metricsService } = operator;
export const getConfigurations = (served: Webhooks | undefined) => served?.configurations;
export const guarded = new Operator(chart, 'guarded', { webhooks: { certificate: { issuer: { name: 'ca' } } } });
export class Checked extends withSchemaValidation(WebServer, getKubewrightDeclaration()) {}
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
export const declaration = getKubewrightDeclaration();
export const loaded = loadDeclaration('declaration.json');
export const parsed = parseDeclaration('{}');
export const health = renderArgoCdHealthChecks(declaration);
export const { apis, controllers, settings, ports, leaderElection } = declaration;
export const rules = controllers.map((controller) => controller.rules);
export const { policies: declaredPolicies } = declaration;
export const policyParts = declaredPolicies?.map(({ for: kind, when, validate, mutate, operations, actions }) => ({
  ...{ kind, when, validate, mutate, operations, actions },
}));
export const selected = declaredPolicies?.map(({ namespaceSelector }) => namespaceSelector);
export const { webhooks: declaredWebhooks, secureMetrics } = declaration;
export const conversions = apis.map(({ conversion }) => conversion);
export const pickConversion = ({ path, conversionReviewVersions, rules: granted }: DeclaredConversion) => ({
  ...{ path, conversionReviewVersions, granted },
});
export const environment = findEnvironment('dev');
export const places = { environments, dev, staging, production, own: loadEnvironment('north.yaml') };

// Manifests and GitOps
export const manifests = createManifestsApp({
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
export const units = listStages(manifests);
export const buildApplications = (gitOps: ArgoCdGitOps) => [
  buildArgoCdAppOfApps('production', 'argo-cd/production/units', gitOps),
  ...buildArgoCdApplications(units, gitOps),
];
export const listIgnored = (gitOps: ArgoCdGitOps) =>
  buildApplications(gitOps).map(({ spec }) => spec.ignoreDifferences);
export const listSyncPolicies = (gitOps: ArgoCdGitOps) => buildApplications(gitOps).map(({ spec }) => spec.syncPolicy);
export const buildKustomizations = (gitOps: FluxGitOps) => buildFluxKustomizations(units, gitOps);

// Helm
export const helmRelease: HelmRelease = buildHelmRelease(production);
export const made = synthInstallation(getKubewrightDeclaration(), { environment: production, name: helmRelease.name });
export const writeChart = (write: (path: string, text: string | Buffer) => void) => {
  const { files, archive } = buildHelmChart(getKubewrightDeclaration());
  for (const [path, text] of files) write(path, text);
  write('chart.tgz', archive);
};

// OLM
export const bundle = buildOlmBundle({
  ...parsePackageJson({ author: 'Ada <ada@example.com>' }),
  environment: production,
});
export const pickBundle = ({ omitted, clusterServiceVersion, objects }: OlmBundle) => ({
  ...{ omitted, clusterServiceVersion, objects },
});
export const catalogs = [renderOlmCatalog([{ bundle, image: 'registry.example/bundle:v1.0.0' }]), renderOurCatalog()];
export const ours = buildOurBundles().map(({ name, channels }) => ({ name, channels }));
export const writeBundle = writeFolder;
export const byOlmV1 = buildClusterExtension({
  bundle,
  catalogImage: 'registry.example/catalog:v1',
  namespace: 'operators',
});

// Pulumi
export const deployed = new ChartRelease('platform', { charts: [chart] });
export const chosen = readReleaseConfig;
export const release = new OperatorRelease('kubewright', { environment: dev });
export const later = asString(release.namespace);

// Changes of CRDs
export const loadCrds = (folder: string) => readCrds(folder);
export const crdChanges = compareCrds(loadCrds('released'), loadCrds('crds'));
export const accepted: readonly AcceptedChange[] = readAcceptedChanges('released');
export const rejected = findRejectedChanges(crdChanges, { from: '1.0.0', to: '1.1.0', alphaMayBreak: true, accepted });
export const crdReport = formatChanges(rejected);
export const pickVerdict = ({ rule, verdict }: CrdChange): readonly [ChangeRule, Verdict] => [rule, verdict];
