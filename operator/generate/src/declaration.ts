import type { SettingData } from '@kubewright/runtime/internal/base';
import type { ControllerDefinition, PolicyRule } from '@kubewright/runtime/internal/reconcile';
import type { PolicyDefinition } from '@kubewright/runtime';
import { crdPath } from './crds.ts';
import { type DeclaredPolicy, policyData } from './policies.ts';

/** The input of a declaration. */
export interface DeclarationInput {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly controllers: readonly ControllerDefinition[];
  /** @default - none */
  readonly policies?: readonly PolicyDefinition[];
  readonly settings: readonly SettingData[];
  readonly ports: { readonly metrics: number; readonly health: number };
  /** Path of the Grafana dashboard, relative to the declaration. @default - none */
  readonly dashboard?: string;
}

/** The description of an operator, as data, for `@kubewright/infra`: the content of `declaration.json`. */
export interface OperatorDeclaration {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly apis: readonly {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
    readonly plural: string;
    readonly scope: 'Namespaced' | 'Cluster';
    readonly crd: string;
  }[];
  readonly controllers: readonly {
    readonly name: string;
    readonly for: { readonly group: string; readonly version: string; readonly kind: string };
    readonly rules: readonly PolicyRule[];
  }[];
  /** Absent if there are none. */
  readonly policies?: readonly DeclaredPolicy[];
  readonly leaderElection: { readonly leaseName: string; readonly rules: readonly PolicyRule[] };
  /** The cluster-wide permissions that the setting `metricsSecure` needs. */
  readonly secureMetrics: { readonly rules: readonly PolicyRule[] };
  readonly settings: readonly SettingData[];
  readonly ports: { readonly metrics: number; readonly health: number };
  readonly dashboard?: string;
}

/** Pure: the declaration of an operator. */
export function declarationOf(input: DeclarationInput): OperatorDeclaration {
  const { name, version, description, controllers, policies = [], settings, ports, dashboard } = input;
  return {
    name,
    version,
    description,
    apis: controllers.map(({ api }) => ({
      group: api.group,
      version: api.version,
      kind: api.kind,
      plural: api.plural,
      scope: api.namespaced ? 'Namespaced' : 'Cluster',
      crd: crdPath(api),
    })),
    controllers: controllers.map((controller) => ({
      name: controller.name,
      for: { group: controller.api.group, version: controller.api.version, kind: controller.api.kind },
      rules: controller.rules,
    })),
    ...(policies.length > 0 && { policies: policies.map(policyData) }),
    leaderElection: { leaseName: name, rules: leaseRules(name) },
    secureMetrics: { rules: reviewRules },
    settings,
    ports,
    ...(dashboard !== undefined && { dashboard }),
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
function leaseRules(leaseName: string): readonly PolicyRule[] {
  const lease = { apiGroups: ['coordination.k8s.io'], resources: ['leases'] };
  return [
    { ...lease, verbs: ['create'] },
    { ...lease, resourceNames: [leaseName], verbs: ['get', 'list', 'update', 'watch'] },
  ];
}
