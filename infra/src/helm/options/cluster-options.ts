import type { OperatorDeclaration } from '../../declaration/index.ts';
import { at, type Condition, type Expression, given, is, type View } from '../template/expression.ts';
import { servesWebhooks } from '../view.ts';
import { authority } from './authority.ts';
import { also, deciding, entries, type Given, type Option, shown } from './option.ts';

/** The values about who may do what where, and who may reach whom. */
export function clusterOptions(declaration: OperatorDeclaration): readonly Option[] {
  return [
    entries('labels', { kwlabel: 'kwlabel' }, 2),
    entries('annotations', { kwannotation: 'kwannotation' }, 2),
    deciding('crds', ['keep', 'prune', 'skip']),
    switchable('removalGuard', 'guarded'),
    switchable('rollbackGuard', 'rollbackGuard'),
    deciding('policies', ['enforce', 'warn', 'off']),
    deciding('aggregatedRoles', [true, false]),
    ...scopeOptions(declaration),
    ...metricsOptions(),
    ...(servesWebhooks(declaration) ? webhookOptions() : []),
    ...networkOptions(),
  ];
}

/** What is there unless it is switched off. It may have to be chosen. @param key whether it is there, in the view */
function switchable(path: string, key: string): Option {
  const isThere: Condition = { go: `$v.${key}`, of: (view) => view[key] === true };
  return { ...deciding(path, [true, false]), features: [isThere, given(path)] };
}

/** More of them have too many subsets: the chart of such an operator has no value for it. */
export const mostControllers = 6;

function scopeOptions({ controllers }: OperatorDeclaration): readonly Option[] {
  const names = controllers.map(({ name }) => name);
  return [
    also(shown('namespaces', [['kwserved']], { mode: 'each' }), {
      placeholders: [
        { expression: at('namespaces'), mode: 'items', isUnique: true },
        { expression: at('namespacesAsText'), mode: 'exact', isUnique: true },
      ],
    }),
    shown('createNamespaces', [['kwcreated']], { mode: 'each' }),
    ...(names.length > mostControllers ? [] : [chosenControllers(names)]),
  ];
}

function chosenControllers(names: readonly string[]): Option {
  const named = (name: string): Condition => ({
    go: `(has ${JSON.stringify(name)} $v.running)`,
    of: ({ running }) => (running as readonly string[]).includes(name),
  });
  return {
    path: 'controllers',
    samples: subsetsOf(names).map((some): Given => ({ controllers: some })),
    features: [given('controllers'), ...names.map(named)],
    placeholders: [{ expression: at('controllersAsText'), mode: 'exact' }],
  };
}

/** Pure: all that can run, but nothing. */
function subsetsOf(names: readonly string[]): string[][] {
  const every = names.reduce<string[][]>((some, name) => [...some, ...some.map((each) => [...each, name])], [[]]);
  return every.filter((each) => each.length > 0);
}

function metricsOptions(): readonly Option[] {
  return [
    deciding('metrics.plain', [true, false]),
    deciding('metrics.secure', [true, false]),
    shown('metrics.certificateSecret', ['kwmetricscertificate']),
  ];
}

function isOff(path: string): Condition {
  return { go: `$v.off.${path}`, of: ({ off }: View) => (off as Given)[path] === true };
}

/** Something that is there unless it is switched off; `{}` says that it is to be there. */
function switched(path: string): Option {
  return {
    path,
    samples: [{ [path]: false }, { [path]: {} }],
    features: [isOff(path), isPresent(path)],
    placeholders: [],
  };
}

/** Whether a group is given, be it empty. */
function isPresent(path: string): Condition {
  return {
    go: `(has ${JSON.stringify(path)} $v.present)`,
    of: ({ present }) => (present as readonly string[]).includes(path),
  };
}

/** A group that may be empty. */
function group(path: string): Option {
  return { path, samples: [{ [path]: {} }], features: [isPresent(path)], placeholders: [] };
}

/** Whether there are webhooks, and who writes their certificate. */
function servedWebhooks(): readonly Condition[] {
  const served: Condition = { go: '$v.webhooksBy', of: ({ webhooksBy }) => webhooksBy !== '' };
  return [served, ...['operator', 'cert-manager', 'others'].map((by) => is('webhooksBy', by))];
}

