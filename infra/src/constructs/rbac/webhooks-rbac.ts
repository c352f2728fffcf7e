import type { DeclaredWebhook, OperatorDeclaration, PolicyRule } from '../../declaration/index.ts';
import { OptionError } from '../checks/index.ts';
import { configurationName, convertedApis } from '../webhooks/index.ts';
import { mergeRules } from './rules.ts';

/** How the webhooks of an operator are served, as far as its permissions depend on it. */
export interface GrantedWebhooks {
  /** Whether the operator makes its certificate itself: it keeps it in a Secret, and sets `caBundle`. */
  readonly ownCertificate: boolean;
}

/**
 * Pure: the permissions for the requests that webhooks send themselves, if they are served. Throws if the operator
 * declares no webhooks then.
 */
export function trialRules(
  declaration: OperatorDeclaration,
  granted: GrantedWebhooks | undefined,
): readonly PolicyRule[] {
  const { name, webhooks = [] } = declaration;
  if (granted === undefined) return [];
  if (webhooks.length > 0 || convertedApis(declaration).length > 0) return webhooks.flatMap(({ rules }) => rules);
  throw new OptionError(`${name} cannot have permissions for webhooks: it declares none`);
}

/** Pure: the cluster-wide permissions to keep the definitions of kinds with several versions, and their stored objects. */
export function conversionRules(
  declaration: OperatorDeclaration,
  granted: GrantedWebhooks | undefined,
): readonly PolicyRule[] {
  if (granted === undefined) return [];
  return mergeRules(convertedApis(declaration).flatMap(({ conversion }) => conversion.rules));
}

/** Pure: the permission to keep the certificate in the Secret of this name. */
export function certificateRules(name: string): PolicyRule[] {
  return [{ apiGroups: [''], resources: ['secrets'], resourceNames: [name], verbs: ['get', 'patch'] }];
}

/** Pure: the permission to keep `caBundle` in the configurations whose names begin with this one, and in no others. */
export function bundleRules(name: string, { webhooks = [] }: OperatorDeclaration): PolicyRule[] {
  const namesOf = (some: readonly DeclaredWebhook[]): string[] => some.map((each) => configurationName(name, each));
  const mutating = namesOf(webhooks.filter(({ mutates }) => mutates));
  const validating = namesOf(webhooks.filter(({ validates }) => validates.length > 0));
  return mergeRules([
    ...named('mutatingwebhookconfigurations', mutating),
    ...named('validatingwebhookconfigurations', validating),
  ]);
}

/** A rule without names would be for all objects. */
function named(resource: string, resourceNames: readonly string[]): PolicyRule[] {
  if (resourceNames.length === 0) return [];
  const apiGroups = ['admissionregistration.k8s.io'];
  return [{ apiGroups, resources: [resource], resourceNames, verbs: ['list', 'patch', 'watch'] }];
}
