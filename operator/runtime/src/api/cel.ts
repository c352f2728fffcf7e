import type { ValidationRule } from '../base/index.ts';

/** The rest of a rule; see https://kubernetes.io/docs/reference/using-api/cel/. */
export type CelOptions = Omit<ValidationRule, 'rule' | 'message'>;

/**
 * A rule that the API server checks on every write, in the Common Expression Language.
 *
 * @param rule true where all is well; sees `self` and, in transition rules, `oldSelf`
 * @param message one line that says what to do
 */
export function cel(rule: string, message: string, options: CelOptions = {}): ValidationRule {
  return { rule, message, ...options };
}

/**
 * The same rule for new objects only. A rule that refuses an object that is already stored would also refuse its status
 * and the removal of its finalizer, so that it could never be deleted.
 */
export function onCreation(rule: ValidationRule): ValidationRule {
  return { ...rule, rule: `oldSelf.hasValue() || (${rule.rule})`, optionalOldSelf: true };
}