function webhookOptions(): readonly Option[] {
  const excluded: Expression = { go: '$v.excludedNamespaces', of: ({ excludedNamespaces }) => excludedNamespaces };
  const certificate = 'webhooks.certificate';
  return [
    { ...switched('webhooks'), features: [...servedWebhooks(), isOff('webhooks'), isPresent('webhooks')] },
    shown('webhooks.failurePolicy', ['Fail', 'Ignore'], { mode: 'exact', isUnique: false }),
    shown('webhooks.timeoutSeconds', [17, 23], { mode: 'exact', isUnique: false }),
    shown('webhooks.excludedNamespaces', [['kwexcluded']], { mode: 'exact', as: excluded }),
    {
      path: certificate,
      samples: [
        { [certificate]: { issuer: { name: 'kwissuer' } } },
        { [certificate]: { issuer: { name: 'kwissuer', kind: 'ClusterIssuer' } } },
        { [certificate]: { issuer: { name: 'kwissuer', kind: 'Issuer' } } },
        { [certificate]: { secret: 'kwwebhookcertificate' } },
        { [certificate]: { secret: 'kwwebhookcertificate', authorities: authority } },
        { [certificate]: { folder: '/kwfolder/certificate' } },
        { [certificate]: { folder: '/kwfolder/certificate', authorities: authority } },
      ],
      features: ['issuer.name', 'issuer.kind', 'secret', 'folder', 'authorities'].map((each) =>
        given(`${certificate}.${each}`),
      ),
      placeholders: [
        { expression: at(`${certificate}.issuer.name`), mode: 'text', isUnique: true },
        { expression: at(`${certificate}.issuer.kind`), mode: 'exact' },
        { expression: at(`${certificate}.secret`), mode: 'text', isUnique: true },
        { expression: at(`${certificate}.folder`), mode: 'text', isUnique: true },
        { expression: { go: '$v.caBundle', of: ({ caBundle }) => caBundle }, mode: 'exact', isUnique: true },
      ],
    },
  ];
}

function networkOptions(): readonly Option[] {
  const peer = (name: string): object => ({ namespaceSelector: { matchLabels: { [name]: name } } });
  return [
    switched('networkPolicy'),
    shown('networkPolicy.metricsFrom', [[peer('kwmetricsfrom')], []], { mode: 'exact' }),
    shown('networkPolicy.webhooksFrom', [[peer('kwwebhooksfrom')], []], { mode: 'exact' }),
    group('networkPolicy.egress'),
    shown('networkPolicy.egress.apiServers', [['10.11.12.13/32']], { mode: 'each' }),
    shown('networkPolicy.egress.apiServerPorts', [[47_443]], { mode: 'each' }),
    shown('networkPolicy.egress.others', [[{ to: [peer('kwothers')] }]], { mode: 'items' }),
    switched('podDisruptionBudget'),
  ];
}

/** The values about Prometheus and Grafana. */
export function monitoringOptions({ dashboard }: OperatorDeclaration): readonly Option[] {
  const whole = { mode: 'exact' } as const;
  return [
    group('monitoring'),
    entries('monitoring.labels', { kwmonitoring: 'kwmonitoring' }, 20),
    deciding('monitoring.alerts', [false]),
    shown('monitoring.runbooks', ['https://kw.example/runbooks']),
    shown('monitoring.tokenSecret', ['kwtoken']),
    shown('monitoring.scrape.interval', ['7717s']),
    shown('monitoring.scrape.scrapeTimeout', ['7716s']),
    shown('monitoring.scrape.relabelings', [[{ action: 'kwrelabeling' }]], whole),
    shown('monitoring.scrape.metricRelabelings', [[{ action: 'kwmetricrelabeling' }]], whole),
    ...(dashboard === undefined ? [] : dashboardOptions()),
  ];
}

function dashboardOptions(): readonly Option[] {
  return [
    group('monitoring.dashboard'),
    uidOfDashboard(),
    entries('monitoring.dashboard.labels', { kwdashboard: 'kwdashboard' }, 20),
    shown('monitoring.dashboard.folder', ['kwfolder']),
  ];
}

/** It follows the name of the installation. */
function uidOfDashboard(): Option {
  const placeholder = { expression: at('dashboardUid'), mode: 'text', isUnique: true } as const;
  return { path: 'monitoring.dashboard', samples: [], features: [], placeholders: [placeholder] };
}
