import type { ValidationRule } from '../base/index.ts';

/** Further options of a rule; see https://kubernetes.io/docs/reference/using-api/cel/. */
export type CelOptions = Omit<ValidationRule, 'rule' | 'message'>;

/**
 * A rule that the API server checks on every write, in the Common Expression Language.
 *
 * @param rule true for a valid object; can use `self` and, in transition rules, `oldSelf`
 * @param message one line that says what to do
 */
export function cel(rule: string, message: string, options: CelOptions = {}): ValidationRule {
  return { rule, message, ...options };
}

/**
 * The same rule for new objects only. A rule that rejects an already stored object would also reject its status updates
 * and the removal of its finalizer, so that it could never be deleted.
 */
export function onCreation(rule: ValidationRule): ValidationRule {
  return { ...rule, rule: `oldSelf.hasValue() || (${rule.rule})`, optionalOldSelf: true };
}

/** CEL's reserved words. https://kubernetes.io/docs/reference/using-api/cel/#escaping */
const reserved = new Set([
  ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import'],
  ...['let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
]);

const escapes: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '-': '__dash__',
  '.': '__dot__',
  '/': '__slash__',
};

/** The name of a property in a rule: `self.a__dash__b` for `a-b`. */
export function escapeCelName(property: string): string {
  if (reserved.has(property)) return `__${property}__`;
  return property.replaceAll(/__|[-./]/g, (text) => escapes[text] ?? text);
}
