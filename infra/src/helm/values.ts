import { getAt, isRecord } from '@kubewright/declaration';

import { getKubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import type { Environment, JsonSchema } from '../options/index.ts';

/** A value of the chart, and the environment option that it sets. */
export interface ChartValue {
  /** Path in values.yaml. */
  readonly value: string;
  /** Path in an environment. */
  readonly option: string;
  /** Converts the option to the value. @default - the option itself */
  readonly write?: (option: unknown) => unknown;
  /** Derives the schema of the value from that of the option. @default - the same */
  readonly schema?: (option: JsonSchema) => JsonSchema;
}

/**
 * All values of the chart, except those that name the installation. Uses the names that Helm users expect, where they
 * exist.
 */
export const chartValues: readonly ChartValue[] = [
  ...mapUnchanged('image', ['repository', 'tag', 'digest', 'pullPolicy']),
  { value: 'imagePullSecrets', option: 'image.pullSecrets', write: toNamedItems, schema: buildNamedListSchema },
  ...mapUnchanged('', [
    'replicas',
    'namespaces',
    'createNamespaces',
    'controllers',
    'createsEverywhere',
    'settings',
    'ipFamily',
  ]),
  ...mapUnchanged('', ['rollbackGuard', 'removalGuard', 'policies', 'aggregatedRoles']),
  { value: 'resources.requests.cpu', option: 'resources.cpuRequest' },
  { value: 'resources.requests.memory', option: 'resources.memoryRequest' },
  { value: 'resources.limits.cpu', option: 'resources.cpuLimit' },
  { value: 'resources.limits.memory', option: 'resources.memoryLimit' },
  ...mapUnchanged('rollingUpdate', ['maxSurge', 'maxUnavailable']),
  mapEnabled('podDisruptionBudget'),
  ...mapUnchanged('podDisruptionBudget', ['maxUnavailable', 'minAvailable']),
  { value: 'crds.install', option: 'crds', write: (crds) => crds !== 'skip', schema: buildBooleanSchema },
  { value: 'crds.keep', option: 'crds', write: (crds) => crds !== 'prune', schema: buildBooleanSchema },
  ...mapUnchanged('serviceAccount', ['create', 'name', 'annotations']),
  { value: 'rbac.create', option: 'rbac' },
  { value: 'commonLabels', option: 'labels' },
  { value: 'commonAnnotations', option: 'annotations' },
  ...['nodeSelector', 'tolerations', 'affinity', 'topologySpreadConstraints', 'priorityClassName'].map((value) => ({
    ...{ value, option: `pod.${value}` },
  })),
  { value: 'podAnnotations', option: 'pod.annotations' },
  { value: 'podLabels', option: 'pod.labels' },
  { value: 'podSecurityContext', option: 'pod.securityContext' },
  { value: 'securityContext', option: 'pod.containerSecurityContext' },
  { value: 'extraEnv', option: 'pod.env' },
  { value: 'extraArgs', option: 'pod.args' },
  { value: 'extraVolumes', option: 'pod.volumes' },
  { value: 'extraVolumeMounts', option: 'pod.volumeMounts' },
  mapEnabled('networkPolicy'),
  ...mapUnchanged('networkPolicy', ['metricsFrom', 'webhooksFrom']),
  mapEnabled('networkPolicy.egress'),
  ...mapUnchanged('networkPolicy.egress', ['apiServers', 'apiServerPorts', 'others']),
  mapEnabled('webhooks'),
  ...mapUnchanged('webhooks', ['failurePolicy', 'timeoutSeconds', 'excludedNamespaces']),
  ...mapUnchanged('webhooks.certificate', ['issuer.name', 'issuer.kind', 'secret', 'folder', 'authorities']),
  ...mapUnchanged('metrics', ['secure', 'plain', 'certificateSecret']),
  mapEnabled('monitoring'),
  ...mapUnchanged('monitoring', ['labels', 'runbooks', 'tokenSecret']),
  mapEnabled('monitoring.alerts'),
  ...mapUnchanged('monitoring.scrape', ['interval', 'scrapeTimeout', 'relabelings', 'metricRelabelings']),
  mapEnabled('monitoring.dashboard'),
  { value: 'monitoring.dashboard.labels', option: 'monitoring.dashboard.labels', write: replaceDefaultLabel },
  { value: 'monitoring.dashboard.folder', option: 'monitoring.dashboard.folder' },
];

function mapUnchanged(group: string, names: readonly string[]): ChartValue[] {
  return names.map((name) => {
    const path = group === '' ? name : `${group}.${name}`;
    return { value: path, option: path };
  });
}

/** An environment disables a group with `false`, and enables it by setting it. */
function mapEnabled(group: string): ChartValue {
  return { value: `${group}.enabled`, option: group, write: (option) => option !== false, schema: buildBooleanSchema };
}

function buildBooleanSchema(): JsonSchema {
  return { type: 'boolean' };
}

function toNamedItems(names: unknown): unknown {
  return (names as readonly string[]).map((name) => ({ name }));
}

function buildNamedListSchema({ items = {} }: JsonSchema): JsonSchema {
  const properties = { name: items };
  return { type: 'array', items: { type: 'object', properties, required: ['name'], additionalProperties: false } };
}

/** Helm merges maps, so only null removes the default label. */
function replaceDefaultLabel(labels: unknown): unknown {
  return { grafana_dashboard: null, ...(labels as object) };
}

/**
 * Instructions by path, for values that the chart lacks: values of earlier charts, environments and the upstream
 * samples.
 */
export const renamedValues: Readonly<Record<string, string>> = {
  ...listMovedOptions(),
  name: 'the name of the release is used: set fullnameOverride to rename the installation',
  namespace: 'the operator runs in the namespace of the release: use helm install --namespace',
  ownNamespace:
    'use helm install --create-namespace, and label the namespace: kubectl label namespace <name> pod-security.kubernetes.io/enforce=restricted',
  samples: 'apply custom resources after the release, when their CRDs exist',
  samplesNamespace: 'apply custom resources after the release, when their CRDs exist',
  installation: 'set fullnameOverride',
  patches: 'change the objects with helm install --post-renderer',
  petStore: 'deploy a store separately, and set settings.petstoreAddress to its address',
  replicaCount: 'set replicas',
  env: 'the operator is the same in every environment: set settings.logFormat to json or text',
  logLevel: 'set settings.logLevel',
  numWorkers: 'set settings.workers',
  ha: 'set replicas (1 without high availability), settings.leaseDurationSeconds, settings.renewDeadlineSeconds and settings.retryPeriodSeconds',
  'monitoring.path': 'the path is always /metrics',
  'monitoring.port': 'set settings.metricsPort',
  'monitoring.namespace': 'the ServiceMonitor is in the namespace of the release',
  'monitoring.interval': 'set monitoring.scrape.interval',
};

/** Instructions for paths whose value is a map, but was a boolean or a string in earlier charts. */
export const formerSwitches: Readonly<Record<string, string>> = {
  crds: 'set crds.install and crds.keep',
  rbac: 'set rbac.create',
  networkPolicy: 'set networkPolicy.enabled',
  podDisruptionBudget: 'set podDisruptionBudget.enabled',
  webhooks: 'set webhooks.enabled',
  'monitoring.alerts': 'set monitoring.alerts.enabled',
};

/** Instructions for environment options whose value has another path in the chart. */
function listMovedOptions(): Record<string, string> {
  const values = chartValues.map(({ value }) => value);
  const others = chartValues.filter(
    ({ value, option }) => value !== option && !values.some((each) => each === option || each.startsWith(`${option}.`)),
  );
  return Object.fromEntries(others.map(({ value, option }) => [option, `set ${value}`]));
}

/** The input of `helm install` for an environment. */
export interface HelmRelease {
  /** Name of the release, and of the installation. */
  readonly name: string;
  readonly namespace: string;
  /** Content of a values file. */
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Pure: the release with the operator, its CRDs and its users' namespaces of an environment.
 *
 * Throws if the environment has patches, or changes single alerts, because charts have no values for them.
 *
 * @param declaration the operator's declaration. @default - that of Kubewright's own operator
 */
export function buildHelmRelease(
  environment: Environment,
  declaration: OperatorDeclaration = getKubewrightDeclaration(),
): HelmRelease {
  rejectOption(environment.patches, environment, 'patches');
  rejectOption(
    environment.monitoring?.alerts === false ? undefined : environment.monitoring?.alerts,
    environment,
    'alerts',
  );
  const name = environment.installation ?? declaration.name;
  const values: Record<string, unknown> = name.includes(declaration.name) ? {} : { fullnameOverride: name };
  for (const { value, option, write = (given: unknown): unknown => given } of chartValues) {
    const given = getAt(environment, option);
    if (given !== undefined) setAt(values, value, write(given));
  }
  return { name, namespace: environment.namespace, values };
}

function rejectOption(given: unknown, { name }: Environment, what: string): void {
  if (given === undefined) return;
  throw new Error(`the environment ${name} has ${what}, which the chart does not support: use helm --post-renderer`);
}

/** Sets a value at a path, and creates missing objects on the path. */
export function setAt(values: Record<string, unknown>, path: string, value: unknown): void {
  const [key = '', ...others] = path.split('.');
  const inner = values[key];
  const next = isRecord(inner) ? inner : {};
  values[key] = others.length === 0 ? value : next;
  if (others.length > 0) setAt(next, others.join('.'), value);
}
