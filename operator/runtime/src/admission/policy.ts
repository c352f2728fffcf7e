import type { Kind, PolicyCheck, PolicyMutation, PolicyOperation } from '../base/index.ts';

import type { LabelSelector } from '../kinds/index.ts';

/**
 * What happens with a write that a check finds wrong: it is refused (`Deny`), or done while who sent it is warned
 * (`Warn`), or done while only the audit log has it (`Audit`). The audit log can have the first two, too.
 */
export type PolicyActions = readonly ['Deny' | 'Warn' | 'Audit'] | readonly ['Deny' | 'Warn', 'Audit'];

/** Says which writes a policy looks at, beyond the kind and the operation. */
export interface PolicyCondition {
  /** A DNS label, for the API server's messages. */
  readonly name: string;
  /** True for the writes that it looks at. */
  readonly cel: string;
}

/** A value that other texts of the policy find as `variables.<name>`; it is found out only where one of them needs it. */
export interface PolicyVariable {
  /** An identifier of CEL. */
  readonly name: string;
  /** May use the variables before it. */
  readonly cel: string;
}

/**
 * What an author says of the writes of one kind, in the Common Expression Language. Its texts see `object`, `oldObject`,
 * `request`, `namespaceObject`, `authorizer` and `variables`.
 *
 * https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
export interface PolicyDeclaration {
  /** A DNS label; the objects in the cluster are named `<operator>-<name>`. @default - the kind in kebab-case */
  readonly name?: string;
  /** Writes of the object itself: those of a status or a scale are never looked at. @default ['CREATE', 'UPDATE'] */
  readonly operations?: readonly PolicyOperation[];
  /** All have to be true. @default - every write of these operations */
  readonly when?: readonly PolicyCondition[];
  /** Labels of the namespaces that it looks at. @default - all, but for those that the deployment leaves out */
  readonly namespaceSelector?: LabelSelector;
  /** @default - none */
  readonly variables?: readonly PolicyVariable[];
  /** What has to be true, after all mutations. @default - nothing is checked */
  readonly validate?: readonly PolicyCheck[];
  /**
   * Completes an object that is created or updated, in this order, before it is checked and stored. Each may be called
   * again with what it returned, and must change nothing then. @default - nothing is completed
   */
  readonly mutate?: readonly PolicyMutation[];
  /** What happens with a write that a check finds wrong. @default ['Deny'] */
  readonly actions?: PolicyActions;
  /** What happens where one of the texts fails: as with a check that is not true, or nothing. @default 'Fail' */
  readonly failurePolicy?: 'Fail' | 'Ignore';
}

/** A policy as the generators read it. The process knows nothing of it. */
export interface PolicyDefinition extends Required<Omit<PolicyDeclaration, 'namespaceSelector'>> {
  readonly kind: Kind;
  readonly namespaceSelector?: LabelSelector;
}
