import type { OperatorDeclaration } from '../declaration/index.ts';
import { mostControllers } from './options/index.ts';
import { servesWebhooks } from './view.ts';

/** A value that the chart does not have, though environments, or the original charts, have it. */
export interface Refused {
  readonly path: string;
  /** What to write instead. */
  readonly instead: string;
}

/** What an environment has, and a release decides. */
const ofEnvironments: readonly Refused[] = [
  { path: 'name', instead: 'the release has a name: set fullnameOverride for another name of the installation' },
  { path: 'namespace', instead: 'the operator runs in the namespace of the release: use helm install --namespace' },
  {
    path: 'ownNamespace',
    instead:
      'use helm install --create-namespace, and label it: kubectl label namespace <it> pod-security.kubernetes.io/enforce=restricted',
  },
  { path: 'samples', instead: 'apply resources of the operator after the release, when their kinds are known' },
  {
    path: 'samplesNamespace',
    instead: 'apply resources of the operator after the release, when their kinds are known',
  },
  { path: 'installation', instead: 'set fullnameOverride' },
  { path: 'patches', instead: 'change the objects by helm install --post-renderer' },
  { path: 'petStore', instead: 'deploy a store by itself, and name it in settings.petstoreAddress' },
];

/** What the chart of the original Echo operator has, and where it went. */
const ofOriginals: readonly Refused[] = [
  { path: 'env', instead: 'there is one program for every environment: set settings.logFormat to json or text' },
  { path: 'logLevel', instead: 'set settings.logLevel' },
  { path: 'numWorkers', instead: 'set settings.workers' },
  {
    path: 'ha',
    instead:
      'set replicas (1 without high availability), settings.leaseDurationSeconds, settings.renewDeadlineSeconds and settings.retryPeriodSeconds',
  },
  {
    path: 'monitoring.enabled',
    instead: 'set monitoring to {} and metrics.plain or metrics.secure to true; leave monitoring out to have none',
  },
  { path: 'monitoring.path', instead: 'it is always /metrics' },
  { path: 'monitoring.port', instead: 'set settings.metricsPort' },
  { path: 'monitoring.namespace', instead: 'the ServiceMonitor is in the namespace of the release' },
  { path: 'monitoring.interval', instead: 'set monitoring.scrape.interval' },
  { path: 'resources.requests', instead: 'set resources.cpuRequest and resources.memoryRequest' },
  { path: 'resources.limits', instead: 'set resources.cpuLimit and resources.memoryLimit' },
  { path: 'nodeSelector', instead: 'set pod.nodeSelector' },
  { path: 'tolerations', instead: 'set pod.tolerations' },
  { path: 'affinity', instead: 'set pod.affinity' },
  { path: 'podAnnotations', instead: 'set pod.annotations' },
  { path: 'podLabels', instead: 'set pod.labels' },
  { path: 'replicaCount', instead: 'set replicas' },
  { path: 'imagePullSecrets', instead: 'set image.pullSecrets, a list of names' },
];

/** Pure: all that the chart of this operator refuses. */
export function refusedBy(declaration: OperatorDeclaration): readonly Refused[] {
  return [...ofEnvironments, ...missingIn(declaration), ...ofOriginals];
}

/** What charts of other operators have. */
function missingIn(declaration: OperatorDeclaration): readonly Refused[] {
  const { name, controllers, dashboard } = declaration;
  const many = `it is there for at most ${mostControllers} controllers, and ${name} has ${controllers.length}: all of them run`;
  return [
    ...(servesWebhooks(declaration) ? [] : [{ path: 'webhooks', instead: `${name} declares none: leave it out` }]),
    ...(dashboard === undefined
      ? [{ path: 'monitoring.dashboard', instead: `${name} declares none: leave it out` }]
      : []),
    ...(controllers.length > mostControllers ? [{ path: 'controllers', instead: many }] : []),
  ];
}
