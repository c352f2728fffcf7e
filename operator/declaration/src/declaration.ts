/**
 * An operator as data: its APIs, controllers, permissions, settings and ports. The generator writes it as a
 * declaration.json that names other files; `loadDeclaration` reads those as well and returns self-contained JSON.
 */
export interface OperatorDeclaration {
  /**
   * Operator name, a DNS label. The operator sets it as `app.kubernetes.io/managed-by` on its children, so objects that
   * deploy the operator must not have that value.
   */
  readonly name: string;
  /** Operator version, the default image tag. */
  readonly version: string;
  /** One sentence for users. @default - none */
  readonly description?: string;
  /** The kinds that the operator adds to the cluster. */
  readonly apis: readonly DeclaredApi[];
  /**
   * The kinds that its controllers reconcile and others bring: Kubernetes, or another operator. @default - none
   */
  readonly foreignKinds?: readonly DeclaredForeignKind[];
  /** The controllers of the operator, each with exactly the permissions that it needs. */
  readonly controllers: readonly DeclaredController[];
  /** Admission handlers for created, updated or deleted objects. @default - none */
  readonly webhooks?: readonly DeclaredWebhook[];
  /** Admission policies that the API server evaluates itself. @default - none */
  readonly policies?: readonly DeclaredPolicy[];
  /**
   * Cluster-scoped resources in the rules, such as `nodes` or `tenants.example.com`: a Role cannot grant access to
   * them.
   *
   * @default - the operator's own cluster-scoped kinds, and those of Kubernetes
   */
  readonly clusterScoped?: readonly string[];
  /** The Lease and the permissions for leader election. */
  readonly leaderElection: DeclaredLeaderElection;
  /** The permissions for secure metrics. @default - without secure metrics */
  readonly secureMetrics?: DeclaredSecureMetrics;
  /** Every setting that the operator reads. */
  readonly settings: readonly DeclaredSetting[];
  /** Ports that the operator listens on. */
  readonly ports: DeclaredPorts;
  /**
   * A Grafana dashboard: in a declaration.json the path of its file, after `loadDeclaration` the dashboard itself.
   *
   * @default - no dashboard
   */
  readonly dashboard?: string | object;
}

/** A kind in one version of its API group. */
export interface DeclaredKind {
  /** API group; the empty string is the core group. */
  readonly group: string;
  /** Version of the group, such as `v1`. */
  readonly version: string;
  /** Kind in CamelCase. */
  readonly kind: string;
}

/** A kind with its resource name and scope. */
export interface PolicyKind extends DeclaredKind {
  /** Plural resource name in lower case. */
  readonly plural: string;
  /** Whether objects live in a namespace. */
  readonly scope: 'Namespaced' | 'Cluster';
}

/** A kind that the operator adds to the cluster. */
export interface DeclaredApi extends PolicyKind {
  /** The CRD: in a declaration.json the path of its YAML file, after `loadDeclaration` the object itself. */
  readonly crd: string | DeclaredCrd;
  /** Conversion between versions. @default - none: one version, or versions with the same schema */
  readonly conversion?: DeclaredConversion;
}

/** A kind that the operator reconciles, but does not add to the cluster. */
export interface DeclaredForeignKind extends PolicyKind {
  /** The name of the CRD that another operator installs. @default - Kubernetes itself serves the kind */
  readonly crd?: string;
}

/** A CustomResourceDefinition, as its file contains it. */
export interface DeclaredCrd {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: object;
}

/** The operator's conversion webhook for a kind. */
export interface DeclaredConversion {
  /** The path that the API server calls. */
  readonly path: string;
  readonly conversionReviewVersions: readonly string[];
  /** The permissions to update the CRD and to migrate all objects to the storage version. */
  readonly rules: readonly PolicyRule[];
}

/** A controller of the operator. */
export interface DeclaredController {
  /** Controller name, as in the setting that selects controllers. */
  readonly name: string;
  /** The kind that the controller reconciles. */
  readonly for: DeclaredKind;
  /** The permissions for its requests, verb by verb. */
  readonly rules: readonly PolicyRule[];
  /** The finalizer that the controller sets on its objects; only the controller removes it. @default - none */
  readonly finalizer?: string;
}

/** Admission webhooks for one kind, which may be a kind of the operator or any other. */
export interface DeclaredWebhook {
  /** A DNS label, unique in the operator. The API server calls `/mutate/<name>` and `/validate/<name>`. */
  readonly name: string;
  /** The kind that the webhooks handle. */
  readonly for: PolicyKind;
  /** Whether it mutates created and updated objects. */
  readonly mutates: boolean;
  /** The operations that it can reject. */
  readonly validates: readonly PolicyOperation[];
  /** The permissions for API requests of the webhook, which only read. */
  readonly rules: readonly PolicyRule[];
}

