import { isRecord } from '@kubewright/declaration';

import { pathText } from './field-set.ts';
import type { FieldType, ListType, MapType } from './field-type.ts';
import { memberType } from './field-type.ts';
import { formIn, itemStep, type Typed, TypedFailure, undeclared } from './typed.ts';

/**
 * Refuses a value that does not fit its type, also in parts that are owned as a whole.
 *
 * Throws: `TypedFailure` that lists all problems.
 *
 * @param duplicates whether two items may have one key: in what is stored they may
 */
export function checkTyped(typed: Typed, duplicates: 'allowed' | 'refused'): void {
  const problems = problemsAt(typed, duplicates === 'allowed');
  const [first, ...more] = problems;
  if (first === undefined) return;
  throw new TypedFailure(more.length === 0 ? first : ['errors:', ...problems.map((each) => `  ${each}`)].join('\n'));
}

function problemsAt(typed: Typed, mayRepeat: boolean): readonly string[] {
  const { type, value } = typed;
  if (value === null) return [];
  const form = formIn(type, value);
  if (form === 'map' && type.map !== undefined) return mapProblems(typed, type.map, mayRepeat);
  if (form === 'list' && type.list !== undefined) return listProblems(typed, type.list, mayRepeat);
  return scalarProblems(typed);
}

function mapProblems({ path, value }: Typed, map: MapType, mayRepeat: boolean): readonly string[] {
  if (!isRecord(value)) return [problem(path, `expected map, got &{${goText(value)}}`)];
  return Object.entries(value).flatMap(([name, member]) => {
    const at = [...path, `f:${name}`];
    const type = memberType(map, name);
    return type === undefined ? [problem(at, undeclared)] : problemsAt({ path: at, type, value: member }, mayRepeat);
  });
}

function listProblems({ path, value }: Typed, list: ListType, mayRepeat: boolean): readonly string[] {
  if (!Array.isArray(value)) return [problem(path, `expected list, got &{${goText(value)}}`)];
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const [index, item] of value.entries()) {
    const step = stepOrFailure(list, item, index);
    // Nothing is said of the items after one that has no path.
    if (step instanceof TypedFailure) return [...problems, problem(path, `element ${index}: ${step.message}`)];
    if (seen.has(step) && !mayRepeat) problems.push(problem(path, `duplicate entries for key ${pathText([step])}`));
    seen.add(step);
    problems.push(...problemsAt({ path: [...path, step], type: list.item, value: item }, mayRepeat));
  }
  return problems;
}

function stepOrFailure(list: ListType, item: unknown, index: number): string | TypedFailure {
  try {
    return itemStep(list, item, index);
  } catch (error) {
    if (error instanceof TypedFailure) return error;
    throw error;
  }
}

function scalarProblems({ path, type: { scalar = 'untyped' }, value }: Typed): readonly string[] {
  const is = typeof value === 'number' ? 'numeric' : typeof value;
  const fits = scalar === 'untyped' ? typeof value !== 'object' : is === scalar;
  return fits ? [] : [problem(path, expected(scalar, value))];
}

function expected(scalar: NonNullable<FieldType['scalar']>, value: unknown): string {
  switch (scalar) {
    case 'numeric':
      return `expected numeric (int or float), got ${goType(value)}`;
    case 'string':
      return `expected string, got &value.valueUnstructured{Value:${goText(value)}}`;
    default:
      return `expected ${scalar === 'untyped' ? 'any scalar' : scalar}, got &{${goText(value)}}`;
  }
}

function goType(value: unknown): string {
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : isRecord(value) ? 'map[string]interface {}' : '[]interface {}';
}

function goText(value: unknown): string {
  if (typeof value === 'object') return 'an object or a list';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function problem(path: readonly string[], text: string): string {
  return path.length === 0 ? text : `${pathText(path)}: ${text}`;
}
