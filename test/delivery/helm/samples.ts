import type { DeclaredSetting, OperatorDeclaration } from '../../../infra/src/declaration/index.ts';
import { hasServedWebhooks } from '../../../infra/src/helm/values-file.ts';
import { listSettable } from '../../../infra/src/plan/index.ts';
import { authority } from './authority.ts';

/** Options of an environment, by path. */
export type HelmValues = Readonly<Record<string, unknown>>;

/** One option of an environment that a release can have, with its samples. */
export interface Option {
  readonly path: string;
  readonly samples: readonly HelmValues[];
}

/** All options that a value of the chart sets, with samples of each. */
export function listOptions(declaration: OperatorDeclaration): readonly Option[] {
  return [
    ...podOptions,
    ...listClusterOptions(declaration),
    ...networkOptions,
    ...monitoringOptions,
    ...(hasServedWebhooks(declaration) ? webhookOptions : []),
    ...(declaration.dashboard === undefined ? [] : dashboardOptions),
    ...listSettable(declaration).map((setting, index) =>
      createOption(`settings.${setting.name}`, listSamples(setting, index)),
    ),
  ];
}

function createOption(path: string, samples: readonly unknown[]): Option {
  return { path, samples: samples.map((sample) => ({ [path]: sample })) };
}

const peer = (name: string): object => ({ namespaceSelector: { matchLabels: { [name]: name } } });
const preferred = { weight: 7, preference: { matchExpressions: [{ key: 'kwaffinity', operator: 'Exists' }] } };
const spread = { maxSkew: 3, topologyKey: 'kwtopology', whenUnsatisfiable: 'DoNotSchedule' };
const volumes = [{ name: 'kwvolume', emptyDir: {} }];
const mounted = { 'pod.volumes': volumes, 'pod.volumeMounts': [{ name: 'kwvolume', mountPath: '/kwmount' }] };

const podOptions: readonly Option[] = [
  createOption('image.repository', ['kw.example/repository']),
  // Longer than a label value may be, to test that the label is shortened.
  createOption('image.tag', [`kwtag${'x'.repeat(57)}-yz`, '1.10']),
  createOption('image.digest', [`sha256:${'ab12'.repeat(16)}`]),
  createOption('image.pullPolicy', ['Always', 'Never', 'IfNotPresent']),
  createOption('image.pullSecrets', [['kwpullsecret']]),
  createOption('resources.cpuRequest', ['101m', 0.5]),
  createOption('resources.cpuLimit', ['3001m', 4]),
  createOption('resources.memoryRequest', ['101Mi', 100_000_000]),
  createOption('resources.memoryLimit', ['3001Mi']),
  createOption('pod.labels', [{ kwpodlabel: 'kwpodlabel' }]),
  createOption('pod.annotations', [{ kwpodannotation: 'a' }]),
  createOption('pod.nodeSelector', [{ kwnode: 'a' }]),
  createOption('pod.tolerations', [
    [{ key: 'kwtoleration', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 36_000_000 }],
  ]),
  createOption('pod.affinity', [{ nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [preferred] } }]),
  createOption('pod.priorityClassName', ['kwpriority']),
  createOption('pod.topologySpreadConstraints', [[spread], []]),
  createOption('pod.env', [[{ name: 'KW_VARIABLE', value: 'kwvariable' }]]),
  createOption('pod.args', [['--kwargument']]),
  { path: 'pod.volumes', samples: [{ 'pod.volumes': volumes }, mounted] },
  createOption('pod.securityContext', [{ runAsUser: 1_000_660_000 }, { runAsNonRoot: false, seccompProfile: null }]),
  createOption('pod.containerSecurityContext', [{ runAsUser: 7003 }, { runAsNonRoot: false, seccompProfile: null }]),
  createOption('replicas', [4711, 0]),
  createOption('serviceAccount.name', ['kwaccount']),
  createOption('serviceAccount.create', [false, true]),
  createOption('serviceAccount.annotations', [{ kwaccountannotation: 'a' }]),
  createOption('ipFamily', ['IPv4', 'any']),
  createOption('podDisruptionBudget.maxUnavailable', ['37%', 3]),
  createOption('podDisruptionBudget.minAvailable', ['38%']),
  createOption('rollingUpdate.maxSurge', ['41%', 0]),
  createOption('rollingUpdate.maxUnavailable', ['42%', 0]),
];

/** Lists subsets of the controllers: each one alone, and some together. */
function listSubsets(names: readonly string[]): string[][] {
  const alone = names.map((name) => [name]);
  return [names.slice(1), names.slice(0, 2), ...alone].filter((some) => some.length > 0);
}