/** An admission policy for one kind, evaluated by the API server. */
export interface DeclaredPolicy {
  /** Name of the policy, a DNS label that is unique in the operator. */
  readonly name: string;
  /** The kind that the policy handles: a kind of the operator or any other. */
  readonly for: PolicyKind;
  /** The operations that the policy matches. */
  readonly operations: readonly PolicyOperation[];
  /** Match conditions in CEL; the policy applies if all are true. */
  readonly when: readonly NamedExpression[];
  /** Labels of the namespaces that it matches. @default - all namespaces */
  readonly namespaceSelector?: NamespaceSelector;
  /** Values that the other expressions read as `variables.<name>`. */
  readonly variables: readonly NamedExpression[];
  /** Checks that reject invalid objects. */
  readonly validate: readonly PolicyCheck[];
  /** Mutations, which the API server applies before the checks. */
  readonly mutate: readonly PolicyMutation[];
  /** The reaction of the API server to a write that fails a check. */
  readonly actions: readonly PolicyAction[];
  /** Whether an expression that fails to evaluate rejects the write. */
  readonly failurePolicy: 'Fail' | 'Ignore';
}

/** The operations that a policy matches. */
export type PolicyOperation = 'CREATE' | 'UPDATE' | 'DELETE';

/** Rejects a write, warns its client, or records it in the audit log. */
export type PolicyAction = 'Deny' | 'Warn' | 'Audit';

/** A named CEL expression. */
export interface NamedExpression {
  readonly name: string;
  readonly cel: string;
}

/** A check of a write. */
export interface PolicyCheck {
  /** An expression that is true for valid writes. */
  readonly cel: string;
  /** The message for users who violate the rule: one line with an instruction. */
  readonly message: string;
  /**
   * A CEL expression for the message, so that it can contain values. @default - `message`, also if the expression fails
   */
  readonly messageCel?: string;
  /** The reason for the rejection. It sets the status code: 401, 403, 413 or 422. @default 'Invalid' */
  readonly reason?: 'Unauthorized' | 'Forbidden' | 'RequestEntityTooLarge' | 'Invalid';
}

/**
 * Mutates an object: `apply` returns an apply configuration such as `Object{spec: Object.spec{replicas: 1}}`,
 * `jsonPatch` a list of JSON Patch operations. Both can change a list that merges by keys; only `jsonPatch` can change
 * an atomic list.
 */
export type PolicyMutation = { readonly apply: string } | { readonly jsonPatch: string };

/** Selects namespaces by their labels. */
export interface NamespaceSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** Allows these verbs on these resources, as in a Role. */
export interface PolicyRule {
  /** API groups; the empty string is the core group. */
  readonly apiGroups: readonly string[];
  /** Plural resources or subresources (`deployments/scale`) in lower case. */
  readonly resources: readonly string[];
  /** Limits the rule to objects with these names. @default - all objects */
  readonly resourceNames?: readonly string[];
  /** Verbs in lower case, such as `get`. */
  readonly verbs: readonly string[];
  /**
   * Why the operator needs a permission that its author declared; not written to a Role.
   *
   * @default - none: the rule follows from a handle
   */
  readonly reason?: string;
}

/** The Lease through which replicas elect a leader. */
export interface DeclaredLeaderElection {
  /** Name of the Lease in the operator's namespace. */
  readonly leaseName: string;
  /** The permissions for leader election, in the operator's namespace. */
  readonly rules: readonly PolicyRule[];
}

/** Metrics served over TLS to clients with permission to read them. */
export interface DeclaredSecureMetrics {
  /** The cluster-wide permissions to check client tokens. */
  readonly rules: readonly PolicyRule[];
}

/** The value of a setting. An environment variable separates list items with commas. */
export type SettingValue = string | number | boolean | readonly string[];

/** The type of a setting. */
export type SettingType = 'string' | 'integer' | 'number' | 'boolean' | 'list';

/** A setting of the operator. */
export interface DeclaredSetting {
  /** Name of the setting in camelCase: its key under `settings`. */
  readonly name: string;
  /** Name of the environment variable that sets it. */
  readonly env: string;
  /** Command-line flag that sets it. @default - no flag */
  readonly flag?: string;
  readonly type: SettingType;
  /** The allowed values. @default - any value of the type */
  readonly values?: readonly SettingValue[];
  /**
   * The format of the text or of each list item: `duration` (`1h30m`), `period` (a duration, or `0s` for never),
   * `label` or `subdomain` (RFC 1123 names). Only the operator checks other formats.
   *
   * @default - any text
   */
  readonly format?: string;
  /** Smallest number allowed. @default - no limit */
  readonly minimum?: number;
  /** Largest number allowed. @default - no limit */
  readonly maximum?: number;
  /** The value that the operator uses if the setting is absent. @default - none */
  readonly default?: SettingValue;
  /** One sentence for users. @default - none */
  readonly description?: string;
}

/** Ports that the operator listens on. */
export interface DeclaredPorts {
  /** Port of `/metrics`. */
  readonly metrics: number;
  /** Port of `/healthz` and `/readyz`. */
  readonly health: number;
  /** Port of the webhooks, which use TLS. @default - the operator does not serve webhooks */
  readonly webhooks?: number;
}
