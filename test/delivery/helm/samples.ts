import type { DeclaredSetting, OperatorDeclaration } from '../../../infra/src/declaration/index.ts';
import { servesWebhooks, settable } from '../../../infra/src/helm/values-file.ts';
import { authority } from './authority.ts';

/** Options of an environment, by path. */
export type Given = Readonly<Record<string, unknown>>;

/** One option of an environment that a release can have, and what is given in samples. */
export interface Option {
  readonly path: string;
  readonly samples: readonly Given[];
}

/** All options that a value of the chart sets, with samples of each. */
export function optionsOf(declaration: OperatorDeclaration): readonly Option[] {
  return [
    ...podOptions,
    ...clusterOptions(declaration),
    ...networkOptions,
    ...monitoringOptions,
    ...(servesWebhooks(declaration) ? webhookOptions : []),
    ...(declaration.dashboard === undefined ? [] : dashboardOptions),
    ...settable(declaration).map((setting, index) => option(`settings.${setting.name}`, samplesOf(setting, index))),
  ];
}

function option(path: string, samples: readonly unknown[]): Option {
  return { path, samples: samples.map((sample) => ({ [path]: sample })) };
}

const peer = (name: string): object => ({ namespaceSelector: { matchLabels: { [name]: name } } });
const preferred = { weight: 7, preference: { matchExpressions: [{ key: 'kwaffinity', operator: 'Exists' }] } };
const spread = { maxSkew: 3, topologyKey: 'kwtopology', whenUnsatisfiable: 'DoNotSchedule' };
const volumes = [{ name: 'kwvolume', emptyDir: {} }];
const mounted = { 'pod.volumes': volumes, 'pod.volumeMounts': [{ name: 'kwvolume', mountPath: '/kwmount' }] };

const podOptions: readonly Option[] = [
  option('image.repository', ['kw.example/repository']),
  // Longer than the value of a label, so that it shows where it is shortened.
  option('image.tag', [`kwtag${'x'.repeat(57)}-yz`, '1.10']),
  option('image.digest', [`sha256:${'ab12'.repeat(16)}`]),
  option('image.pullPolicy', ['Always', 'Never', 'IfNotPresent']),
  option('image.pullSecrets', [['kwpullsecret']]),
  option('resources.cpuRequest', ['101m', 0.5]),
  option('resources.cpuLimit', ['3001m', 4]),
  option('resources.memoryRequest', ['101Mi', 100_000_000]),
  option('resources.memoryLimit', ['3001Mi']),
  option('pod.labels', [{ kwpodlabel: 'kwpodlabel' }]),
  option('pod.annotations', [{ kwpodannotation: 'a' }]),
  option('pod.nodeSelector', [{ kwnode: 'a' }]),
  option('pod.tolerations', [
    [{ key: 'kwtoleration', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 36_000_000 }],
  ]),
  option('pod.affinity', [{ nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [preferred] } }]),
  option('pod.priorityClassName', ['kwpriority']),
  option('pod.topologySpreadConstraints', [[spread], []]),
  option('pod.env', [[{ name: 'KW_VARIABLE', value: 'kwvariable' }]]),
  option('pod.args', [['--kwargument']]),
  { path: 'pod.volumes', samples: [{ 'pod.volumes': volumes }, mounted] },
  option('pod.securityContext', [{ runAsUser: 1_000_660_000 }, { runAsNonRoot: false, seccompProfile: null }]),
  option('pod.containerSecurityContext', [{ runAsUser: 7003 }, { runAsNonRoot: false, seccompProfile: null }]),
  option('replicas', [4711, 0]),
  option('serviceAccount.name', ['kwaccount']),
  option('serviceAccount.create', [false, true]),
  option('serviceAccount.annotations', [{ kwaccountannotation: 'a' }]),
  option('ipFamily', ['IPv4', 'any']),
  option('podDisruptionBudget.maxUnavailable', ['37%', 3]),
  option('podDisruptionBudget.minAvailable', ['38%']),
  option('rollingUpdate.maxSurge', ['41%', 0]),
  option('rollingUpdate.maxUnavailable', ['42%', 0]),
];

/** Each controller alone, and some of them. */
function subsetsOf(names: readonly string[]): string[][] {
  const alone = names.map((name) => [name]);
  return [names.slice(1), names.slice(0, 2), ...alone].filter((some) => some.length > 0);
}

