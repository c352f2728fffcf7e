import type { ValidationRule } from '../base/index.ts';

/** Optional fields of a validation rule, such as `reason`; see https://kubernetes.io/docs/reference/using-api/cel/. */
export type CelOptions = Omit<ValidationRule, 'rule' | 'message'>;

/**
 * A CEL rule that the API server checks on every write.
 * @param rule true for a valid object; can use `self` and, in transition rules, `oldSelf`
 * @param message one line that says what to do
 */
export function cel(rule: string, message: string, options: CelOptions = {}): ValidationRule {
  return { rule, message, ...options };
}

/**
 * Restricts a rule to the creation of objects. A rule that rejects an already stored object would also reject its
 * status updates and the removal of its finalizers, so that it could never be deleted.
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

/** Escapes the name of a property for a CEL rule: `a__dash__b` for `a-b`. */
export function escapeCelName(property: string): string {
  if (reserved.has(property)) return `__${property}__`;
  return property.replaceAll(/__|[-./]/g, (text) => escapes[text] ?? text);
}
