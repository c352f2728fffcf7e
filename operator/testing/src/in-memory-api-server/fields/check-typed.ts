import { isRecord } from '@kubewright/declaration';

import { formatPath } from './field-set.ts';
import type { FieldType, ListType, MapType } from './field-type.ts';
import { findMemberType } from './field-type.ts';
import { getForm, getItemStep, type Typed, TypedError, undeclared } from './typed.ts';

/**
 * Rejects a value that does not fit its type, including the content of atomic values. Throws: `TypedError` with all
 * problems.
 * @param duplicates whether items may share a key: stored objects may have such items
 */
export function checkTyped(typed: Typed, duplicates: 'allowed' | 'rejected'): void {
  const problems = findProblems(typed, duplicates === 'allowed');
  const [first, ...more] = problems;
  if (first === undefined) return;
  throw new TypedError(more.length === 0 ? first : ['errors:', ...problems.map((each) => `  ${each}`)].join('\n'));
}

function findProblems(typed: Typed, mayRepeat: boolean): readonly string[] {
  const { type, value } = typed;
  if (value === null) return [];
  const form = getForm(type, value);
  if (form === 'map' && type.map !== undefined) return findMapProblems(typed, type.map, mayRepeat);
  if (form === 'list' && type.list !== undefined) return findListProblems(typed, type.list, mayRepeat);
  return findScalarProblems(typed);
}

function findMapProblems({ path, value }: Typed, map: MapType, mayRepeat: boolean): readonly string[] {
  if (!isRecord(value)) return [formatProblem(path, `expected map, got &{${toGoText(value)}}`)];
  return Object.entries(value).flatMap(([name, member]) => {
    const at = [...path, `f:${name}`];
    const type = findMemberType(map, name);
    return type === undefined
      ? [formatProblem(at, undeclared)]
      : findProblems({ path: at, type, value: member }, mayRepeat);
  });
}

function findListProblems({ path, value }: Typed, list: ListType, mayRepeat: boolean): readonly string[] {
  if (!Array.isArray(value)) return [formatProblem(path, `expected list, got &{${toGoText(value)}}`)];
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const [index, item] of value.entries()) {
    const step = tryGetStep(list, item, index);
    // After an item that has no key, the API server reports no problems of later items.
    if (step instanceof TypedError) return [...problems, formatProblem(path, `element ${index}: ${step.message}`)];
    if (seen.has(step) && !mayRepeat)
      problems.push(formatProblem(path, `duplicate entries for key ${formatPath([step])}`));
    seen.add(step);
    problems.push(...findProblems({ path: [...path, step], type: list.item, value: item }, mayRepeat));
  }
  return problems;
}

function tryGetStep(list: ListType, item: unknown, index: number): string | TypedError {
  try {
    return getItemStep(list, item, index);
  } catch (error) {
    if (error instanceof TypedError) return error;
    throw error;
  }
}

function findScalarProblems({ path, type: { scalar = 'untyped' }, value }: Typed): readonly string[] {
  const is = typeof value === 'number' ? 'numeric' : typeof value;
  const fits = scalar === 'untyped' ? typeof value !== 'object' : is === scalar;
  return fits ? [] : [formatProblem(path, formatExpected(scalar, value))];
}

function formatExpected(scalar: NonNullable<FieldType['scalar']>, value: unknown): string {
  switch (scalar) {
    case 'numeric':
      return `expected numeric (int or float), got ${toGoType(value)}`;
    case 'string':
      return `expected string, got &value.valueUnstructured{Value:${toGoText(value)}}`;
    default:
      return `expected ${scalar === 'untyped' ? 'any scalar' : scalar}, got &{${toGoText(value)}}`;
  }
}

function toGoType(value: unknown): string {
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : isRecord(value) ? 'map[string]interface {}' : '[]interface {}';
}

function toGoText(value: unknown): string {
  if (typeof value === 'object') return 'an object or a list';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function formatProblem(path: readonly string[], text: string): string {
  return path.length === 0 ? text : `${formatPath(path)}: ${text}`;
}