function clusterOptions({ controllers }: OperatorDeclaration): readonly Option[] {
  return [
    option('labels', [{ kwlabel: 'kwlabel' }]),
    option('annotations', [{ kwannotation: 'kwannotation' }]),
    option('crds', ['keep', 'prune', 'skip']),
    option('removalGuard', [true, false]),
    option('rollbackGuard', [true, false]),
    option('policies', ['enforce', 'warn', 'off']),
    option('aggregatedRoles', [true, false]),
    option('rbac', [false, true]),
    option('namespaces', [['kwserved']]),
    option('createNamespaces', [['kwcreated']]),
    option('controllers', subsetsOf(controllers.map(({ name }) => name))),
  ];
}

const networkOptions: readonly Option[] = [
  option('networkPolicy', [false, {}]),
  option('networkPolicy.metricsFrom', [[peer('kwmetricsfrom')], []]),
  option('networkPolicy.egress', [{}]),
  option('networkPolicy.egress.apiServers', [['10.11.12.13/32']]),
  option('networkPolicy.egress.apiServerPorts', [[47_443]]),
  option('networkPolicy.egress.others', [[{ to: [peer('kwothers')] }]]),
  option('podDisruptionBudget', [false, {}]),
];

const certificate = 'webhooks.certificate';

const webhookOptions: readonly Option[] = [
  option('webhooks', [false, {}]),
  option('webhooks.failurePolicy', ['Fail', 'Ignore']),
  option('webhooks.timeoutSeconds', [17, 23]),
  option('webhooks.excludedNamespaces', [['kwexcluded']]),
  option('networkPolicy.webhooksFrom', [[peer('kwwebhooksfrom')], []]),
  option(certificate, [
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
  option('metrics.plain', [true, false]),
  option('metrics.secure', [true, false]),
  option('metrics.certificateSecret', ['kwmetricscertificate']),
  option('monitoring', [{}]),
  option('monitoring.labels', [{ kwmonitoring: 'kwmonitoring' }]),
  option('monitoring.alerts', [false]),
  option('monitoring.runbooks', ['https://kw.example/runbooks/']),
  option('monitoring.tokenSecret', ['kwtoken']),
  option('monitoring.scrape.interval', ['7717s']),
  option('monitoring.scrape.scrapeTimeout', ['7716s']),
  option('monitoring.scrape.relabelings', [[{ action: 'kwrelabeling' }]]),
  option('monitoring.scrape.metricRelabelings', [[{ action: 'kwmetricrelabeling' }]]),
];

const dashboardOptions: readonly Option[] = [
  option('monitoring.dashboard', [{}]),
  option('monitoring.dashboard.labels', [{ kwdashboard: 'kwdashboard' }]),
  option('monitoring.dashboard.folder', ['kwfolder']),
];

/** Values that contradict none of the other settings. */
const allowed: Readonly<Record<string, readonly number[]>> = {
  LEASE_DURATION_SECONDS: [7901, 7902],
  RENEW_DEADLINE_SECONDS: [11, 12],
  RETRY_PERIOD_SECONDS: [1, 3],
};

function samplesOf({ type, env, values, format, ...bounds }: DeclaredSetting, index: number): readonly unknown[] {
  if (values !== undefined) return values;
  if (type === 'boolean') return [true, false];
  if (type === 'list') return [[`kwsetting${index}a`, `kwsetting${index}b`]];
  if (type === 'string') return [textSample(format, index)];
  return allowed[env] ?? numbers(40_000 + 100 * index, bounds);
}

function numbers(large: number, { minimum = 0, maximum }: Pick<DeclaredSetting, 'minimum' | 'maximum'>): number[] {
  if (large >= minimum && large <= (maximum ?? Infinity)) return [large];
  return [minimum, maximum ?? minimum + 1];
}

function textSample(format: string | undefined, index: number): string {
  if (format === 'duration' || format === 'period') return `${88_000 + index}s`;
  if (format === 'address') return `kwsetting${index}:70${index}`;
  // A format is checked; elsewhere, a `$` must be doubled for the kubelet.
  return format === undefined ? `kw$setting${index}` : `kwsetting${index}`;
}
