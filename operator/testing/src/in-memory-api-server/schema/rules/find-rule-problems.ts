import { isRecord } from '@kubewright/declaration';
import { ofEveryObject } from '@kubewright/runtime/internal/api';
import { type CrdSchema, getMember, getMessage } from '@kubewright/runtime/internal/base';
import { isEqualJson } from '@kubewright/runtime/internal/reconcile/compare';
import { Optional } from '@marcbachmann/cel-js';

import type { JsonObject } from '../../json.ts';
import { listParts, noField, type Part, type Place, type Problem } from '../problem.ts';
import { toCel } from './cel-value.ts';
import { type CompiledRule, compileRules } from './compile-rules.ts';

interface ChangedPlace extends Place {
  /** The stored value of the same field; `undefined` if the field was not stored. */
  readonly before: unknown;
}

/**
 * Finds the CEL rules that an object violates, with the API server's messages. For fields that do not change, it
 * evaluates only transition rules: for the other rules, the API server only warns.
 * @param before the stored object; absent on creation
 */
export function findRuleProblems(object: JsonObject, schema: CrdSchema, before?: JsonObject): readonly Problem[] {
  const whole = { ...schema, properties: { ...schema.properties, ...ofEveryObject } };
  return judge({ value: object, before, schema: whole, path: '' });
}

function judge(place: ChangedPlace): readonly Problem[] {
  const { value, before, schema } = place;
  if (value === null || value === undefined) return [];
  const isSame = before !== undefined && isEqualJson(before, value);
  const rules = compileRules(schema).filter(({ usesOldSelf }) => usesOldSelf || !isSame);
  const parts = listParts(place).map((part) => ({ ...part, before: findBefore(before, part, schema) }));
  return [...judgeRules(place, rules), ...parts.flatMap(judge)];
}

function findBefore(before: unknown, { step, value }: Part, schema: CrdSchema): unknown {
  if (typeof step === 'number') return findItem(before, value, schema);
  return isRecord(before) ? getMember(before, step) : undefined;
}

/** Finds the stored item with the same keys. Items of other lists cannot be matched. */
function findItem(before: unknown, item: unknown, schema: CrdSchema): unknown {
  const { 'x-kubernetes-list-type': type, 'x-kubernetes-list-map-keys': keys = [], items = {} } = schema;
  if (type !== 'map' || !Array.isArray(before) || !isRecord(item)) return undefined;
  const read = (object: unknown, key: string): unknown =>
    (isRecord(object) ? object[key] : undefined) ?? items.properties?.[key]?.default;
  return before.find((each: unknown) => keys.every((key) => isEqualJson(read(each, key), read(item, key))));
}

function judgeRules(place: ChangedPlace, rules: readonly CompiledRule[]): readonly Problem[] {
  if (rules.length === 0) return [];
  const { value, before, schema } = place;
  const self = toCel(value, schema);
  const old = before === undefined || before === null ? undefined : toCel(before, schema);
  return rules.flatMap((rule) => {
    const isOptional = rule.optionalOldSelf === true;
    if (rule.usesOldSelf && !isOptional && old === undefined) return [];
    const oldSelf = isOptional ? (old === undefined ? Optional.none() : Optional.of(old)) : old;
    return judgeRule(place, rule, { self, oldSelf });
  });
}

interface Variables {
  readonly self: unknown;
  readonly oldSelf: unknown;
}

function judgeRule(place: Place, rule: CompiledRule, variables: Variables): readonly Problem[] {
  try {
    const { oldSelf } = variables;
    if (rule.evaluate({ self: variables.self, ...(oldSelf !== undefined && { oldSelf }) }) === true) return [];
  } catch (error) {
    return [buildFailure(place, rule, error)];
  }
  return [buildProblem(place, rule, variables)];
}

function buildFailure({ path, schema }: Place, rule: CompiledRule, error: unknown): Problem {
  const type = JSON.stringify(schema.type ?? '');
  const text = formatError(error);
  const about = rule.message?.trim() ?? rule.rule;
  const message = text.startsWith('no such overload')
    ? `'no such overload': call arguments did not match a supported operator, function or macro signature for rule: ${about}`
    : `${text} evaluating rule: ${about}`;
  return {
    reason: 'FieldValueInvalid',
    message: `Invalid value: ${type}: ${message}`,
    field: path === '' ? noField : path,
  };
}

/** Formats an error of CEL like Kubernetes. */
function formatError(error: unknown): string {
  const [text = ''] = getMessage(error).split('\n');
  const [, index] = /index out of bounds, index (-?\d+)/.exec(text) ?? [];
  if (index !== undefined) return `index out of bounds: ${index}`;
  if (text.startsWith('found no matching overload')) return 'no such overload';
  return text.replace(/^No such key: /, 'no such key: ');
}

function buildProblem({ path, value }: Place, rule: CompiledRule, variables: Variables): Problem {
  const { reason = 'FieldValueInvalid', fieldPath } = rule;
  const text = formatMessage(rule, variables);
  const given = isRecord(value) || Array.isArray(value) || fieldPath !== undefined ? '' : `${quote(value)}: `;
  const field = fieldPath === undefined ? path : joinRulePath(path, fieldPath);
  return { reason, message: formatByReason[reason](given, text), field: field === '' ? noField : field };
}

/** Quotes a string like Go, including its notation of control characters. */
function quote(value: unknown): string {
  return JSON.stringify(value).replaceAll(/\\u00(?=[01])/g, '\\x');
}

const formatByReason: Readonly<Record<NonNullable<CompiledRule['reason']>, (given: string, text: string) => string>> = {
  FieldValueInvalid: (given, text) => `Invalid value: ${given}${text}`,
  FieldValueForbidden: (_given, text) => `Forbidden: ${text}`,
  FieldValueRequired: (_given, text) => `Required value: ${text}`,
  FieldValueDuplicate: (given) => `Duplicate value${given === '' ? '' : `: ${given.slice(0, -2)}`}`,
};

/** Joins a path and a rule's `fieldPath`: `spec` and `.a['b'].c` become `spec.a.b.c`. */
function joinRulePath(path: string, fieldPath: string): string {
  const below = fieldPath.replaceAll(/\['([^']*)'\]/g, '.$1').slice(1);
  return path === '' ? below : `${path}.${below}`;
}

function formatMessage({ rule, message, evaluateMessage }: CompiledRule, variables: Variables): string {
  const plain = message?.trim() ?? `failed rule: ${rule}`;
  if (evaluateMessage === undefined) return plain;
  try {
    const text: unknown = evaluateMessage({ ...variables });
    return typeof text === 'string' && text.trim() !== '' && !text.includes('\n') ? text.trim() : plain;
  } catch {
    return plain;
  }
}
