import { distance } from 'fastest-levenshtein';
import { z } from 'zod';

import type { ObjectSchema, Schema } from './schema.ts';

/** One thing that is wrong. */
export interface Fault {
  /** The path of the value, such as `settings.workers`; empty for the whole. */
  readonly at: string;
  /** A sentence with the path, and what to write instead. */
  readonly text: string;
  /** Whether nobody knows a field of this name. */
  readonly isUnknown?: true;
}

/** Pure: everything that is wrong with `value`, which is at the path `at`; none if it fits. */
export function faultsOf(schema: Schema, value: unknown, at = ''): readonly Fault[] {
  const { error } = (schema as unknown as z.ZodType).safeParse(value);
  const faults = (error?.issues ?? []).flatMap((issue) => faultsIn(issue, value, at));
  return faults.filter(({ text }, index) => faults.findIndex((each) => each.text === text) === index);
}

/** What fits of a value, and what is wrong with the rest. */
export interface Checked<T> {
  /** A plain copy, without the fields of which something is wrong. */
  readonly value: Partial<T>;
  readonly faults: readonly Fault[];
}

/** What was checked before, as it was given on: by a chart to the constructs in it. */
const valid = new WeakSet();

/** Pure: checks an object whose fields are those of `T`. A field with the result of another check is not checked again. */
export function check<T extends object>(schema: ObjectSchema, given: unknown): Checked<T> {
  const names = Object.keys(schema.shape);
  const unchecked = withoutChecks(
    schema as unknown as z.ZodObject,
    names.filter((name) => isValid(memberAt(given, name))),
  );
  const faults = faultsOf(unchecked, given);
  const wrong = new Set(faults.map(({ at }) => /^[^.[]*/.exec(at)?.[0]));
  const right = names.filter((name) => !wrong.has(name) && memberAt(given, name) !== undefined);
  const fields = Object.fromEntries(right.map((name) => [name, memberAt(given, name)]));
  const value = unchecked.partial().safeParse(fields).data ?? {};
  for (const each of Object.values(value).filter(isObject)) valid.add(each);
  return { value: value as Partial<T>, faults };
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

/** Pure: the value at the path `at` is not as `expected`. */
export function fault(at: string, expected: string, actual: unknown): Fault {
  return { at, text: `${at === '' ? 'the document' : at} must be ${expected}, but is ${shown(actual)}` };
}

type Issue = z.core.$ZodIssue;

function faultsIn(issue: Issue, whole: unknown, before: string): Fault[] {
  const value = issue.path.reduce<unknown>(memberAt, whole);
  const at = issue.path.reduce<string>(join, before);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.filter((key) => memberAt(value, key) !== undefined).map((key) => unknownKey(at, key, issue));
    case 'invalid_union':
      return faultsOfUnion(issue, value, at);
    case 'invalid_key':
      return keyFaults(issue, before);
    case 'custom':
      return [faultOfSecret(at, issue, value)];
    default:
      return [fault(at, issue.message, value)];
  }
}

/** Of a value that may be a secret only its beginning is shown. */
function faultOfSecret(at: string, { message, params }: z.core.$ZodIssueCustom, value: unknown): Fault {
  const length = params?.['shown'] as number | undefined;
  if (length === 0) return { at, text: `${at} must be ${message}` };
  return fault(at, message, typeof value === 'string' ? value.slice(0, length) : value);
}

/** Those of the one alternative that the value looks like most, if there is one. */
function faultsOfUnion({ errors, message }: z.core.$ZodIssueInvalidUnion, value: unknown, at: string): Fault[] {
  const distances = errors.map((each) => Math.max(0, ...each.map(distanceOf)));
  const least = Math.min(...distances);
  const [meant, ...others] = errors.filter((_, index) => distances[index] === least);
  const isMeant = meant !== undefined && others.length === 0 && least < otherType;
  return isMeant ? meant.flatMap((each) => faultsIn(each, value, at)) : [fault(at, message, value)];
}

const otherType = 2;

/** How far a value is from an alternative of which this is said: only fields are wrong, it has unknown ones, or another type. */
function distanceOf({ path, code }: Issue): number {
  if (path.length > 0) return 0;
  if (code === 'unrecognized_keys') return 1;
  return code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union' ? otherType : 0;
}

function keyFaults({ path, issues }: z.core.$ZodIssueInvalidKey, before: string): Fault[] {
  const at = path.slice(0, -1).reduce<string>(join, before);
  return issues.map(({ message }) => ({ at, text: `${at}: a key must be ${message}, but is ${shown(path.at(-1))}` }));
}

/** Without the value, which may be a secret in the wrong place. */
function unknownKey(at: string, key: string, { message }: Issue): Fault {
  const { known, hint } = JSON.parse(message) as { known: readonly string[]; hint: string };
  const path = join(at, key);
  return { at: path, text: `${path} is unknown: ${instead(key, known, hint)}`, isUnknown: true };
}

function instead(key: string, known: readonly string[], hint: string): string {
  const meant = nearest(key, known);
  return meant === undefined ? `known are ${known.join(', ')}${hint}` : `did you mean ${meant}?`;
}

/** Pure: the known word that was probably meant; `undefined` if none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const typos = Math.max(1, Math.floor(word.length / 3));
  const near = known
    .map((each) => ({ each, far: distance(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ far }) => far <= typos)
    .sort((a, b) => a.far - b.far);
  return near[0]?.each;
}

/** Pure: the value as JSON, at most 80 characters of it. */
function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const json = jsonOf(value);
  if (json === undefined) return `a ${typeof value}`;
  return json.length > 80 ? `${json.slice(0, 77)}...` : json;
}

/** `undefined` if it has none: functions, symbols, objects in a circle. */
function jsonOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value); // NaN would be null
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function memberAt(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
}

function join(at: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${at}[${key}]`;
  return at === '' ? String(key) : `${at}.${String(key)}`;
}
