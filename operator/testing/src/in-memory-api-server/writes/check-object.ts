import { getAt, isRecord } from '@kubewright/declaration';

import type { JsonObject } from '../json.ts';
import { getMeta } from '../objects.ts';
import { invalid } from '../rejection.ts';
import type { Problem } from '../schema/problem.ts';
import { findSchemaProblems, findUncheckedRules } from '../schema/validate.ts';
import type { ServedKind } from '../served/served-kind.ts';

/** Validates an object. Throws: one 422 that lists all of its problems. */
export function checkObject(
  object: JsonObject,
  { kind, schema, scale }: ServedKind,
  { metadata, part }: { readonly metadata: readonly Problem[]; readonly part?: 'status' | undefined },
): void {
  const ofSchema = schema === undefined ? [] : findSchemaProblems(object, schema, part);
  const scaled = scale === undefined ? [] : part === undefined ? [scale.spec, scale.status] : [scale.status];
  const found = [...metadata, ...ofSchema, ...scaled.flatMap((path) => scaleProblems(object, path))];
  const problems = schema === undefined ? found : [...found, ...findUncheckedRules(found, schema)];
  if (problems.length > 0) throw invalid(kind, getMeta(object).name ?? '', problems);
}

/** The one rule of all our APIs. It is written in CEL, which this server does not evaluate. */
export function checkSpecOnCreation(object: JsonObject, { kind, schema }: ServedKind): void {
  const rules = schema?.['x-kubernetes-validations'] ?? [];
  if (object['spec'] !== undefined || !rules.some(({ message }) => message === specRequired)) return;
  const problem = { reason: 'FieldValueRequired', message: `Required value: ${specRequired}`, field: 'spec' };
  throw invalid(kind, getMeta(object).name ?? '', [problem]);
}

const specRequired = 'spec is required';

const most = 2 ** 31 - 1;

/** Problems of the number at a path of the scale subresource, which the API server checks regardless of the schema. */
function scaleProblems(object: JsonObject, path: string): readonly Problem[] {
  const value = getAt(object, path.slice(1));
  if (value === undefined) return [];
  if (!Number.isInteger(value)) return [badNumber(path, 0, `${path} accessor error: ${typeText(value)}`)];
  if ((value as number) < 0) return [badNumber(path, value, 'should be a non-negative integer')];
  if ((value as number) > most) return [badNumber(path, value, `should be less than or equal to ${most}`)];
  return [];
}

/** In Go's words. */
function typeText(value: unknown): string {
  const text = isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
  return `${text} is of the type ${typeof value === 'number' ? 'float64' : typeof value}, expected int64`;
}

function badNumber(path: string, value: unknown, problem: string): Problem {
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${problem}`, field: path };
}
