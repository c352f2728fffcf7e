/** What an operator is, as data: its APIs, controllers, permissions, settings and ports. Written by its generator. */
export interface OperatorDeclaration {
  /**
   * DNS label that names the operator. What it creates carries it as `app.kubernetes.io/managed-by`, so nothing that
   * deploys the operator may use it there.
   */
  readonly name: string;
  /** Version of the operator; the tag of its image unless another one is given. */
  readonly version: string;
  /** One sentence for people. @default - none */
  readonly description?: string;
  /** The custom resources that the operator serves. */
  readonly apis: readonly DeclaredApi[];
  /** The control loops that run in the operator, each with the permissions that it needs and no others. */
  readonly controllers: readonly DeclaredController[];
  /** What electing a leader among replicas needs. */
  readonly leaderElection: DeclaredLeaderElection;
  /** The calls that secure metrics need, to ask who may read them. @default - the operator has no secure metrics */
  readonly secureMetrics?: DeclaredSecureMetrics;
  /** Every setting that the operator reads. */
  readonly settings: readonly DeclaredSetting[];
  /** Ports that the operator listens on. */
  readonly ports: DeclaredPorts;
  /**
   * JSON file of a dashboard of Grafana about it: absolute after `loadDeclaration`, else relative to the declaration.
   *
   * @default - it has none
   */
  readonly dashboard?: string;
}

/** The name of a kind in one version of its API group. */
export interface DeclaredKind {
  /** API group; the empty string is the core group. */
  readonly group: string;
  /** Version of the group, such as `v1`. */
  readonly version: string;
  /** Kind in CamelCase. */
  readonly kind: string;
}

/** A kind that the operator adds to the cluster. */
export interface DeclaredApi extends DeclaredKind {
  /** Resource name in lower-case plural. */
  readonly plural: string;
  /** Whether objects live in a namespace. */
  readonly scope: 'Namespaced' | 'Cluster';
  /** YAML file of the CustomResourceDefinition: absolute after `loadDeclaration`, else relative to the declaration. */
  readonly crd: string;
}

/** One control loop. */
export interface DeclaredController {
  /** Name as the setting that selects controllers knows it. */
  readonly name: string;
  /** The kind that it reconciles. */
  readonly for: DeclaredKind;
  /** The calls that it makes, verb by verb. */
  readonly rules: readonly PolicyRule[];
}

/** Permission for some verbs on some resources, as in a Role. */
export interface PolicyRule {
  /** API groups; the empty string is the core group. */
  readonly apiGroups: readonly string[];
  /** Resources or subresources (`deployments/scale`), in lower-case plural. */
  readonly resources: readonly string[];
  /** The only objects that the rule is about. @default - every object */
  readonly resourceNames?: readonly string[];
  /** Lower-case verbs such as `get`. */
  readonly verbs: readonly string[];
}

/** The Lease through which replicas elect a leader. */
export interface DeclaredLeaderElection {
  /** Name of the Lease; it lives in the operator's namespace. */
  readonly leaseName: string;
  /** The calls that the election makes in that namespace. */
  readonly rules: readonly PolicyRule[];
}

/** Metrics by TLS, for tokens whose user may read them. */
export interface DeclaredSecureMetrics {
  /** The calls that it makes to find that out, in the whole cluster. */
  readonly rules: readonly PolicyRule[];
}

/** The value of one setting. A list is written with commas. */
export type SettingValue = string | number | boolean | readonly string[];

/** The types that a setting can have. */
export type SettingType = 'string' | 'integer' | 'number' | 'boolean' | 'list';

/** One setting of the operator. */
export interface DeclaredSetting {
  /** Name in camelCase: the key under `settings`. */
  readonly name: string;
  /** Environment variable that carries it. */
  readonly env: string;
  /** Flag that carries it. @default - none */
  readonly flag?: string;
  readonly type: SettingType;
  /** The only values allowed. @default - every value of the type */
  readonly values?: readonly SettingValue[];
  /**
   * How its text, or each item of its list, is written: `duration` (`1h30m`), `period` (the same, or `0s` for never),
   * `label` or `subdomain` (names as of RFC 1123). Any other format is left to the operator to check.
   *
   * @default - any text
   */
  readonly format?: string;
  /** Smallest number allowed. @default - no limit */
  readonly minimum?: number;
  /** Largest number allowed. @default - no limit */
  readonly maximum?: number;
  /** What the operator takes when the setting is absent. @default - none */
  readonly default?: SettingValue;
  /** One sentence for people. @default - none */
  readonly description?: string;
}

/** Ports that the operator listens on. */
export interface DeclaredPorts {
  /** Serves `/metrics`. */
  readonly metrics: number;
  /** Serves `/healthz` and `/readyz`. */
  readonly health: number;
}
