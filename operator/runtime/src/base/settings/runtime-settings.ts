import type { DeclaredSetting } from '@kubewright/declaration';

import { toDeclaredSettings } from './setting.ts';

/** Settings that every operator has. The manager adds defaults that depend on the environment. */
export const runtimeSettings = {
  kubeconfig: {
    type: 'string',
    description: 'kubeconfig file. Default: KUBECONFIG, then the ServiceAccount of the Pod, then ~/.kube/config.',
  },
  context: {
    type: 'string',
    env: 'KUBE_CONTEXT',
    description: 'Context of the kubeconfig. Default: its current context.',
  },
  watchNamespaces: {
    type: 'list',
    env: 'WATCH_NAMESPACE',
    default: [],
    format: 'label',
    description: 'Namespaces to serve, comma-separated. Default: all.',
  },
  controllers: {
    type: 'list',
    default: [],
    description: 'Controllers to run, comma-separated. Default: all.',
  },
  leaderElect: {
    type: 'boolean',
    description: 'Elect a leader with a Lease; only the leader reconciles. Default: true in a cluster, false outside.',
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
    description: 'How long standbys wait after the last renewal of the Lease before one takes over.',
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
    description: 'Address to listen on. `::`: all addresses, IPv6 and IPv4.',
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
    description: 'Address of /metrics. Default: 127.0.0.1, or the bind address if metrics are secure.',
  },
  metricsPort: {
    type: 'integer',
    default: 8080,
    minimum: 0,
    maximum: 65535,
    description: 'Port of /metrics. 0: any free port.',
  },
  metricsSecure: {
    type: 'boolean',
    default: false,
    description: 'Serve /metrics with TLS, and only to clients with a token and the RBAC permission to get it.',
  },
  metricsCertDir: {
    type: 'string',
    description:
      'Folder with tls.crt and tls.key for secure metrics, reloaded on change. Default: a self-signed certificate.',
  },
  healthPort: {
    type: 'integer',
    default: 8081,
    minimum: 0,
    maximum: 65535,
    description: 'Port of /healthz and /readyz. 0: any free port.',
  },
  logLevel: {
    type: 'string',
    default: 'info',
    values: ['debug', 'info', 'warn', 'error'],
    description: 'Minimum level of log lines.',
  },
  logFormat: {
    type: 'string',
    values: ['json', 'text'],
    description: 'Log format. Default: text on a terminal outside a cluster, else json.',
  },
  dryRun: {
    type: 'boolean',
    default: false,
    description: 'Dry run: the operator logs each write, and the API server does not store it.',
  },
  workers: {
    type: 'integer',
    default: 10,
    minimum: 1,
    description: 'Objects that each controller reconciles concurrently, unless it declares its own number.',
  },
  resyncPeriod: {
    type: 'string',
    default: '10h',
    format: 'period',
    description: 'Approximate interval between reconciles of an unchanged object. 0s: never.',
  },
  gracePeriodSeconds: {
    type: 'integer',
    default: 30,
    minimum: 0,
    description: 'Grace period for running work when the operator stops.',
  },
  podName: {
    type: 'string',
    description: 'Name of this Pod. Default: the host name.',
  },
  podUid: {
    type: 'string',
    description: 'UID of this Pod, so that kubectl describe shows the events of the Pod. Default: none.',
  },
  podNamespace: {
    type: 'string',
    format: 'label',
    description: 'Namespace of this Pod. Default: that of its ServiceAccount.',
  },
  cacheSyncTimeout: {
    type: 'string',
    format: 'duration',
    default: '2m',
    description:
      'How long a cache may take to fill before the operator logs a warning, counts a timeout and reports the cache at /readyz. The cache keeps trying.',
  },
  watchList: {
    type: 'boolean',
    default: true,
    description: 'Read the initial state of a kind as a stream (WatchList) instead of in pages.',
  },
} as const;

/** Settings that every operator has, as data for the generators. */
export const runtimeSettingsData: readonly DeclaredSetting[] = toDeclaredSettings(runtimeSettings);
