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

/** A kind, and what its objects are called in paths. */
export interface PolicyKind {
  /** API group; the empty string is the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Resource name in lower-case plural. */
  readonly plural: string;
  /** Whether objects live in a namespace. */
  readonly scope: 'Namespaced' | 'Cluster';
}

/** A write of an object. */
export type PolicyOperation = 'CREATE' | 'UPDATE' | 'DELETE';

/** Refuses a write, warns who sent it, or notes it in the audit log. */
export type PolicyAction = 'Deny' | 'Warn' | 'Audit';

/** An expression of CEL with a name. */
export interface NamedExpression {
  readonly name: string;
  readonly cel: string;
}

/** One check of an object. */
export interface PolicyCheck {
  /** True where all is well. */
  readonly cel: string;
  /** What people see if it is not. */
  readonly message: string;
  /** Gives the message instead. @default - `message` */
  readonly messageCel?: string;
  /** @default 'Invalid' */
  readonly reason?: 'Unauthorized' | 'Forbidden' | 'RequestEntityTooLarge' | 'Invalid';
}

/** One completion of an object: by an apply configuration, or by JSON Patch. */
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
