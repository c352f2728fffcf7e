import type { EnvVar } from 'kubernetes-types/core/v1';
import { getMember } from '@kubewright/declaration';
import type { OperatorMetrics, OperatorOptions } from '../options/index.ts';

import type { OperatorDeclaration } from '../declaration/index.ts';
import { type OptionErrors, OptionError } from './option-errors.ts';
import { deployed, buildSettingVariables } from './settings.ts';

export interface EnvironmentOptions {
  readonly leaseName: string;
  readonly inUseName: string | undefined;
  readonly namespaces: readonly string[] | undefined;
  /** Names of the running controllers; `undefined` for all controllers. */
  readonly controllers: readonly string[] | undefined;
  readonly metrics: OperatorMetrics;
  /** Variables that configure the operator's webhooks. */
  readonly webhooks: Readonly<Record<string, string>>;
  readonly options: OperatorOptions;
  readonly errors: OptionErrors;
}

/** Mount path of the metrics certificate. */
export const certificateFolder = '/etc/metrics-certificate';

/**
 * The environment variables of the operator, sorted by name, followed by the user's. Of the variables that this package
 * always sets, only includes declared ones.
 *
 * Adds an error if the options need an undeclared variable, or if the user sets a variable that is a setting.
 */
export function buildEnvironmentVariables(declaration: OperatorDeclaration, options: EnvironmentOptions): EnvVar[] {
  const { errors } = options;
  const isKnown = (env: string): boolean => declaration.settings.some((setting) => setting.env === env);
  const always = buildCommonVariables(options).filter(({ name }) => isKnown(name));
  const required = errors.attempt(() => requireDeclared(declaration, buildRequiredVariables(declaration, options)), []);
  const given = toEnvVars(buildSettingVariables(declaration, options.options.settings ?? {}, errors));
  const added = errors.attempt(() => collectUserVariables(declaration, options.options), []);
  return [...sortByName([...always, ...required, ...given]), ...added];
}

function buildRequiredVariables(declaration: OperatorDeclaration, options: EnvironmentOptions): EnvVar[] {
  const { leaseName, inUseName, namespaces, controllers, metrics, webhooks } = options;
  return toEnvVars({
    ...(namespaces !== undefined && { WATCH_NAMESPACE: namespaces.join(',') }),
    ...(controllers !== undefined && { CONTROLLERS: controllers.join(',') }),
    ...(leaseName !== declaration.leaderElection.leaseName && { LEASE_NAME: leaseName }),
    ...(inUseName !== undefined && { IN_USE_NAME: inUseName }),
    ...(metrics.secure === true && { METRICS_SECURE: 'true' }),
    ...(metrics.certificateSecret !== undefined && { METRICS_CERT_DIR: certificateFolder }),
    ...webhooks,
  });
}

function buildCommonVariables({ metrics, options }: EnvironmentOptions): EnvVar[] {
  // `::` means all IPv4 and IPv6 addresses: 0.0.0.0 is not reachable in an IPv6-only cluster.
  const address = options.ipFamily === 'IPv4' ? '0.0.0.0' : '::';
  return [
    // The default is loopback, which the kubelet's probes cannot reach. Secure metrics also use this address; other
    // metrics stay on loopback unless METRICS_BIND_ADDRESS is set.
    { name: 'BIND_ADDRESS', value: address },
    { name: 'LEADER_ELECT', value: 'true' },
    { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
    { name: 'POD_UID', valueFrom: { fieldRef: { fieldPath: 'metadata.uid' } } },
    ...(metrics.plain === true ? [{ name: 'METRICS_BIND_ADDRESS', value: address }] : []),
  ];
}

/** Escapes every `$`, so that the kubelet does not expand `$(NAME)`. */
function toEnvVars(values: Readonly<Record<string, string>>): EnvVar[] {
  return Object.entries(values).map(([name, value]) => ({ name, value: value.replaceAll('$', '$$$$') }));
}

function requireDeclared(
  { name: operator, settings }: OperatorDeclaration,
  variables: readonly EnvVar[],
): readonly EnvVar[] {
  const unknown = variables.find(({ name }) => !settings.some(({ env }) => env === name));
  if (unknown === undefined) return variables;
  const why = getMember(deployed, unknown.name) ?? '';
  throw new OptionError(
    `${operator} cannot be deployed with these options: it does not declare ${unknown.name} (${why})`,
  );
}

/** Returns the variables of `pod.env`. Does not escape their values, so the kubelet may expand `$(NAME)` in them. */
function collectUserVariables(declaration: OperatorDeclaration, { pod }: OperatorOptions): readonly EnvVar[] {
  const added = pod?.env ?? [];
  for (const { name } of added) {
    const setting = declaration.settings.find(({ env }) => env === name);
    const instead = getMember(deployed, name) ?? (setting && `use settings.${setting.name}`);
    if (instead !== undefined) throw new OptionError(`pod.env cannot set ${name}: ${instead}`);
  }
  const twice = added.find(({ name }, index) => added.findIndex((each) => each.name === name) < index);
  if (twice !== undefined) throw new OptionError(`pod.env has ${twice.name} twice: remove one of them`);
  return added;
}

function sortByName(variables: readonly EnvVar[]): EnvVar[] {
  return [...variables].sort((a, b) => (a.name < b.name ? -1 : 1));
}
