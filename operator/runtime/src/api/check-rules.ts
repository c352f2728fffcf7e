import { escapeCelName } from './cel.ts';
import type { JsonSchema, ValidationRule } from '../base/index.ts';
import type { Problem } from './crd.ts';
import { parseAtMostOneNames } from './property-rules.ts';
import { isVisible, findInvisibleFields, hasOldSelf } from './rule-paths.ts';
import { findSchemaAt, parseSteps } from './schema-at.ts';

/** The position of a schema within the schema of the whole object. */
export interface RuleLocation {
  readonly path: string;
  /**
   * The closest list or object above this schema that is replaced as a whole: within it, the API server cannot match
   * old and new values.
   */
  readonly within?: string;
}

/** Finds the errors that the API server would report for the rules of a schema. Does not compute their cost. */
export function checkRules(schema: JsonSchema, place: RuleLocation): Problem[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  if (rules.length > 0 && !isVisible(schema)) {
    return [{ path: place.path, text: 'rules cannot read a value without a schema: remove them' }];
  }
  return rules.flatMap((rule) => listRuleProblems(rule, schema, place).map((text) => ({ path: place.path, text })));
}

function listRuleProblems(rule: ValidationRule, schema: JsonSchema, place: RuleLocation): string[] {
  if (rule.rule.trim() === '') return ['a rule is empty'];
  const named = `rule ${rule.rule}`;
  return [
    ...checkMessage(rule, named),
    ...checkFieldPath(rule, schema, named),
    ...checkOldSelf(rule, place, named),
    ...checkNames(rule, schema, named),
    ...checkPresence(rule, schema, named),
  ];
}

const newline = /[\n\r]/;

function checkMessage({ rule, message, messageExpression }: ValidationRule, named: string): string[] {
  const problems: readonly (readonly [boolean, string])[] = [
    [message !== undefined && message.trim() === '', `the message of ${named} is empty`],
    [newline.test(message?.trim() ?? ''), `the message of ${named} contains a newline`],
    [message === undefined && newline.test(rule.trim()), `${named} contains a newline: give it a message`],
    [messageExpression?.trim() === '', `the messageExpression of ${named} is empty`],
  ];
  return problems.flatMap(([wrong, text]) => (wrong ? [text] : []));
}

function checkFieldPath({ fieldPath }: ValidationRule, schema: JsonSchema, named: string): string[] {
  if (fieldPath === undefined) return [];
  const steps = parseSteps(fieldPath);
  if (steps === undefined || steps.length === 0) {
    return [`the fieldPath ${JSON.stringify(fieldPath)} of ${named} is not a path: write .a.b or .a['b']`];
  }
  const found = findSchemaAt(schema, steps);
  // An empty schema is that of an undeclared field, which only `x-kubernetes-preserve-unknown-fields` allows.
  const exists = found !== undefined && Object.keys(found).length > 0;
  return exists ? [] : [`the fieldPath ${fieldPath} of ${named} does not exist`];
}

function checkOldSelf(rule: ValidationRule, { within }: RuleLocation, named: string): string[] {
  const transition = hasOldSelf(rule.rule);
  if (transition && within !== undefined) {
    return [`${named} uses oldSelf, but ${within} is replaced as a whole: move the rule there, or let it merge by key`];
  }
  return rule.optionalOldSelf !== undefined && !transition
    ? [`${named} has optionalOldSelf, but does not use oldSelf: remove the option`]
    : [];
}

function checkNames({ rule, messageExpression = '' }: ValidationRule, schema: JsonSchema, named: string): string[] {
  return [
    ...findInvisibleFields(rule, schema).map(({ field, why }) => `${named} names ${field}, which ${why}`),
    ...findInvisibleFields(messageExpression, schema).map(
      ({ field, why }) => `the messageExpression of ${named} names ${field}, which ${why}`,
    ),
  ];
}

/**
 * Finds properties that are always set although the rule, such as `atMostOneOf`, allows only one of them: such a rule
 * always fails.
 */
function checkPresence({ rule }: ValidationRule, schema: JsonSchema, named: string): string[] {
  const names = parseAtMostOneNames(rule);
  const always = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const isSet = property.default !== undefined || schema.required?.includes(name) === true;
    // Whether `null` counts as set depends on the version of the API server.
    return names.includes(escapeCelName(name)) && isSet && property.nullable !== true ? [name] : [];
  });
  if (always.length < 2) return [];
  return [
    `${named} can never be true, because ${always.join(', ')} are always set: make them t.optional, without a default`,
  ];
}
