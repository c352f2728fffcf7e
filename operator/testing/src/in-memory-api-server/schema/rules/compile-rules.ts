import type { Environment, ParseResult } from '@marcbachmann/cel-js';

import { type CrdSchema, getMessage, OperatorError, type ValidationRule } from '@kubewright/runtime/internal/base';

import { celEnvironment, optionalEnvironment } from './cel-environment.ts';
import { RuleError } from './rule-error.ts';

export interface CompiledRule extends ValidationRule {
  readonly evaluate: ParseResult;
  readonly evaluateMessage: ParseResult | undefined;
  readonly usesOldSelf: boolean;
}

const compiled = new WeakMap<CrdSchema, readonly CompiledRule[]>();

/** Parses the rules of one schema; the result is cached. Throws: for a rule that the CEL library does not support. */
export function compileRules(schema: CrdSchema): readonly CompiledRule[] {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const rules = (schema['x-kubernetes-validations'] ?? []).map(compileRule);
  compiled.set(schema, rules);
  return rules;
}

function compileRule(rule: ValidationRule): CompiledRule {
  const { messageExpression } = rule;
  const environment = rule.optionalOldSelf === true ? optionalEnvironment : celEnvironment;
  return {
    ...rule,
    evaluate: parse(rule.rule, environment),
    evaluateMessage: messageExpression === undefined ? undefined : parse(messageExpression, environment),
    usesOldSelf: /\boldSelf\b/.test(rule.rule),
  };
}

function parse(expression: string, environment: Environment): ParseResult {
  try {
    const parsed = environment.parse(replaceHas(expression));
    const { valid, error } = parsed.check();
    if (!valid) throw error ?? new RuleError('the expression is invalid');
    return parsed;
  } catch (error) {
    throw new UnsupportedRule(expression, getMessage(error).split('\n')[0] ?? '');
  }
}

/**
 * Rewrites `has` for the CEL library, which accepts only names: `has(oldSelf.value().spec)` becomes
 * `oldSelf.value().?spec.hasValue()`.
 */
function replaceHas(expression: string): string {
  return expression.replaceAll(/\bhas\(((?:[^()]|\([^()]*\))*)\.(\w+)\)/g, (has, object: string, field: string) =>
    /^[\w.]+$/.test(object) ? has : `${object}.?${field}.hasValue()`,
  );
}

class UnsupportedRule extends Error {
  readonly text: string;

  constructor(expression: string, problem: string) {
    super(problem);
    this.text = `${expression} (${problem})`;
  }
}

/**
 * Checks that the CEL library supports all rules of a CRD.
 * @param ignored rules that the test chose to ignore; they accept every value
 */
export function checkRules(kind: string, schema: CrdSchema, ignored: ReadonlySet<string>): CrdSchema {
  const rest = withoutRules(schema, ignored);
  const problems = listUnsupported(rest);
  if (problems.length === 0) return rest;
  const remedy = 'test it on the real control plane, and add its text to ignoredRules of createInMemoryApiServer';
  const hint = `the in-memory API server does not support the CEL rule ${problems.join('; ')}: ${remedy}`;
  throw new OperatorError('TEST_FAILED', `serve the kind ${kind}`, { hint });
}

function listUnsupported(schema: CrdSchema): readonly string[] {
  return [schema, ...listParts(schema)].flatMap((each, index) => {
    if (index > 0) return listUnsupported(each);
    try {
      compileRules(each);
      return [];
    } catch (error) {
      if (error instanceof UnsupportedRule) return [error.text];
      throw error;
    }
  });
}

function listParts({ items, additionalProperties, properties = {} }: CrdSchema): readonly CrdSchema[] {
  return [items, additionalProperties, ...Object.values(properties)].filter((each) => typeof each === 'object');
}

function withoutRules(schema: CrdSchema, ignored: ReadonlySet<string>): CrdSchema {
  if (ignored.size === 0) return schema;
  const { items, additionalProperties, properties, 'x-kubernetes-validations': rules, ...rest } = schema;
  const strip = (part: CrdSchema): CrdSchema => withoutRules(part, ignored);
  return {
    ...rest,
    ...(items && { items: strip(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? strip(additionalProperties) : additionalProperties,
    }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, strip(part)])),
    }),
    ...(rules && { 'x-kubernetes-validations': rules.filter(({ rule }) => !ignored.has(rule)) }),
  };
}
