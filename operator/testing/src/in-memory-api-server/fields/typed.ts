import { memberOf as ownMember } from '@kubewright/runtime/internal/base';
import { isObject, type JsonObject } from '../json.ts';
import { TypedFailure } from './typed-failure.ts';
import { anything, atomic, type FieldType, type KeyDefaults, type MapType, memberType } from './field-type.ts';
import { pathText } from './field-set.ts';

/** A value with its type and its path. */
export interface Typed {
  readonly path: readonly string[];
  readonly type: FieldType;
  readonly value: unknown;
}

/** A member of an object, or an item of a list. */
export interface Member extends Typed {
  readonly step: string;
  /** Whether a schema declares it; map keys and items are not. */
  readonly isField: boolean;
}

/** `value` as an object, if it merges by member. */
export function asMap({ type, value }: Omit<Typed, 'path'>): JsonObject | undefined {
  return type.type === 'map' && isObject(value) ? value : undefined;
}

/** The items of `value`, if it merges by item. */
export function asItems({ type, value }: Omit<Typed, 'path'>): readonly unknown[] | undefined {
  return (type.type === 'list' || type.type === 'set') && Array.isArray(value)
    ? (value as readonly unknown[])
    : undefined;
}

/** Whether `value` is owned as a whole. */
export function isLeaf(typed: Omit<Typed, 'path'>): boolean {
  return asMap(typed) === undefined && asItems(typed) === undefined;
}

/**
 * The members of an object, or the items of a list with keys, which merge separately.
 *
 * Throws: the API server's response to an undeclared field, and to two items with one key.
 */
export function membersOf(typed: Typed): readonly Member[] {
  const object = asMap(typed);
  if (object !== undefined) return Object.keys(object).map((name) => memberOf(typed, object, name));
  const items = asItems(typed) ?? [];
  const members = items.map((item) => itemMember(typed, item));
  const steps = new Set<string>();
  for (const { step } of members) {
    if (steps.has(step))
      throw new TypedFailure(`${pathText(typed.path)}: duplicate entries for key ${pathText([step])}`);
    steps.add(step);
  }
  return members;
}

function memberOf({ path, type }: Typed, object: JsonObject, name: string): Member {
  const map = type as MapType;
  const member = memberType(map, name);
  const step = `f:${name}`;
  const at = [...path, step];
  if (member === undefined) throw new TypedFailure(`${pathText(at)}: field not declared in schema`);
  return { step, path: at, type: member, value: object[name], isField: map.isRecord !== true };
}

function itemMember({ path, type }: Typed, value: unknown): Member {
  const step = type.type === 'list' ? keyStep(type, value, path) : `v:${JSON.stringify(value)}`;
  return { step, path: [...path, step], type: type.type === 'list' ? type.item : atomic, value, isField: false };
}

interface ListType {
  readonly keys: readonly string[];
  readonly keyDefaults: KeyDefaults;
}

function keyStep({ keys, keyDefaults }: ListType, item: unknown, path: readonly string[]): string {
  const held = isObject(item) ? item : {};
  const pairs = keys.map((key) => [key, ownMember(held, key) ?? keyDefaults[key]] as const);
  const missing = pairs.filter(([, value]) => value === undefined).map(([key]) => key);
  if (missing.length === keys.length) {
    const omitted = `all key fields ${JSON.stringify(keys)} (and doesn't have default values for any key fields)`;
    throw new TypedFailure(
      `${pathText(path)}: element 0: associative list with keys has an element that omits ${omitted}`,
    );
  }
  return `k:${JSON.stringify(Object.fromEntries(pairs.filter(([, value]) => value !== undefined)))}`;
}

/**
 * Refuses a value that does not fit its type.
 *
 * Throws: `TypedFailure`.
 */
export function checkTyped(typed: Typed): void {
  const { type, value, path } = typed;
  if (type.type === 'atomic') {
    checkScalar(type.scalar, typed);
    return;
  }
  const isFromSchema = type.type !== 'map' || type.others !== anything;
  if (isFromSchema && isLeaf(typed) && value !== null) throw unexpected(type.type === 'map' ? 'map' : 'list', typed);
  for (const member of membersOf({ path, type, value })) checkTyped(member);
}

const jsTypes = { string: 'string', numeric: 'number', boolean: 'boolean' } as const;

function checkScalar(scalar: keyof typeof jsTypes | undefined, typed: Typed): void {
  const { value } = typed;
  if (scalar !== undefined && value !== null && typeof value !== jsTypes[scalar]) throw unexpected(scalar, typed);
}

function unexpected(what: string, { path, value }: Typed): TypedFailure {
  const text = typeof value === 'object' ? 'an object or a list' : JSON.stringify(value);
  return new TypedFailure(`${pathText(path)}: expected ${what}, got &value.valueUnstructured{Value:${text}}`);
}
