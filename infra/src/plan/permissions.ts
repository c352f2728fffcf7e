import {
  listClusterScopedResources,
  type DeclaredWebhook,
  type OperatorDeclaration,
  type PolicyRule,
} from '../declaration/index.ts';
import type { GrantedWebhooks, OperatorRbacProps } from '../options/index.ts';
import { chooseControllers, chooseNamespaces } from './declaration.ts';
import { type OptionErrors, OptionError } from './option-errors.ts';
import { buildRecommendedLabels } from './metadata.ts';
import { mergeRules, type SplitRules, splitRules } from './rules.ts';
import { formatConfigurationName, listConvertedApis, formatWebhooksName } from './webhooks.ts';

/** Rules that one role and its binding grant. */
export interface Grant {
  /** Name of the role and of its binding. */
  readonly name: string;
  /** The namespace of a Role; `undefined`: a ClusterRole grants the rules cluster-wide. */
  readonly namespace?: string;
  readonly rules: readonly PolicyRule[];
  /** Prefix of its ids in the construct tree. @default - no prefix */
  readonly id?: string;
}

/** All permissions of an installation. */
export interface PermissionsPlan {
  /** The rules for secure metrics; `undefined` if the metrics are not secure. */
  readonly secureMetricsRules: readonly PolicyRule[] | undefined;
  /** All grants except those for secure metrics. */
  readonly grants: readonly Grant[];
  readonly name: string;
  readonly serviceAccount: OperatorRbacProps['serviceAccount'];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Computes the permissions. Adds contradictions with the declaration to `errors`. */
export function planPermissions(
  given: OperatorRbacProps,
  { declaration, errors }: { readonly declaration: OperatorDeclaration; readonly errors: OptionErrors },
): PermissionsPlan {
  const { name = declaration.name, serviceAccount, webhooks, annotations = {} } = given;
  const controllers = errors.attempt(() => chooseControllers(declaration, given.controllers), declaration.controllers);
  const namespaces = errors.attempt(() => chooseNamespaces(declaration, controllers, given.namespaces), undefined);
  const webhookRules = errors.attempt(() => collectWebhookRules(declaration, webhooks), []);
  const rules = mergeRules([...controllers.flatMap((controller) => controller.rules), ...webhookRules]);
  const own = { namespace: serviceAccount.namespace };
  return {
    ...{ name, serviceAccount, annotations },
    labels: given.labels ?? buildRecommendedLabels(declaration, { component: 'operator', instance: name }),
    secureMetricsRules:
      given.secureMetrics === true ? errors.attempt(() => getSecureMetricsRules(declaration), []) : undefined,
    grants: [
      ...buildGrants(namespaces, name, splitRules(rules, listClusterScopedResources(declaration))),
      { ...own, name: `${name}-leader-election`, rules: buildLeaderElectionRules(declaration, given.leaseName) },
      ...(given.inUseName === undefined
        ? []
        : [{ ...own, name: given.inUseName, rules: buildInUseRules(given.inUseName) }]),
      ...(webhooks?.ownCertificate === true ? buildCertificateGrants(formatWebhooksName(name), declaration, own) : []),
      // An operator limited to namespaces does not migrate objects.
      ...(namespaces === undefined && webhooks !== undefined ? buildConversionGrants(name, declaration) : []),
    ],
  };
}

/** Grants cluster-scoped kinds separately: the API server would accept a Role for them, but it would grant nothing. */
function buildGrants(namespaces: readonly string[] | undefined, name: string, rules: SplitRules): Grant[] {
  const { namespaced, clusterScoped } = rules;
  if (namespaces === undefined) return [{ name, rules: mergeRules([...namespaced, ...clusterScoped]) }];
  const everywhere = { name: `${name}-cluster-scoped`, rules: clusterScoped, id: 'cluster-scoped' };
  return [
    ...namespaces.map((namespace) => ({ name, namespace, rules: namespaced })),
    ...(clusterScoped.length === 0 ? [] : [everywhere]),
  ];
}

/** Replaces the name of the Lease with `leaseName`. */
function buildLeaderElectionRules(
  { leaderElection }: OperatorDeclaration,
  leaseName = leaderElection.leaseName,
): PolicyRule[] {
  const renameLease = (name: string): string => (name === leaderElection.leaseName ? leaseName : name);
  return mergeRules(
    leaderElection.rules.map((rule) =>
      rule.resourceNames === undefined ? rule : { ...rule, resourceNames: rule.resourceNames.map(renameLease) },
    ),
  );
}

function buildInUseRules(name: string): PolicyRule[] {
  return [{ apiGroups: [''], resources: ['limitranges'], resourceNames: [name], verbs: ['get', 'patch'] }];
}

/**
 * The rules for API requests of the webhooks' own code; empty if the webhooks are not served. Throws if they are served
 * and the operator declares none.
 */
export function collectWebhookRules(
  declaration: OperatorDeclaration,
  granted: GrantedWebhooks | undefined,
): readonly PolicyRule[] {
  const { name, webhooks = [] } = declaration;
  if (granted === undefined) return [];
  if (webhooks.length > 0 || listConvertedApis(declaration).length > 0) return webhooks.flatMap(({ rules }) => rules);
  throw new OptionError(`${name} cannot have permissions for webhooks: it does not declare webhooks`);
}

/** Permissions to update the CRDs of kinds with several versions, and to migrate their stored objects. */
function buildConversionGrants(name: string, declaration: OperatorDeclaration): Grant[] {
  const rules = mergeRules(listConvertedApis(declaration).flatMap(({ conversion }) => conversion.rules));
  return rules.length === 0 ? [] : [{ name: `${name}-conversions`, rules, id: 'conversions' }];
}

/**
 * Permissions to update the certificate in the Secret of this name, and `caBundle` in the configurations with this
 * prefix.
 */
function buildCertificateGrants(
  name: string,
  declaration: OperatorDeclaration,
  own: { readonly namespace: string },
): Grant[] {
  const secret = { apiGroups: [''], resources: ['secrets'], resourceNames: [name], verbs: ['get', 'patch'] };
  const bundles = buildCaBundleRules(name, declaration);
  return [
    { ...own, name, rules: [secret] },
    ...(bundles.length === 0 ? [] : [{ name, rules: bundles, id: 'webhooks' }]),
  ];
}

export function buildCaBundleRules(name: string, { webhooks = [] }: OperatorDeclaration): PolicyRule[] {
  const listConfigurationNames = (some: readonly DeclaredWebhook[]): string[] =>
    some.map((each) => formatConfigurationName(name, each));
  return mergeRules([
    ...buildNamedRules(
      'mutatingwebhookconfigurations',
      listConfigurationNames(webhooks.filter(({ mutates }) => mutates)),
    ),
    ...buildNamedRules(
      'validatingwebhookconfigurations',
      listConfigurationNames(webhooks.filter(({ validates }) => validates.length > 0)),
    ),
  ]);
}

/** A rule without names would match all objects. */
function buildNamedRules(resource: string, resourceNames: readonly string[]): PolicyRule[] {
  if (resourceNames.length === 0) return [];
  const apiGroups = ['admissionregistration.k8s.io'];
  return [{ apiGroups, resources: [resource], resourceNames, verbs: ['list', 'patch', 'watch'] }];
}

/** Permissions to check the tokens of metrics clients. Throws if the operator does not declare them. */
function getSecureMetricsRules({ name, secureMetrics }: OperatorDeclaration): PolicyRule[] {
  if (secureMetrics !== undefined) return mergeRules(secureMetrics.rules);
  throw new OptionError(`${name} cannot have secure metrics: it does not declare secureMetrics`);
}
