import type { DeclaredSetting } from '@kubewright/declaration';

import { toDeclaredSettings } from './setting.ts';

/** The settings of every operator. The manager adds defaults that depend on the environment. */
export const runtimeSettings = {
  kubeconfig: {
    type: 'string',
    description: 'kubeconfig file. Default: KUBECONFIG, then the ServiceAccount of the Pod, then ~/.kube/config.',
  },
  context: {
    type: 'string',
    env: 'KUBE_CONTEXT',
    description: 'Context of the kubeconfig. Default: its current one.',
  },
  watchNamespaces: {
    type: 'list',
    env: 'WATCH_NAMESPACE',
    default: [],
    format: 'label',
    description: 'Namespaces to serve, separated by commas. None: all.',
  },
  controllers: {
    type: 'list',
    default: [],
    description: 'Controllers to run, separated by commas. None: all.',
  },
  leaderElect: {
    type: 'boolean',
    description: 'Work only while leading, by a Lease. Default: true in a cluster, false outside.',
  },
  leaseName: {
    type: 'string',
    format: 'subdomain',
    description: "Name of the Lease. Default: the operator's name.",
  },
  leaseNamespace: {
    type: 'string',
    format: 'label',
    description: "Namespace of the Lease. Default: the Pod's.",
  },
  leaseDurationSeconds: {
    type: 'integer',
    default: 15,
    minimum: 1,
    description: 'How long standbys wait after the last renewal of the Lease that they saw.',
  },
  renewDeadlineSeconds: {
    type: 'integer',
    default: 10,
    minimum: 1,
    description: 'How long the leader keeps working without renewing the Lease.',
  },
  retryPeriodSeconds: {
    type: 'integer',
    default: 2,
    minimum: 1,
    description: 'Time between renewals of the Lease.',
  },
  bindAddress: {
    type: 'string',
    default: '127.0.0.1',
    description: 'Address to listen on. `::`: every one, IPv6 and IPv4.',
  },
  metricsEnabled: {
    type: 'boolean',
    default: true,
    description: 'Serve metrics.',
  },
  metricsPath: {
    type: 'string',
    default: '/metrics',
    format: 'path',
    description: 'Path of the metrics.',
  },
  metricsBindAddress: {
    type: 'string',
    description: 'Address of /metrics. Default: 127.0.0.1, or the bind address where metrics are secure.',
  },
  metricsPort: {
    type: 'integer',
    default: 8080,
    minimum: 0,
    maximum: 65535,
    description: 'Port of /metrics. 0: any free one.',
  },
  metricsSecure: {
    type: 'boolean',
    default: false,
    description: 'Serve /metrics by TLS, and only to those whose token may get it by the RBAC rules of the cluster.',
  },
  metricsCertDir: {
    type: 'string',
    description: 'Folder with tls.crt and tls.key for secure metrics, followed. Default: a self-signed certificate.',
  },
  healthPort: {
    type: 'integer',
    default: 8081,
    minimum: 0,
    maximum: 65535,
    description: 'Port of /healthz and /readyz. 0: any free one.',
  },
  logLevel: {
    type: 'string',
    default: 'info',
    values: ['debug', 'info', 'warn', 'error'],
    description: 'The least important lines to log.',
  },
  logFormat: {
    type: 'string',
    values: ['json', 'text'],
    description: 'How lines are written. Default: text on a terminal outside a cluster, else json.',
  },
  dryRun: {
    type: 'boolean',
    default: false,
    description: 'Only log what would be written to the API server; nothing is stored.',
  },
  workers: {
    type: 'integer',
    default: 10,
    minimum: 1,
    description: 'Objects that each controller works on at the same time, unless it declares more.',
  },
  resyncPeriod: {
    type: 'string',
    default: '10h',
    format: 'period',
    description: 'About how often all objects are reconciled again, though nothing has changed. 0s: never.',
  },
  gracePeriodSeconds: {
    type: 'integer',
    default: 30,
    minimum: 0,
    description: 'How long running work may take to finish when the operator stops.',
  },
  podName: {
    type: 'string',
    description: 'Name of the own Pod. Default: the host name.',
  },
  podUid: {
    type: 'string',
    description: 'UID of the own Pod, by which kubectl describe finds its events. Default: none.',
  },
  podNamespace: {
    type: 'string',
    format: 'label',
    description: 'Namespace of the own Pod. Default: that of its ServiceAccount.',
  },
  cacheSyncTimeout: {
    type: 'string',
    format: 'duration',
    default: '2m',
    description:
      'How long a cache may take to fill before that is logged, counted and shown at /readyz. It keeps trying.',
  },
  watchList: {
    type: 'boolean',
    default: true,
    description: 'Ask for the initial state of a kind as a stream (WatchList) instead of in pages.',
  },
} as const;

/** The settings of every operator, as data. */
export const runtimeSettingsData: readonly DeclaredSetting[] = toDeclaredSettings(runtimeSettings);
