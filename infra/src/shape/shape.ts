/** One thing that is wrong. */
export interface Fault {
  /** The path of the value, such as `settings.workers`; empty for the whole. */
  readonly at: string;
  /** A sentence with the path, and what to write instead. */
  readonly text: string;
}

/** What a value has to look like. */
export interface Shape {
  /** Everything that is wrong with `value`, which is at the path `at`; none if it fits. */
  faults(value: unknown, at: string): readonly Fault[];
  /** The same for editors. https://json-schema.org/draft/2020-12/schema */
  readonly schema: JsonSchema;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Pure: the value at the path `at` is not as `expected`. */
export function fault(at: string, expected: string, actual: unknown): Fault {
  return { at, text: `${at === '' ? 'the document' : at} must be ${expected}, but is ${shown(actual)}` };
}

/** A value for which `fits` holds; `expected` says it in words. */
export function value(expected: string, schema: JsonSchema, fits: (value: unknown) => boolean): Shape {
  return { schema, faults: (value, at) => (fits(value) ? [] : [fault(at, expected, value)]) };
}

/** A string that matches `pattern`, which `expected` describes in words. */
export function text(expected = 'a string that is not empty', pattern = /./): Shape {
  const schema = { type: 'string', pattern: pattern.source };
  return value(expected, schema, (value) => typeof value === 'string' && pattern.test(value));
}

/** One of the given values. */
export function oneOf(...values: readonly (string | number | boolean)[]): Shape {
  const expected = `one of ${values.map(shown).join(', ')}`;
  return value(expected, { enum: values }, (value) => values.some((each) => each === value));
}

/** A whole number from `minimum` to `maximum`. */
export function integer(minimum: number, maximum = Number.MAX_SAFE_INTEGER): Shape {
  const isOpen = maximum === Number.MAX_SAFE_INTEGER;
  const expected = isOpen ? `a whole number of at least ${minimum}` : `a whole number from ${minimum} to ${maximum}`;
  const schema = { type: 'integer', minimum, ...(!isOpen && { maximum }) };
  return value(
    expected,
    schema,
    (value) => Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
  );
}

/** Any value of one of these types of JavaScript. */
export function typed(...types: readonly ('string' | 'number' | 'boolean')[]): Shape {
  return value(`a ${types.join(' or ')}`, { type: types }, (value) => types.some((type) => typeof value === type));
}

export const boolean: Shape = value('true or false', { type: 'boolean' }, (value) => typeof value === 'boolean');

/** A value of one of the shapes. If it has none, the last one says what is wrong. */
export function either(...shapes: readonly Shape[]): Shape {
  return {
    schema: { anyOf: shapes.map(({ schema }) => schema) },
    faults(value, at) {
      const found = shapes.map((shape) => shape.faults(value, at));
      return found.find((faults) => faults.length === 0) ?? found.at(-1) ?? [];
    },
  };
}

/** A list whose items all have the shape. */
export function list(item: Shape, { minimum = 0 }: { minimum?: number } = {}): Shape {
  return {
    schema: { type: 'array', items: item.schema, ...(minimum > 0 && { minItems: minimum }) },
    faults(value, at) {
      if (!Array.isArray(value)) return [fault(at, 'a list', value)];
      if (value.length < minimum) return [fault(at, 'a list that is not empty', value)];
      return value.flatMap((each, index) => item.faults(each, `${at}[${index}]`));
    },
  };
}

/** Pure: the value as JSON, at most 80 characters of it. */
export function shown(value: unknown): string {
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
