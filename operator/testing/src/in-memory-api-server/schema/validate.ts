import { isRecord } from '@kubewright/declaration';
import type { CrdSchema } from '@kubewright/runtime/internal/base';

import type { JsonObject } from '../json.ts';
import { combinedProblems } from './combined-problems.ts';
import { fieldPath, type Judged, memberSchema, noField, type Problem } from './problem.ts';
import { embeddedProblems, duplicates } from './list-problems.ts';
import { scalarProblems, typeProblems } from './scalar-problems.ts';

/** Problems that prevent the evaluation of rules. */
const blocking: ReadonlySet<string> = new Set(
  ['Required', 'TypeInvalid', 'TooLong', 'TooMany', 'NotSupported'].map((reason) => `FieldValue${reason}`),
);

/**
 * Everything that a CRD's schema refuses in an object, in the API server's words; its CEL rules are not evaluated.
 *
 * @param part the status if only that is written
 */
export function problemsOf(object: JsonObject, schema: CrdSchema, part?: 'status'): readonly Problem[] {
  const { metadata: _metadata, ...properties } = schema.properties ?? {};
  const whole = { ...schema, properties };
  const value = part === undefined ? object : object[part];
  const judged = part === undefined ? whole : (properties[part] ?? {});
  const problems = value === undefined ? [] : judge(value, judged, '').problems;
  return [
    ...(part === undefined ? problems : problems.map((each) => ({ ...each, field: below(part, each.field) }))),
    ...(part === undefined ? embeddedProblems(object, whole, '') : []),
    ...duplicates(object, whole, ''),
  ];
}

/** Only the field of a problem names the part that is written; its message does not. */
function below(part: string, field: string): string {
  return field === '' || field === noField ? part : `${part}.${field}`;
}

/** The cause that says that rules were not evaluated, after problems that prevent it. */
export function uncheckedRules(problems: readonly Problem[], schema: CrdSchema): readonly Problem[] {
  if (!problems.some(({ reason }) => blocking.has(reason)) || !hasRules(schema)) return [];
  const message =
    'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing ' +
    'errors to complete validation';
  return [{ reason: 'FieldValueInvalid', message, field: noField }];
}

/** Checks a value and everything in it. */
function judge(value: unknown, schema: CrdSchema, path: string): Judged {
  const ofType = typeProblems(value, schema, path);
  const problems = [...ofType, ...scalarProblems(value, schema, path)];
  const fits = ofType.length === 0 ? 1 : 0;
  if (value === null) return { problems, matches: fits };
  const isTyped = schema.type !== undefined || schema['x-kubernetes-int-or-string'] === true;
  const own = { problems, matches: baseMatches(value) + (isTyped ? 1 + fits : 0) };
  return together([
    own,
    ...combinedProblems(schema, path, (each) => judge(value, each, path)),
    ...partsOf(value, schema, path),
  ]);
}

/** The checks that every schema makes of a value of that form. */
function baseMatches(value: unknown): number {
  if (typeof value === 'boolean') return 4;
  return typeof value === 'number' || Array.isArray(value) ? 6 : 5;
}

/** The results of several checks; what two of them find is reported once. */
function together(judged: readonly Judged[]): Judged {
  const problems = new Map(judged.flatMap((each) => each.problems).map((each) => [each.field + each.message, each]));
  return { problems: [...problems.values()], matches: judged.reduce((sum, { matches }) => sum + matches, 0) };
}

function partsOf(value: unknown, schema: CrdSchema, path: string): readonly Judged[] {
  if (Array.isArray(value)) return listParts(value, schema, path);
  return isRecord(value) ? objectParts(value, schema, path) : [];
}

function objectParts(value: JsonObject, schema: CrdSchema, path: string): readonly Judged[] {
  const { required = [], minProperties = 0, maxProperties = Infinity } = schema;
  const at = (name: string): string => fieldPath(path, name);
  const count = Object.keys(value).length;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const problems = [
    ...missing.map((name) => ({ reason: 'FieldValueRequired', message: 'Required value', field: at(name) })),
    ...(count < minProperties ? [tooFew(path, { count, minimum: minProperties, what: 'properties' })] : []),
    ...(count > maxProperties ? [tooMany(path, count, maxProperties)] : []),
  ];
  const members = Object.entries(value).flatMap(([name, member]) => {
    const type = memberSchema(schema, name);
    return type === undefined ? [] : [judge(member, type, at(name))];
  });
  return [{ problems, matches: 0 }, ...members];
}

function listParts(list: readonly unknown[], schema: CrdSchema, path: string): readonly Judged[] {
  const { items, minItems = 0, maxItems = Infinity } = schema;
  const count = list.length;
  const problems = [
    ...(count < minItems ? [tooFew(path, { count, minimum: minItems, what: 'items' })] : []),
    ...(count > maxItems ? [tooMany(path, count, maxItems)] : []),
  ];
  const parts = items === undefined ? [] : list.map((item, index) => judge(item, items, `${path}[${index}]`));
  return [{ problems, matches: 0 }, ...parts];
}

function tooFew(path: string, { count, minimum, what }: { count: number; minimum: number; what: string }): Problem {
  const message = `Invalid value: ${count}: ${path} in body should have at least ${minimum} ${what}`;
  return { reason: 'FieldValueInvalid', message, field: path };
}

function tooMany(path: string, count: number, maximum: number): Problem {
  return {
    reason: 'FieldValueTooMany',
    message: `Too many: ${count}: must have at most ${maximum} ${maximum === 1 ? 'item' : 'items'}`,
    field: path,
  };
}

function hasRules(schema: CrdSchema): boolean {
  if (schema['x-kubernetes-validations'] !== undefined) return true;
  const below = [schema.items, schema.additionalProperties, ...Object.values(schema.properties ?? {})];
  return below.some((each) => typeof each === 'object' && hasRules(each));
}
