import { memberOf } from '../../objects/index.ts';
import type { Difference } from '../change.ts';
import type { ValidationRule } from '../crd.ts';
import type { Comparison, Node } from './node.ts';

/** The CEL rules of a place. Whether stored objects break a rule cannot be known, but for a few. */
export const compareRules: Comparison = (node) => {
  const [old, now] = [rulesOf(node.before), rulesOf(node.after)];
  const added = now.filter((rule) => !old.some((each) => isSameRule(each, rule)));
  const gone = old.filter((rule) => !now.some((each) => isSameRule(each, rule)));
  return [
    ...added.map(({ rule }): Difference => ({
      rule: isOfNewField(rule, node) ? 'rule-of-new-field' : 'rule-added',
      path: node.path,
      what: `rule: ${rule}`,
    })),
    ...gone.map(({ rule }): Difference => ({ rule: 'rule-removed', path: node.path, what: `rule: ${rule}` })),
  ];
};

function rulesOf(schema: Node['before']): readonly ValidationRule[] {
  return schema['x-kubernetes-validations'] ?? [];
}

/** With `optionalOldSelf` a rule is evaluated for new objects, too. */
function isSameRule(one: ValidationRule, other: ValidationRule): boolean {
  return one.rule === other.rule && (one.optionalOldSelf === true) === (other.optionalOldSelf === true);
}

/**
 * Whether a rule begins with `!has(self.field) ||`, where the field is new and has no default. A condition (`a ? b : c`)
 * or optional syntax in the rest may change what the `||` means, so that such a rule is left undecided.
 */
function isOfNewField(rule: string, { before, after }: Node): boolean {
  const field = /^\s*!\s*has\(\s*self\.(\w+)\s*\)\s*\|\|[^?]*$/.exec(rule)?.[1] ?? '';
  const added = memberOf(before.properties, field) === undefined ? memberOf(after.properties, field) : undefined;
  return added !== undefined && added.default === undefined && isClosed(before);
}

/** Whether stored objects cannot have fields that the schema does not name. */
function isClosed(schema: Node['before']): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] !== true && schema.additionalProperties === undefined;
}
