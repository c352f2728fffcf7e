import { isRecord } from '@kubewright/declaration';
import type { CrdSchema } from '@kubewright/runtime/internal/base';

import type { JsonObject } from '../json.ts';
import { findCombinedProblems } from './combined-problems.ts';
import { joinFieldPath, type Judgement, findMemberSchema, noField, type Problem } from './problem.ts';
import { embeddedProblems, findDuplicates } from './list-problems.ts';
import { findScalarProblems, findTypeProblems } from './scalar-problems.ts';

/** Types of problems after which the API server does not evaluate CEL rules. */
const blocking: ReadonlySet<string> = new Set(
  ['Required', 'TypeInvalid', 'TooLong', 'TooMany', 'NotSupported'].map((reason) => `FieldValue${reason}`),
);

/**
 * Finds all violations of a CRD's schema, with the API server's messages. Does not evaluate CEL rules.
 * @param part the status if the write is limited to it
 */
export function findSchemaProblems(object: JsonObject, schema: CrdSchema, part?: 'status'): readonly Problem[] {
  const { metadata: _metadata, ...properties } = schema.properties ?? {};
  const whole = { ...schema, properties };
  const value = part === undefined ? object : object[part];
  const judged = part === undefined ? whole : (properties[part] ?? {});
  const problems = value === undefined ? [] : judge(value, judged, '').problems;
  return [
    ...(part === undefined ? problems : problems.map((each) => ({ ...each, field: joinBelow(part, each.field) }))),
    ...(part === undefined ? embeddedProblems({ value: object, schema: whole, path: '' }) : []),
    ...findDuplicates({ value: object, schema: whole, path: '' }),
  ];
}

/** Joins the written part and the path of a problem. Only the field of a problem names the part, not its message. */
function joinBelow(part: string, field: string): string {
  return field === '' || field === noField ? part : `${part}.${field}`;
}

/** The note that rules were not evaluated, after problems that prevent their evaluation. */
export function findUncheckedRules(problems: readonly Problem[], schema: CrdSchema): readonly Problem[] {
  if (!problems.some(({ reason }) => blocking.has(reason)) || !hasRules(schema)) return [];
  const message =
    'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing ' +
    'errors to complete validation';
  return [{ reason: 'FieldValueInvalid', message, field: noField }];
}

function judge(value: unknown, schema: CrdSchema, path: string): Judgement {
  const ofType = findTypeProblems(value, schema, path);
  const problems = [...ofType, ...findScalarProblems(value, schema, path)];
  const fits = ofType.length === 0 ? 1 : 0;
  if (value === null) return { problems, matches: fits };
  const isTyped = schema.type !== undefined || schema['x-kubernetes-int-or-string'] === true;
  const own = { problems, matches: countBaseMatches(value) + (isTyped ? 1 + fits : 0) };
  return combineJudgements([
    own,
    ...findCombinedProblems(schema, path, (each) => judge(value, each, path)),
    ...judgeParts(value, schema, path),
  ]);
}

/** The number of checks that every schema makes for a value of this type. */
function countBaseMatches(value: unknown): number {
  if (typeof value === 'boolean') return 4;
  return typeof value === 'number' || Array.isArray(value) ? 6 : 5;
}

/** Combines the results of several checks, without duplicates. */
function combineJudgements(judged: readonly Judgement[]): Judgement {
  const problems = new Map(judged.flatMap((each) => each.problems).map((each) => [each.field + each.message, each]));
  return { problems: [...problems.values()], matches: judged.reduce((sum, { matches }) => sum + matches, 0) };
}

function judgeParts(value: unknown, schema: CrdSchema, path: string): readonly Judgement[] {
  if (Array.isArray(value)) return judgeListParts(value, schema, path);
  return isRecord(value) ? judgeObjectParts(value, schema, path) : [];
}

function judgeObjectParts(value: JsonObject, schema: CrdSchema, path: string): readonly Judgement[] {
  const { required = [], minProperties = 0, maxProperties = Infinity } = schema;
  const at = (name: string): string => joinFieldPath(path, name);
  const count = Object.keys(value).length;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const problems = [
    ...missing.map((name) => ({ reason: 'FieldValueRequired', message: 'Required value', field: at(name) })),
    ...(count < minProperties ? [buildTooFew(path, { count, minimum: minProperties, what: 'properties' })] : []),
    ...(count > maxProperties ? [buildTooMany(path, count, maxProperties)] : []),
  ];
  const members = Object.entries(value).flatMap(([name, member]) => {
    const type = findMemberSchema(schema, name);
    return type === undefined ? [] : [judge(member, type, at(name))];
  });
  return [{ problems, matches: 0 }, ...members];
}

function judgeListParts(list: readonly unknown[], schema: CrdSchema, path: string): readonly Judgement[] {
  const { items, minItems = 0, maxItems = Infinity } = schema;
  const count = list.length;
  const problems = [
    ...(count < minItems ? [buildTooFew(path, { count, minimum: minItems, what: 'items' })] : []),
    ...(count > maxItems ? [buildTooMany(path, count, maxItems)] : []),
  ];
  const parts = items === undefined ? [] : list.map((item, index) => judge(item, items, `${path}[${index}]`));
  return [{ problems, matches: 0 }, ...parts];
}

function buildTooFew(
  path: string,
  { count, minimum, what }: { count: number; minimum: number; what: string },
): Problem {
  const message = `Invalid value: ${count}: ${path} in body should have at least ${minimum} ${what}`;
  return { reason: 'FieldValueInvalid', message, field: path };
}

function buildTooMany(path: string, count: number, maximum: number): Problem {
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
