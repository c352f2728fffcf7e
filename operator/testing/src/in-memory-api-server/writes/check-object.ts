import type { JsonObject } from '../json.ts';
import { metaOf } from '../objects.ts';
import { invalid } from '../refusal.ts';
import type { Problem } from '../schema/problem.ts';
import { scaleProblems } from '../schema/scale-problems.ts';
import { problemsOf, uncheckedRules } from '../schema/validate.ts';
import type { ServedKind } from '../served/served-kind.ts';

/** Validates an object. Throws: one 422 that lists all of its problems. */
export function checkObject(
  object: JsonObject,
  { kind, schema, scale }: ServedKind,
  { metadata, part }: { readonly metadata: readonly Problem[]; readonly part?: 'status' | undefined },
): void {
  const ofSchema = schema === undefined ? [] : problemsOf(object, schema, part);
  const scaled = scale === undefined ? [] : part === undefined ? [scale.spec, scale.status] : [scale.status];
  const found = [...metadata, ...ofSchema, ...scaled.flatMap((path) => scaleProblems(object, path))];
  const problems = schema === undefined ? found : [...found, ...uncheckedRules(found, schema)];
  if (problems.length > 0) throw invalid(kind, metaOf(object).name ?? '', problems);
}

/** The one rule that each of our APIs has; it is written in CEL, which is not evaluated here. */
export function checkSpecOnCreation(object: JsonObject, { kind, schema }: ServedKind): void {
  const rules = schema?.['x-kubernetes-validations'] ?? [];
  if (object['spec'] !== undefined || !rules.some(({ message }) => message === specRequired)) return;
  const problem = { reason: 'FieldValueRequired', message: `Required value: ${specRequired}`, field: 'spec' };
  throw invalid(kind, metaOf(object).name ?? '', [problem]);
}

const specRequired = 'spec is required';
