import { distance } from 'fastest-levenshtein';
import { z } from 'zod';

import type { ObjectSchema, Schema } from './schema.ts';

/** An error in one field. */
export interface FieldError {
  /** Path of the value, such as `settings.workers`; empty for the whole. */
  readonly at: string;
  /** A sentence with the path, and the fix. */
  readonly text: string;
  /** True if the error is an unknown field. */
  readonly isUnknown?: true;
}

/** Pure: all errors of `value`, which is at the path `at`; empty if it is valid. */
export function validateValue(schema: Schema, value: unknown, at = ''): readonly FieldError[] {
  const { error } = (schema as unknown as z.ZodType).safeParse(value);
  const errors = (error?.issues ?? []).flatMap((issue) => toFieldErrors(issue, value, at));
  return errors.filter(({ text }, index) => errors.findIndex((each) => each.text === text) === index);
}

/** The valid part of a value, and the errors of the rest. */
export interface ValidationResult<T> {
  /** A plain copy without the invalid fields. */
  readonly value: Partial<T>;
  readonly errors: readonly FieldError[];
}

/** Values that were validated before: charts pass such values to their constructs. */
const valid = new WeakSet();

/**
 * Pure: validates an object with the fields of `T`. Does not validate a field again that contains the result of another
 * validation.
 */
export function validateObject<T extends object>(schema: ObjectSchema, given: unknown): ValidationResult<T> {
  const names = Object.keys(schema.shape);
  const unchecked = withoutChecks(
    schema as unknown as z.ZodObject,
    names.filter((name) => isValid(getMember(given, name))),
  );
  const errors = validateValue(unchecked, given);
  const wrong = new Set(errors.map(({ at }) => /^[^.[]*/.exec(at)?.[0]));
  const right = names.filter((name) => !wrong.has(name) && getMember(given, name) !== undefined);
  const fields = Object.fromEntries(right.map((name) => [name, getMember(given, name)]));
  const value = unchecked.partial().safeParse(fields).data ?? {};
  for (const each of Object.values(value).filter(isObject)) valid.add(each);
  return { value: value as Partial<T>, errors };
}

function isValid(value: unknown): boolean {
  return isObject(value) && valid.has(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function withoutChecks(schema: z.ZodObject, names: readonly string[]): z.ZodObject {
  return names.length === 0 ? schema : schema.extend(Object.fromEntries(names.map((name) => [name, z.any()])));
}

/** Pure: the error of an unexpected value at the path `at`. */
export function createFieldError(at: string, expected: string, actual: unknown): FieldError {
  return { at, text: `${at === '' ? 'the document' : at} must be ${expected}, but is ${formatValue(actual)}` };
}

type Issue = z.core.$ZodIssue;

function toFieldErrors(issue: Issue, whole: unknown, before: string): FieldError[] {
  const value = issue.path.reduce<unknown>(getMember, whole);
  const at = issue.path.reduce<string>(joinPath, before);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .filter((key) => getMember(value, key) !== undefined)
        .map((key) => toUnknownKeyError(at, key, issue));
    case 'invalid_union':
      return toUnionErrors(issue, value, at);
    case 'invalid_key':
      return toKeyErrors(issue, before);
    case 'custom':
      return [toSecretError(at, issue, value)];
    default:
      return [createFieldError(at, issue.message, value)];
  }
}

/** Shows only the beginning of a value that may be a secret. */
function toSecretError(at: string, { message, params }: z.core.$ZodIssueCustom, value: unknown): FieldError {
  const length = params?.['shown'] as number | undefined;
  if (length === 0) return { at, text: `${at} must be ${message}` };
  return createFieldError(at, message, typeof value === 'string' ? value.slice(0, length) : value);
}

/** Errors of the alternative that the value resembles most, if one exists. */
function toUnionErrors({ errors, message }: z.core.$ZodIssueInvalidUnion, value: unknown, at: string): FieldError[] {
  const distances = errors.map((each) => Math.max(0, ...each.map(computeDistance)));
  const least = Math.min(...distances);
  const [meant, ...others] = errors.filter((_, index) => distances[index] === least);
  const isMeant = meant !== undefined && others.length === 0 && least < otherType;
  return isMeant ? meant.flatMap((each) => toFieldErrors(each, value, at)) : [createFieldError(at, message, value)];
}

const otherType = 2;

/**
 * Distance of a value from the alternative with this issue: smallest for invalid fields, then for unknown fields, then
 * for another type.
 */
function computeDistance({ path, code }: Issue): number {
  if (path.length > 0) return 0;
  if (code === 'unrecognized_keys') return 1;
  return code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union' ? otherType : 0;
}

function toKeyErrors({ path, issues }: z.core.$ZodIssueInvalidKey, before: string): FieldError[] {
  const at = path.slice(0, -1).reduce<string>(joinPath, before);
  return issues.map(({ message }) => ({
    at,
    text: `${at}: a key must be ${message}, but is ${formatValue(path.at(-1))}`,
  }));
}

/** Omits the value, which may be a misplaced secret. */
function toUnknownKeyError(at: string, key: string, { message }: Issue): FieldError {
  const { known, hint } = JSON.parse(message) as { known: readonly string[]; hint: string };
  const path = joinPath(at, key);
  return { at: path, text: `${path} is unknown: ${formatKeySuggestion(key, known, hint)}`, isUnknown: true };
}

function formatKeySuggestion(key: string, known: readonly string[], hint: string): string {
  const meant = findNearest(key, known);
  return meant === undefined ? `the known fields are ${known.join(', ')}${hint}` : `did you mean ${meant}?`;
}

/** Pure: the known word that the user probably meant; `undefined` if none is similar. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const typos = Math.max(1, Math.floor(word.length / 3));
  const near = known
    .map((each) => ({ each, far: distance(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ far }) => far <= typos)
    .sort((a, b) => a.far - b.far);
  return near[0]?.each;
}

/** Pure: the value as JSON, cut to 80 characters. */
function formatValue(value: unknown): string {
  if (value === undefined) return 'absent';
  const json = tryFormatJson(value);
  if (json === undefined) return `a ${typeof value}`;
  return json.length > 80 ? `${json.slice(0, 77)}...` : json;
}

/** Formats a value as JSON; `undefined` for functions, symbols and circular objects, which have no JSON. */
function tryFormatJson(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value); // JSON turns NaN into null
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function getMember(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
}

function joinPath(at: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${at}[${key}]`;
  return at === '' ? String(key) : `${at}.${String(key)}`;
}
