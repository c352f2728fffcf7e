import { containerResources, imageReference } from '../constructs/index.ts';
import type { DeclaredSetting, OperatorDeclaration } from '../declaration/index.ts';
import { mostControllers, settable } from './options/index.ts';
import { servesWebhooks } from './view.ts';

/** What a person reads about a value. */
export interface ValueText {
  readonly path: string;
  readonly meaning: string;
  /** What holds if it is left out, as YAML; empty if that is nothing. */
  readonly usual: string;
}

type Texts = readonly (readonly [path: string, meaning: string, usual?: string])[];

/** Pure: the values in the order in which people ask for them. What is within an object of Kubernetes has no line. */
export function valueTexts(declaration: OperatorDeclaration): readonly ValueText[] {
  const texts: Texts = [
    ...workload(declaration),
    ...scope(declaration),
    ...settable(declaration).map(settingText),
    ...pod,
    ...access,
    ...webhooks(declaration),
    ...monitoring,
    ...(declaration.dashboard === undefined ? [] : dashboard),
    ...naming,
  ];
  return texts.map(([path, meaning, usual = '']) => ({ path, meaning, usual }));
}

function workload(declaration: OperatorDeclaration): Texts {
  const { requests = {}, limits = {} } = containerResources({});
  return [
    ['image.repository', 'Registry and path of the image, without tag and digest.', repositoryOf(declaration)],
    ['image.tag', 'Tag of the image.', declaration.version],
    ['image.digest', 'Digest of the image, sha256:…; the kubelet then ignores the tag.'],
    ['image.pullPolicy', 'When the kubelet pulls the image.', 'IfNotPresent'],
    ['image.pullSecrets', 'Names of Secrets with credentials for the registry.', '[]'],
    ['replicas', 'Number of Pods: one leads, the others stand by.', '2'],
    ['resources.cpuRequest', 'CPU that each Pod is promised.', String(requests['cpu'])],
    ['resources.cpuLimit', 'Most CPU of each Pod. A throttled leader can lose its Lease.'],
    ['resources.memoryRequest', 'Memory that each Pod is promised.', String(requests['memory'])],
    ['resources.memoryLimit', 'Most memory of each Pod.', String(limits['memory'])],
    [
      'rollingUpdate.maxSurge',
      'Pods beside the wanted ones while they are replaced: a number, or a share such as 50%.',
      '1',
    ],
    ['rollingUpdate.maxUnavailable', 'Wanted Pods that may be missing while they are replaced.', '0'],
    ['podDisruptionBudget', 'false: evictions are not limited.'],
    ['podDisruptionBudget.maxUnavailable', 'Pods that may be evicted at the same time.', '1'],
    ['podDisruptionBudget.minAvailable', 'Instead: Pods that stay.'],
  ];
}

/** Empty for an operator of others: the values have to name it. */
export function repositoryOf(declaration: OperatorDeclaration): string {
  try {
    return imageReference(declaration).replace(/:[^:/]*$/, '');
  } catch {
    return '';
  }
}

function scope({ controllers }: OperatorDeclaration): Texts {
  const names = controllers.map(({ name }) => name);
  return [
    ['namespaces', 'The namespaces to serve: permissions are limited to them. Left out: the whole cluster.'],
    ['createNamespaces', 'Namespaces to create for resources.', '[]'],
    ...(names.length > mostControllers
      ? []
      : ([['controllers', `The controllers to run, of ${names.join(', ')}. Left out: all.`]] as const)),
    ['createsEverywhere', 'What you accept that it creates in every namespace, such as pods or jobs.batch.'],
    [
      'crds',
      'keep: helm uninstall leaves the definitions behind; prune: it deletes them, with all resources; skip: none.',
      'keep',
    ],
    ['rollbackGuard', 'Leaves newer CRDs as they are on helm rollback. Left out: true on Kubernetes 1.36 or newer.'],
    ['removalGuard', 'Refuses to remove the operator while resources need it.', 'true'],
    [
      'policies',
      'The admission policies of the operator: enforce, warn or off. Off where namespaces are named.',
      'enforce',
    ],
    ['aggregatedRoles', 'Lets who may edit or view a namespace edit or view the kinds of the operator in it.', 'false'],
  ];
}

function settingText({ name, description = '', default: usual }: DeclaredSetting): Texts[number] {
  const isGiven =
    typeof usual === 'number' || typeof usual === 'boolean' || (typeof usual === 'string' && usual !== '');
  return [`settings.${name}`, description, isGiven ? String(usual) : ''];
}

