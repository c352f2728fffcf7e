import type {
  DeclaredApi,
  DeclaredForeignKind,
  DeclaredPolicy,
  DeclaredPorts,
  DeclaredSetting,
  DeclaredWebhook,
  OperatorDeclaration,
  PolicyKind,
  PolicyRule,
} from '@kubewright/declaration';
import type { Kind, PolicyDefinition } from '@kubewright/runtime';
import type { WebhookDefinition } from '@kubewright/runtime/internal/admission';
import { type Api, isApi } from '@kubewright/runtime/internal/api';
import { formatKind } from '@kubewright/runtime/internal/base';
import type { ConversionDefinition } from '@kubewright/runtime/internal/conversion';
import { listApis, type NamespacesOptions } from '@kubewright/runtime/internal/manager';
import * as builtinKinds from '@kubewright/runtime/kinds';
import type { ControllerDefinition } from '@kubewright/runtime/internal/reconcile';

import { Namespace } from '@kubewright/runtime/kinds';

import { getCrdPath } from './crds.ts';

/** The input of a declaration. */
export interface DeclarationInput {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly controllers: readonly ControllerDefinition[];
  /** Kinds that the operator serves without a controller. @default - none */
  readonly apis?: readonly Api[];
  /** The namespaces to serve, by label. @default - the whole cluster */
  readonly namespaces?: NamespacesOptions;
  /** Admission webhooks. @default - none */
  readonly webhooks?: readonly WebhookDefinition[];
  /** Conversions between versions of a kind. @default - none */
  readonly conversions?: readonly ConversionDefinition[];
  /** Admission policies. @default - none */
  readonly policies?: readonly PolicyDefinition[];
  readonly settings: readonly DeclaredSetting[];
  readonly ports: DeclaredPorts;
  /** Path of the Grafana dashboard, relative to the declaration. @default - none */
  readonly dashboard?: string;
}

/** Pure: builds the declaration of an operator. */
export function buildDeclaration(input: DeclarationInput): OperatorDeclaration {
  const { name, version, description, controllers, settings, ports, dashboard } = input;
  const { webhooks = [], conversions = [], policies = [] } = input;
  return {
    name,
    version,
    description,
    apis: listApis(input).map((api) => ({
      ...toPolicyKind(api),
      crd: getCrdPath(api),
      ...buildConversion(api, conversions),
    })),
    ...buildForeignKinds(controllers),
    controllers: controllers.map((controller) => ({
      name: controller.name,
      for: { group: controller.api.group, version: controller.api.version, kind: controller.api.kind },
      rules: [...controller.rules, ...(input.namespaces ? [namespacesRule] : [])],
      ...(controller.finalizer !== undefined && { finalizer: controller.finalizer.name }),
    })),
    ...(webhooks.length > 0 && { webhooks: webhooks.map(buildWebhook) }),
    ...(policies.length > 0 && { policies: policies.map(buildPolicy) }),
    ...findClusterScoped(controllers, webhooks, input.namespaces === undefined ? [] : [Namespace]),
    leaderElection: { leaseName: name, rules: buildLeaseRules(name) },
    secureMetrics: { rules: reviewRules },
    settings,
    ports,
    ...(dashboard !== undefined && { dashboard }),
  };
}

function buildForeignKinds(controllers: readonly ControllerDefinition[]): Pick<OperatorDeclaration, 'foreignKinds'> {
  const builtIn = new Set(Object.values<Kind>(builtinKinds).map((kind) => formatKind(kind)));
  const foreignKinds = controllers
    .map(({ api }) => api)
    .filter((api) => !isApi(api))
    .map((api): DeclaredForeignKind => ({
      ...toPolicyKind(api),
      ...(!builtIn.has(formatKind(api)) && { crd: `${api.plural}.${api.group}` }),
    }));
  return foreignKinds.length === 0 ? {} : { foreignKinds };
}

/** An operator follows the namespaces that it selects by label. */
const namespacesRule: PolicyRule = { apiGroups: [''], resources: ['namespaces'], verbs: ['list', 'watch'] };

/** An operator with selected namespaces needs a ClusterRole for its cluster-scoped resources. */
function findClusterScoped(
  controllers: readonly ControllerDefinition[],
  webhooks: readonly WebhookDefinition[],
  others: readonly Kind[],
): Pick<OperatorDeclaration, 'clusterScoped'> {
  const kinds = [
    ...others,
    ...controllers.flatMap(({ api, ...kinds }) => [
      api,
      ...[kinds.owns, kinds.reads, kinds.watches, kinds.edits].flatMap((each) =>
        Object.values<{ readonly kind: Kind }>(each).map(({ kind }) => kind),
      ),
    ]),
    ...webhooks.flatMap(({ dryRuns, reads }) => [...Object.values(dryRuns), ...Object.values(reads)]),
  ].filter(({ namespaced }) => !namespaced);
  const resources = kinds.map(({ group, plural }) => (group === '' ? plural : `${plural}.${group}`));
  return resources.length === 0 ? {} : { clusterScoped: [...new Set(resources)].sort() };
}

function buildConversion(api: Api, conversions: readonly ConversionDefinition[]): Pick<DeclaredApi, 'conversion'> {
  const found = conversions.find(({ hub }) => hub === api);
  return found === undefined ? {} : { conversion: { ...found.webhook, rules: found.rules } };
}

function buildWebhook(webhook: WebhookDefinition): DeclaredWebhook {
  const { name, kind, mutate, validate, validateDelete, rules } = webhook;
  return {
    name,
    for: toPolicyKind(kind),
    mutates: mutate !== undefined,
    validates: [
      ...(validate === undefined ? [] : (['CREATE', 'UPDATE'] as const)),
      ...(validateDelete === undefined ? [] : (['DELETE'] as const)),
    ],
    rules,
  };
}

/** Permissions to check the tokens of metrics clients. TokenReviews and SubjectAccessReviews are cluster-scoped. */
const reviewRules: readonly PolicyRule[] = [
  { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
  { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
];

/**
 * Permissions for leader election: standbys watch the Lease, the leader updates it. RBAC cannot limit the verb create
 * to a name.
 */
function buildLeaseRules(leaseName: string): readonly PolicyRule[] {
  const lease = { apiGroups: ['coordination.k8s.io'], resources: ['leases'] };
  return [
    { ...lease, verbs: ['create'] },
    { ...lease, resourceNames: [leaseName], verbs: ['get', 'list', 'update', 'watch'] },
  ];
}

function toPolicyKind({ group, version, kind, plural, namespaced }: Kind): PolicyKind {
  return { group, version, kind, plural, scope: namespaced ? 'Namespaced' : 'Cluster' };
}

function buildPolicy({ name, kind, ...rest }: PolicyDefinition): DeclaredPolicy {
  return { name, for: toPolicyKind(kind), ...rest };
}
