import { getAt, isRecord } from '@kubewright/declaration';

import type { JsonObject } from '../json.ts';
import { getMeta } from '../objects.ts';
import { invalid } from '../rejection.ts';
import type { Problem } from '../schema/problem.ts';
import { findRuleProblems } from '../schema/rules/find-rule-problems.ts';
import { findSchemaProblems, findUncheckedRules } from '../schema/validate.ts';
import type { ServedKind } from '../served/served-kind.ts';

interface CheckedParts {
  readonly metadata: readonly Problem[];
  readonly part?: 'status' | undefined;
  readonly before?: JsonObject;
}

/**
 * Validates an object. Throws: one 422 with all of its problems.
 * @param before the stored object, for transition rules; absent on creation
 */
export function checkObject(
  object: JsonObject,
  { kind, schema, scale }: ServedKind,
  { metadata, part, before }: CheckedParts,
): void {
  const ofSchema = schema === undefined ? [] : findSchemaProblems(object, schema, part);
  const scaled = scale === undefined ? [] : part === undefined ? [scale.spec, scale.status] : [scale.status];
  const found = [...metadata, ...ofSchema, ...scaled.flatMap((path) => scaleProblems(object, path))];
  const unchecked = schema === undefined ? [] : findUncheckedRules(found, schema);
  const broken = schema === undefined || unchecked.length > 0 ? [] : findRuleProblems(object, schema, before);
  const problems = [...found, ...unchecked, ...broken];
  if (problems.length > 0) throw invalid(kind, getMeta(object).name ?? '', problems);
}

const most = 2 ** 31 - 1;

/**
 * Finds problems of the number at a path of the scale subresource. The API server checks it in addition to the schema.
 */
function scaleProblems(object: JsonObject, path: string): readonly Problem[] {
  const value = getAt(object, path.slice(1));
  if (value === undefined) return [];
  if (!Number.isInteger(value)) return [badNumber(path, 0, `${path} accessor error: ${typeText(value)}`)];
  if ((value as number) < 0) return [badNumber(path, value, 'should be a non-negative integer')];
  if ((value as number) > most) return [badNumber(path, value, `should be less than or equal to ${most}`)];
  return [];
}

/** Names the type of a value like Go. */
function typeText(value: unknown): string {
  const text = isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
  return `${text} is of the type ${typeof value === 'number' ? 'float64' : typeof value}, expected int64`;
}

function badNumber(path: string, value: unknown, problem: string): Problem {
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${problem}`, field: path };
}
