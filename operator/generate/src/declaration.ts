import type { SettingData } from '@kubewright/runtime/internal/base';
import type { ControllerDefinition, PolicyRule } from '@kubewright/runtime/internal/reconcile';
import { crdPath } from './crds.ts';

/** What a declaration is made from. */
export interface DeclarationInput {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly controllers: readonly ControllerDefinition[];
  readonly settings: readonly SettingData[];
  readonly ports: { readonly metrics: number; readonly health: number };
  /** Path of its dashboard of Grafana. @default - it has none */
  readonly dashboard?: string;
}

/** Everything that the packages for infrastructure need of an operator, as data: `declaration.json`. */
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
  readonly leaderElection: { readonly leaseName: string; readonly rules: readonly PolicyRule[] };
  /** The cluster-wide rights that the setting `metricsSecure` needs. */
  readonly secureMetrics: { readonly rules: readonly PolicyRule[] };
  readonly settings: readonly SettingData[];
  readonly ports: { readonly metrics: number; readonly health: number };
  readonly dashboard?: string;
}

/** The declaration of an operator. Pure: the same input gives the same text. */
export function declarationOf(input: DeclarationInput): OperatorDeclaration {
  const { name, version, description, controllers, settings, ports, dashboard } = input;
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
    leaderElection: { leaseName: name, rules: leaseRules(name) },
    secureMetrics: { rules: reviewRules },
    settings,
    ports,
    ...(dashboard !== undefined && { dashboard }),
  };
}

/** TokenReviews and SubjectAccessReviews are cluster-scoped. */
const reviewRules: readonly PolicyRule[] = [
  { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
  { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
];

/** Standbys watch the one Lease, the leader updates it; only its creation cannot be limited to its name. */
function leaseRules(leaseName: string): readonly PolicyRule[] {
  const lease = { apiGroups: ['coordination.k8s.io'], resources: ['leases'] };
  return [
    { ...lease, verbs: ['create'] },
    { ...lease, resourceNames: [leaseName], verbs: ['get', 'list', 'update', 'watch'] },
  ];
}
