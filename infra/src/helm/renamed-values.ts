import { chartValues } from './values.ts';

/** By the path of a value that the chart does not have: what to do. Values of earlier charts, environments and the upstream samples. */
export const renamedValues: Readonly<Record<string, string>> = {
  ...moved(),
  name: 'the release has a name: set fullnameOverride for another name of the installation',
  namespace: 'the operator runs in the namespace of the release: use helm install --namespace',
  ownNamespace:
    'use helm install --create-namespace, and label it: kubectl label namespace <it> pod-security.kubernetes.io/enforce=restricted',
  samples: 'apply custom resources after the release, when their kinds are known',
  samplesNamespace: 'apply custom resources after the release, when their kinds are known',
  installation: 'set fullnameOverride',
  patches: 'change the objects by helm install --post-renderer',
  petStore: 'deploy a store by itself, and name it in settings.petstoreAddress',
  replicaCount: 'set replicas',
  env: 'there is one program for every environment: set settings.logFormat to json or text',
  logLevel: 'set settings.logLevel',
  numWorkers: 'set settings.workers',
  ha: 'set replicas (1 without high availability), settings.leaseDurationSeconds, settings.renewDeadlineSeconds and settings.retryPeriodSeconds',
  'monitoring.path': 'it is always /metrics',
  'monitoring.port': 'set settings.metricsPort',
  'monitoring.namespace': 'the ServiceMonitor is in the namespace of the release',
  'monitoring.interval': 'set monitoring.scrape.interval',
};

/** By the path of a map that was a switch once, or one of several words: what to do. */
export const formerSwitches: Readonly<Record<string, string>> = {
  crds: 'set crds.install and crds.keep',
  rbac: 'set rbac.create',
  networkPolicy: 'set networkPolicy.enabled',
  podDisruptionBudget: 'set podDisruptionBudget.enabled',
  webhooks: 'set webhooks.enabled',
  'monitoring.alerts': 'set monitoring.alerts.enabled',
};

/** Options whose values have another path, which no value has. */
function moved(): Record<string, string> {
  const values = chartValues.map(({ value }) => value);
  const others = chartValues.filter(
    ({ value, option }) => value !== option && !values.some((each) => each === option || each.startsWith(`${option}.`)),
  );
  return Object.fromEntries(others.map(({ value, option }) => [option, `set ${value}`]));
}