const pod: Texts = [
  ['pod.labels', 'More labels of the Pods.', '{}'],
  ['pod.annotations', 'Annotations of the Pods.', '{}'],
  ['pod.nodeSelector', 'Labels that a node must have.', '{}'],
  ['pod.tolerations', 'Taints of nodes that the Pods tolerate.', '[]'],
  ['pod.affinity', 'As in a Pod.', '{}'],
  ['pod.topologySpreadConstraints', 'As in a Pod. Left out: over nodes and zones, if they can.'],
  ['pod.priorityClassName', "Left out: the cluster's default class."],
  ['pod.env', 'More environment variables: settings are not among them.', '[]'],
  ['pod.args', 'Arguments behind those of the image.', '[]'],
  ['pod.volumes', 'More volumes.', '[]'],
  ['pod.volumeMounts', 'Where the container mounts them.', '[]'],
  ['pod.securityContext', 'Changes of the security context of the Pod, which passes Pod Security "restricted".', '{}'],
  ['pod.containerSecurityContext', 'Changes of that of the container.', '{}'],
];

const access: Texts = [
  ['serviceAccount.name', 'Left out: the name of the installation.'],
  ['serviceAccount.create', 'false: it exists.', 'true'],
  ['serviceAccount.annotations', 'Such as the role that a cloud gives it.', '{}'],
  ['rbac', 'false: somebody else grants the permissions.', 'true'],
  ['networkPolicy', 'false: there is none.'],
  [
    'networkPolicy.metricsFrom',
    'Who may ask for the metrics, as NetworkPolicyPeers. Left out: every Pod of the cluster.',
  ],
  ['networkPolicy.webhooksFrom', 'Who may ask the webhooks. Left out: everybody.'],
  ['networkPolicy.egress', '{}: the Pods reach only API servers, DNS and what is listed. Left out: everything.'],
  ['networkPolicy.egress.apiServers', 'Addresses of the API servers, such as 10.0.0.0/8. Left out: every address.'],
  ['networkPolicy.egress.apiServerPorts', 'Ports of the API servers.', '[443, 6443]'],
  ['networkPolicy.egress.others', 'What else the Pods call, as egress rules of a NetworkPolicy.', '[]'],
  ['ipFamily', 'IPv4: on nodes without IPv6.', 'any'],
];

function webhooks(declaration: OperatorDeclaration): Texts {
  if (!servesWebhooks(declaration)) return [];
  return [
    ['webhooks', 'false: there are none, as where namespaces are named and no certificate is given.'],
    ['webhooks.failurePolicy', 'Fail or Ignore: what happens to a write while the operator does not answer.', 'Fail'],
    ['webhooks.timeoutSeconds', 'How long an API server waits for an answer, from 1 to 30.', '10'],
    [
      'webhooks.excludedNamespaces',
      "Namespaces beside kube-system and the operator's own that are never asked about.",
      '[]',
    ],
    ['webhooks.certificate.issuer', 'The issuer of cert-manager: name, and kind (Issuer or ClusterIssuer).'],
    ['webhooks.certificate.secret', 'Instead: a Secret with tls.crt and tls.key.'],
    ['webhooks.certificate.folder', 'Instead: a folder of the Pods with tls.crt and tls.key.'],
    ['webhooks.certificate.authorities', 'Who issued it, as PEM, for caBundle; with secret or folder.'],
  ];
}

const monitoring: Texts = [
  ['metrics.secure', 'Serves the metrics over TLS, to those whose token may read them.', 'false'],
  ['metrics.plain', 'Serves the metrics to every Pod of the cluster.', 'false'],
  ['metrics.certificateSecret', 'A Secret with the certificate of secure metrics. Left out: each Pod makes one.'],
  ['monitoring', '{}: a ServiceMonitor and alerts, for the Prometheus Operator; needs metrics. Left out: none.'],
  ['monitoring.labels', 'Labels by which your Prometheus selects them.', '{}'],
  ['monitoring.alerts', 'false: no alerts.'],
  ['monitoring.runbooks', 'URL of a folder with the pages about the alerts.'],
  ['monitoring.tokenSecret', 'A Secret with the token of your Prometheus, for secure metrics. Left out: one is made.'],
  ['monitoring.scrape.interval', "Such as 30s. Left out: the Prometheus' own."],
  ['monitoring.scrape.scrapeTimeout', "Less than the interval. Left out: the Prometheus' own."],
  ['monitoring.scrape.relabelings', 'Applied to a target before it is scraped.', '[]'],
  ['monitoring.scrape.metricRelabelings', 'Applied to the series.', '[]'],
];

const dashboard: Texts = [
  ['monitoring.dashboard', '{}: a Grafana dashboard in a ConfigMap. Left out: none.'],
  ['monitoring.dashboard.labels', "Labels by which Grafana's sidecar selects it.", '{ grafana_dashboard: "1" }'],
  ['monitoring.dashboard.folder', "Its folder in Grafana. Left out: the sidecar's own."],
];

const naming: Texts = [
  ['labels', 'Labels of every object.', '{}'],
  ['annotations', 'Annotations of every object.', '{}'],
  ['nameOverride', 'In place of the name of the chart, in the name of the installation.'],
  [
    'fullnameOverride',
    'The name of the installation: the Deployment has it, and the names of other objects begin with it.',
  ],
];
