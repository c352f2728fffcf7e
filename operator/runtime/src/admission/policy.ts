import type { Kind, PolicyCheck, PolicyMutation, PolicyOperation } from '../base/index.ts';

import type { LabelSelector } from '../kinds/index.ts';

/**
 * The effect of a failed check: the API server rejects the write (`Deny`), warns the user (`Warn`), or only records it
 * in the audit log (`Audit`). The audit log can record the first two as well.
 */
export type PolicyActions = readonly ['Deny' | 'Warn' | 'Audit'] | readonly ['Deny' | 'Warn', 'Audit'];

/** Restricts a policy to some writes, beyond the kind and the operation. */
export interface PolicyCondition {
  /** A DNS label, for the API server's messages. */
  readonly name: string;
  /** A CEL expression; the policy applies only to writes for which it is true. */
  readonly cel: string;
}

/** A value that other expressions read as `variables.<name>`; evaluated only if one of them needs it. */
export interface PolicyVariable {
  /** A CEL identifier. */
  readonly name: string;
  /** A CEL expression; it can use variables that are declared before. */
  readonly cel: string;
}

/**
 * The policy of one kind, in the Common Expression Language. Expressions can use `object`, `oldObject`, `request`,
 * `namespaceObject`, `authorizer` and `variables`.
 *
 * https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
export interface PolicyDeclaration {
  /** A DNS label; the objects in the cluster are named `<operator>-<name>`. @default - the kind in kebab-case */
  readonly name?: string;
  /** Writes of the object itself; never those of its status or scale. @default ['CREATE', 'UPDATE'] */
  readonly operations?: readonly PolicyOperation[];
  /** Conditions of the policy: it applies only if all are true. @default - every write of `operations` */
  readonly when?: readonly PolicyCondition[];
  /** Selects namespaces by label. @default - all, except those that the deployment excludes */
  readonly namespaceSelector?: LabelSelector;
  /** Values that other expressions share. @default - none */
  readonly variables?: readonly PolicyVariable[];
  /** Checks that have to be true after all mutations. @default - none */
  readonly validate?: readonly PolicyCheck[];
  /**
   * Mutations of a created or updated object, in this order, before it is validated and stored. The API server may call
   * each again with its result, and it must change nothing then. @default - none
   */
  readonly mutate?: readonly PolicyMutation[];
  /** The effect of a failed check. @default ['Deny'] */
  readonly actions?: PolicyActions;
  /**
   * What happens if an expression cannot be evaluated: `Fail` treats it as a failed check, `Ignore` skips it. @default
   * 'Fail'
   */
  readonly failurePolicy?: 'Fail' | 'Ignore';
}

/** A declared policy with its defaults. Only the manifest generators use it; the operator's process does not. */
export interface PolicyDefinition extends Required<Omit<PolicyDeclaration, 'namespaceSelector'>> {
  readonly kind: Kind;
  readonly namespaceSelector?: LabelSelector;
}