function listClusterOptions({ controllers }: OperatorDeclaration): readonly Option[] {
  return [
    createOption('labels', [{ kwlabel: 'kwlabel' }]),
    createOption('annotations', [{ kwannotation: 'kwannotation' }]),
    createOption('crds', ['keep', 'prune', 'skip']),
    createOption('removalGuard', [true, false]),
    createOption('rollbackGuard', [true, false]),
    createOption('policies', ['enforce', 'warn', 'off']),
    createOption('aggregatedRoles', [true, false]),
    createOption('rbac', [false, true]),
    createOption('namespaces', [['kwserved']]),
    createOption('createNamespaces', [['kwcreated']]),
    createOption('controllers', listSubsets(controllers.map(({ name }) => name))),
  ];
}

const networkOptions: readonly Option[] = [
  createOption('networkPolicy', [false, {}]),
  createOption('networkPolicy.metricsFrom', [[peer('kwmetricsfrom')], []]),
  createOption('networkPolicy.egress', [{}]),
  createOption('networkPolicy.egress.apiServers', [['10.11.12.13/32']]),
  createOption('networkPolicy.egress.apiServerPorts', [[47_443]]),
  createOption('networkPolicy.egress.others', [[{ to: [peer('kwothers')] }]]),
  createOption('podDisruptionBudget', [false, {}]),
];

const certificate = 'webhooks.certificate';

const webhookOptions: readonly Option[] = [
  createOption('webhooks', [false, {}]),
  createOption('webhooks.failurePolicy', ['Fail', 'Ignore']),
  createOption('webhooks.timeoutSeconds', [17, 23]),
  createOption('webhooks.excludedNamespaces', [['kwexcluded']]),
  createOption('networkPolicy.webhooksFrom', [[peer('kwwebhooksfrom')], []]),
  createOption(certificate, [
    { issuer: { name: 'kwissuer' } },
    { issuer: { name: 'kwissuer', kind: 'ClusterIssuer' } },
    { secret: 'kwwebhookcertificate' },
    { secret: 'kwwebhookcertificate', authorities: authority },
    { folder: '/kwfolder/certificate' },
    { folder: '/kwfolder/certificate', authorities: authority },
    { issuer: { name: 'kwissuer', kind: 'Issuer' } },
  ]),
];

const monitoringOptions: readonly Option[] = [
  createOption('metrics.plain', [true, false]),
  createOption('metrics.secure', [true, false]),
  createOption('metrics.certificateSecret', ['kwmetricscertificate']),
  createOption('monitoring', [{}]),
  createOption('monitoring.labels', [{ kwmonitoring: 'kwmonitoring' }]),
  createOption('monitoring.alerts', [false]),
  createOption('monitoring.runbooks', ['https://kw.example/runbooks/']),
  createOption('monitoring.tokenSecret', ['kwtoken']),
  createOption('monitoring.scrape.interval', ['7717s']),
  createOption('monitoring.scrape.scrapeTimeout', ['7716s']),
  createOption('monitoring.scrape.relabelings', [[{ action: 'kwrelabeling' }]]),
  createOption('monitoring.scrape.metricRelabelings', [[{ action: 'kwmetricrelabeling' }]]),
];

const dashboardOptions: readonly Option[] = [
  createOption('monitoring.dashboard', [{}]),
  createOption('monitoring.dashboard.labels', [{ kwdashboard: 'kwdashboard' }]),
  createOption('monitoring.dashboard.folder', ['kwfolder']),
];

/** Values of numeric settings that fit all other settings. */
const allowed: Readonly<Record<string, readonly number[]>> = {
  LEASE_DURATION_SECONDS: [7901, 7902],
  RENEW_DEADLINE_SECONDS: [11, 12],
  RETRY_PERIOD_SECONDS: [1, 3],
};

function listSamples({ type, env, values, format, ...bounds }: DeclaredSetting, index: number): readonly unknown[] {
  if (values !== undefined) return values;
  if (type === 'boolean') return [true, false];
  if (type === 'list') return [[`kwsetting${index}a`, `kwsetting${index}b`]];
  if (type === 'string') return [createTextSample(format, index)];
  return allowed[env] ?? listNumbers(40_000 + 100 * index, bounds);
}

function listNumbers(large: number, { minimum = 0, maximum }: Pick<DeclaredSetting, 'minimum' | 'maximum'>): number[] {
  if (large >= minimum && large <= (maximum ?? Infinity)) return [large];
  return [minimum, maximum ?? minimum + 1];
}

function createTextSample(format: string | undefined, index: number): string {
  if (format === 'duration' || format === 'period') return `${88_000 + index}s`;
  if (format === 'address') return `kwsetting${index}:70${index}`;
  // Values without a format contain a `$`, to test that it is escaped as `$$` for the kubelet.
  return format === undefined ? `kw$setting${index}` : `kwsetting${index}`;
}
