import { isRecord } from '../../shape/index.ts';

/** What templates compute from: the values of the user with empty maps where a group is left out, and the name of the installation. */
export type View = Readonly<Record<string, unknown>>;

/** The same computation twice: in a template, and here, where a template is checked before it is written. */
export interface Expression {
  /** As Helm's template language has it, such as `$v.image.tag`. */
  readonly go: string;
  of(view: View): unknown;
}

/** An expression that is true or false. */
export interface Condition extends Expression {
  of(view: View): boolean;
}

/** Pure: the value at a path, such as `image.tag`; `undefined` if there is none. */
export function valueAt(view: unknown, path: string): unknown {
  let found = view;
  for (const key of path.split('.')) found = isRecord(found) ? found[key] : undefined;
  return found;
}

/** The value at this path. */
export function at(path: string): Expression {
  return { go: `$v.${path}`, of: (view) => valueAt(view, path) };
}

/** Whether there is a value at this path. */
export function given(path: string): Condition {
  const keys = path.split('.');
  const key = keys.pop() ?? '';
  const parent = ['$v', ...keys].join('.');
  return { go: `(hasKey ${parent} ${goText(key)})`, of: (view) => valueAt(view, path) !== undefined };
}

/** Whether the value at this path is this one. */
export function is(path: string, value: string | number | boolean): Condition {
  if (value === true) return { go: `$v.${path}`, of: (view) => valueAt(view, path) === true };
  const go = `(eq (toString $v.${path}) ${goText(String(value))})`;
  return { go, of: (view) => String(valueAt(view, path)) === String(value) };
}

export function not(condition: Condition): Condition {
  return { go: `(not ${condition.go})`, of: (view) => !condition.of(view) };
}

export function all(conditions: readonly Condition[]): Condition {
  const [only, ...others] = conditions;
  if (only !== undefined && others.length === 0) return only;
  const go = `(and ${conditions.map((each) => each.go).join(' ')})`;
  return { go, of: (view) => conditions.every((each) => each.of(view)) };
}

export function some(conditions: readonly Condition[]): Condition {
  const [only, ...others] = conditions;
  if (only !== undefined && others.length === 0) return only;
  const go = `(or ${conditions.map((each) => each.go).join(' ')})`;
  return { go, of: (view) => conditions.some((each) => each.of(view)) };
}

/** Pure: a string constant of Go. */
export function goText(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
