import { EnvFieldPaths, EnvValue } from 'cdk8s-plus-28';

import type { OperatorDeclaration } from '../../declaration/index.ts';
import type { OperatorMetrics, OperatorSettings } from './options.ts';
import { deployed, settingVariables } from './settings.ts';

/** The input of the operator's environment variables. */
export interface EnvironmentOptions {
  readonly settings: OperatorSettings;
  readonly leaseName: string;
  readonly namespaces: readonly string[] | undefined;
  /** Names of the controllers that run; `undefined` for all. */
  readonly controllers: readonly string[] | undefined;
  readonly metrics: OperatorMetrics;
  /** The variables by which the operator knows its webhooks. */
  readonly webhooks: Readonly<Record<string, string>>;
}

/** The path at which the certificate of the metrics is mounted. */
export const certificateFolder = '/etc/metrics-certificate';

/**
 * The environment variables of the operator, sorted by name. Of the variables that this package always sets, only those
 * that the declaration has are set.
 *
 * Throws if the props need a variable that the declaration does not have.
 */
export function environmentVariables(
  declaration: OperatorDeclaration,
  options: EnvironmentOptions,
): Record<string, EnvValue> {
  const { settings, leaseName, namespaces, controllers, metrics, webhooks } = options;
  const required = {
    ...(namespaces !== undefined && { WATCH_NAMESPACE: literal(namespaces.join(',')) }),
    ...(controllers !== undefined && { CONTROLLERS: literal(controllers.join(',')) }),
    ...(leaseName !== declaration.leaderElection.leaseName && { LEASE_NAME: literal(leaseName) }),
    ...(metrics.secure === true && { METRICS_SECURE: literal('true') }),
    ...(metrics.certificateSecret !== undefined && { METRICS_CERT_DIR: literal(certificateFolder) }),
    ...Object.fromEntries(Object.entries(webhooks).map(([env, value]) => [env, literal(value)])),
  };
  const given = Object.entries(settingVariables(declaration, settings)).map(
    ([env, value]) => [env, literal(value)] as const,
  );
  const everywhere = { ...always, ...(metrics.plain === true && { METRICS_BIND_ADDRESS: everyAddress }) };
  return sorted([...knownOnly(declaration, everywhere), ...allKnown(declaration, required), ...given]);
}

/** All addresses, IPv4 and IPv6: 0.0.0.0 is not reachable in an IPv6-only cluster. */
const everyAddress = EnvValue.fromValue('::');

const always: Readonly<Record<string, EnvValue>> = {
  // The default is loopback, which the kubelet's probes cannot reach. It also is the address of secure metrics; others
  // stay on loopback unless METRICS_BIND_ADDRESS is set.
  BIND_ADDRESS: everyAddress,
  LEADER_ELECT: EnvValue.fromValue('true'),
  POD_NAME: EnvValue.fromFieldRef(EnvFieldPaths.POD_NAME),
  POD_NAMESPACE: EnvValue.fromFieldRef(EnvFieldPaths.POD_NAMESPACE),
};

/** Escapes every `$`, so that the kubelet does not expand `$(NAME)`. */
function literal(value: string): EnvValue {
  return EnvValue.fromValue(value.replaceAll('$', '$$$$'));
}

type Variables = readonly (readonly [env: string, value: EnvValue])[];

function knownOnly(declaration: OperatorDeclaration, variables: Readonly<Record<string, EnvValue>>): Variables {
  return Object.entries(variables).filter(([env]) => declaration.settings.some((setting) => setting.env === env));
}

function allKnown(declaration: OperatorDeclaration, variables: Readonly<Record<string, EnvValue>>): Variables {
  const known = knownOnly(declaration, variables);
  const unknown = Object.keys(variables).find((env) => !known.some(([each]) => each === env));
  if (unknown !== undefined) {
    throw new Error(
      `${declaration.name} cannot be deployed so: it declares no ${unknown} (${deployed[unknown] ?? ''})`,
    );
  }
  return known;
}

function sorted(variables: Variables): Record<string, EnvValue> {
  return Object.fromEntries([...variables].sort(([a], [b]) => (a < b ? -1 : 1)));
}
