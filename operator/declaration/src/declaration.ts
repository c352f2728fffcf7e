/**
 * The description of an operator, as data: its APIs, controllers, permissions, settings and ports. Its generator writes
 * it as a declaration.json, which names other files; `loadDeclaration` reads these, too. What it returns is JSON that
 * needs no further file.
 */
export interface OperatorDeclaration {
  /**
   * The name of the operator, a DNS label. The operator sets it as `app.kubernetes.io/managed-by` on its children, so
   * objects that deploy the operator must not have that value.
   */
  readonly name: string;
  /** Version of the operator. It is the default tag of the image. */
  readonly version: string;
  /** One sentence for people. @default - none */
  readonly description?: string;
  /** The custom resources that the operator serves. */
  readonly apis: readonly DeclaredApi[];
  /** The controllers of the operator, each with exactly the permissions that it needs. */
  readonly controllers: readonly DeclaredController[];
  /** What the operator checks and completes when objects are written. @default - nothing */
  readonly webhooks?: readonly DeclaredWebhook[];
  /** What the API server checks and completes by itself. @default - nothing */
  readonly policies?: readonly DeclaredPolicy[];
  /**
   * Resources in the rules that live in no namespace, such as `nodes` or `tenants.example.com`: a Role cannot grant access
   * to them.
   *
   * @default - the operator's own kinds with this scope, and those of Kubernetes
   */
  readonly clusterScoped?: readonly string[];
  /** The Lease and the permissions for leader election. */
  readonly leaderElection: DeclaredLeaderElection;
  /** The permissions for secure metrics. @default - the operator has no secure metrics */
  readonly secureMetrics?: DeclaredSecureMetrics;
  /** Every setting that the operator reads. */
  readonly settings: readonly DeclaredSetting[];
  /** Ports that the operator listens on. */
  readonly ports: DeclaredPorts;
  /**
   * A Grafana dashboard about the operator: in a declaration.json the path of its file, and after `loadDeclaration` the
   * dashboard itself.
   *
   * @default - the operator has no dashboard
   */
  readonly dashboard?: string | object;
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

/** A kind, and what its objects are called in paths. */
export interface PolicyKind extends DeclaredKind {
  /** Resource name in lower-case plural. */
  readonly plural: string;
  /** Whether objects live in a namespace. */
  readonly scope: 'Namespaced' | 'Cluster';
}

/** A kind that the operator adds to the cluster. */
export interface DeclaredApi extends PolicyKind {
  /**
   * The CustomResourceDefinition: in a declaration.json the path of its YAML file, and after `loadDeclaration` the
   * object itself.
   */
  readonly crd: string | DeclaredCrd;
  /** How its objects are converted between its versions. @default - it has one version, or versions of the same form */
  readonly conversion?: DeclaredConversion;
}

/** A CustomResourceDefinition as it is in its file. */
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

/** The conversion of a kind by the operator. */
export interface DeclaredConversion {
  /** The path that the API server calls. */
  readonly path: string;
  readonly conversionReviewVersions: readonly string[];
  /** The permissions to keep the definition, and to store all objects in its stored version. */
  readonly rules: readonly PolicyRule[];
}

/** One controller. */
export interface DeclaredController {
  /** Name of the controller, as in the setting that selects controllers. */
  readonly name: string;
  /** The kind that the controller reconciles. */
  readonly for: DeclaredKind;
  /** The permissions for its requests, verb by verb. */
  readonly rules: readonly PolicyRule[];
  /** The finalizer that it sets on its resources, which nobody else removes. @default - none */
  readonly finalizer?: string;
}

/** What the operator says of the writes of one kind, its own or another. */
export interface DeclaredWebhook {
  /** A DNS label, unique in the operator. The API server calls `/mutate/<name>` and `/validate/<name>`. */
  readonly name: string;
  /** The kind whose objects are written. */
  readonly for: PolicyKind;
  /** Whether it completes objects that are created or updated. */
  readonly mutates: boolean;
  /** The operations that it can refuse. */
  readonly validates: readonly PolicyOperation[];
  /** The permissions for its own requests, which store nothing. */
  readonly rules: readonly PolicyRule[];
}

/** What the API server checks and completes by itself when objects of a kind are written. */
export interface DeclaredPolicy {
  /** Unique DNS label. */
  readonly name: string;
  /** The kind whose objects are written: one of the operator's, or any other. */
  readonly for: PolicyKind;
  /** The writes that it looks at. */
  readonly operations: readonly PolicyOperation[];
  /** Expressions of CEL that all have to be true of the writes that it looks at. */
  readonly when: readonly NamedExpression[];
  /** Labels of the namespaces that it looks at. @default - all */
  readonly namespaceSelector?: NamespaceSelector;
  /** Values that the other expressions find as `variables.<name>`. */
  readonly variables: readonly NamedExpression[];
  /** What has to be true of an object. */
  readonly validate: readonly PolicyCheck[];
  /** What completes an object before. */
  readonly mutate: readonly PolicyMutation[];
  /** What happens with a write that a check finds wrong. */
  readonly actions: readonly PolicyAction[];
  /** Whether a write is wrong if an expression fails. */
  readonly failurePolicy: 'Fail' | 'Ignore';
}

/** The writes that a policy looks at. */
export type PolicyOperation = 'CREATE' | 'UPDATE' | 'DELETE';

/** Refuses a write, warns who sent it, or notes it in the audit log. */
export type PolicyAction = 'Deny' | 'Warn' | 'Audit';

/** An expression of CEL with a name. */
export interface NamedExpression {
  readonly name: string;
  readonly cel: string;
}

/** What has to be true of a write. */
export interface PolicyCheck {
  /** True where all is well. */
  readonly cel: string;
  /** One line that says what to do. */
  readonly message: string;
  /** Gives the message as a text, with values of the object in it. @default - `message`, also where it fails */
  readonly messageCel?: string;
  /** The reason of the rejection, and by it its code: 401, 403, 413 or 422. @default 'Invalid' */
  readonly reason?: 'Unauthorized' | 'Forbidden' | 'RequestEntityTooLarge' | 'Invalid';
}

/**
 * Completes an object: `apply` gives an apply configuration, as in `Object{spec: Object.spec{replicas: 1}}`, `jsonPatch`
 * a list of JSONPatch operations. A list that merges by keys can be completed by both, an atomic one by `jsonPatch` only.
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

/** Permission for these verbs on these resources, as in a Role. */
export interface PolicyRule {
  /** API groups; the empty string is the core group. */
  readonly apiGroups: readonly string[];
  /** Resources or subresources (`deployments/scale`), in lower-case plural. */
  readonly resources: readonly string[];
  /** Names of the objects to which the rule is limited. @default - all objects */
  readonly resourceNames?: readonly string[];
  /** Lower-case verbs such as `get`. */
  readonly verbs: readonly string[];
}

/** The Lease through which replicas elect a leader. */
export interface DeclaredLeaderElection {
  /** Name of the Lease, which is in the operator's namespace. */
  readonly leaseName: string;
  /** The permissions for leader election, in the operator's namespace. */
  readonly rules: readonly PolicyRule[];
}

/** Metrics that are served over TLS, to clients whose token has permission to read them. */
export interface DeclaredSecureMetrics {
  /** The cluster-wide permissions that the operator needs to check the tokens of clients. */
  readonly rules: readonly PolicyRule[];
}

/** The value of one setting. In an environment variable, the items of a list are separated by commas. */
export type SettingValue = string | number | boolean | readonly string[];

/** The types that a setting can have. */
export type SettingType = 'string' | 'integer' | 'number' | 'boolean' | 'list';

/** One setting of the operator. */
export interface DeclaredSetting {
  /** Name in camelCase: the key under `settings`. */
  readonly name: string;
  /** The environment variable that sets it. */
  readonly env: string;
  /** The flag that sets it. @default - none */
  readonly flag?: string;
  readonly type: SettingType;
  /** The only values allowed. @default - every value of the type */
  readonly values?: readonly SettingValue[];
  /**
   * The format of the text, or of each item of a list: `duration` (`1h30m`), `period` (the same, or `0s` for never),
   * `label` or `subdomain` (names of RFC 1123). Other formats are checked by the operator only.
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
  /** One sentence for people. @default - none */
  readonly description?: string;
}

/** Ports that the operator listens on. */
export interface DeclaredPorts {
  /** Serves `/metrics`. */
  readonly metrics: number;
  /** Serves `/healthz` and `/readyz`. */
  readonly health: number;
  /** Serves webhooks, by TLS. @default - the operator has no webhooks */
  readonly webhooks?: number;
}
