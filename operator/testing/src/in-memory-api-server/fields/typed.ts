import { getMember as ownMember } from '@kubewright/runtime/internal/base';
import { isRecord } from '@kubewright/declaration';
import type { JsonObject } from '../json.ts';
import { formatPath } from './field-set.ts';
import { type FieldType, type Form, type ListType, findMemberType } from './field-type.ts';

/** A value with its type and its path. */
export interface Typed {
  readonly path: readonly string[];
  readonly type: FieldType;
  readonly value: unknown;
}

export interface Member extends Typed {
  readonly step: string;
  /** Whether the member is a declared field, rather than a key of a map or an item of a list. */
  readonly isField: boolean;
}

/** Thrown for an object that does not fit its type. The caller turns it into a response. */
export class TypedError extends Error {
  override readonly name = 'TypedError';
}

/**
 * Returns whether a value is a scalar, a list or a map, limited to what the type allows; `any` if the value does not
 * decide that, like null.
 */
export function narrowForm(type: FieldType, value: unknown): Form | 'any' {
  const form = findValueForm(value);
  if (form !== undefined && type[form] !== undefined) return form;
  const alternatives = forms.filter((each) => type[each] !== undefined);
  return alternatives.length === 1 ? getFirstForm(type) : 'any';
}

/** Returns whether a value is treated as a scalar, a list or a map. */
export function getForm(type: FieldType, value: unknown): Form {
  const form = narrowForm(type, value);
  return form === 'any' ? getFirstForm(type) : form;
}

const forms = ['map', 'scalar', 'list'] as const;

/** Returns the first form that a type allows, for a value that fits none. */
export function getFirstForm(type: FieldType): Form {
  return forms.find((each) => type[each] !== undefined) ?? 'scalar';
}

function findValueForm(value: unknown): Form | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? 'list' : isRecord(value) ? 'map' : 'scalar';
}

export function isWhole(type: FieldType, form: Form): boolean {
  return form === 'scalar' || type[form]?.isAtomic === true;
}

/**
 * Lists the fields of an object or the items of a list; an empty list for scalars. Throws: `TypedError` for an
 * undeclared field, and for an item without its keys.
 */
export function listMembers(typed: Typed, form = getForm(typed.type, typed.value)): readonly Member[] {
  const { type, value } = typed;
  if (form === 'list' && type.list !== undefined && Array.isArray(value)) return listItems(typed, type.list, value);
  if (form !== 'map' || !isRecord(value)) return [];
  return Object.keys(value).map((name) => buildMember(typed, value, name));
}

function buildMember({ path, type: { map } }: Typed, object: JsonObject, name: string): Member {
  const step = `f:${name}`;
  const at = [...path, step];
  const type = map && findMemberType(map, name);
  if (map === undefined || type === undefined) throw new TypedError(`${formatPath(at)}: ${undeclared}`);
  return {
    step,
    path: at,
    type,
    value: object[name],
    isField: Object.hasOwn(map.fields, name) || map.othersAreFields === true,
  };
}

export const undeclared = 'field not declared in schema';

function listItems({ path }: Typed, list: ListType, items: readonly unknown[]): readonly Member[] {
  return items.map((value, index) => {
    const step = getItemStep(list, value, index);
    return { step, path: [...path, step], type: list.item, value, isField: false };
  });
}

/** Returns the path step of a list item. Throws: `TypedError` for an item without its keys. */
export function getItemStep(list: ListType, item: unknown, index: number): string {
  if (list.isAtomic) return `i:${index}`;
  return list.keys.length > 0 ? getKeyStep(list, item) : `v:${JSON.stringify(checkScalarItem(item))}`;
}

function getKeyStep({ keys, keyDefaults }: ListType, item: unknown): string {
  const listed = 'associative list with keys';
  if (item === null) throw new TypedError(`${listed} may not have a null element`);
  if (!isRecord(item)) throw new TypedError(`${listed} may not have non-map elements`);
  const pairs = keys.map((key) => [key, ownMember(item, key) ?? keyDefaults[key]] as const);
  const known = pairs.filter(([, value]) => value !== undefined);
  if (known.length > 0) return `k:${JSON.stringify(Object.fromEntries(known))}`;
  const names = keys.map((key) => JSON.stringify(key)).join(' ');
  const omitted = `all key fields [${names}] (and doesn't have default values for any key fields)`;
  throw new TypedError(`${listed} has an element that omits ${omitted}`);
}

function checkScalarItem(item: unknown): unknown {
  const without = 'associative list without keys has an element that';
  if (item === null) throw new TypedError(`${without}'s an explicit null`);
  if (Array.isArray(item)) throw new TypedError('not supported: associative list with lists as elements');
  if (isRecord(item)) throw new TypedError(`${without}'s a map type`);
  return item;
}
