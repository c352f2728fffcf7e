/** Checks the shape of `value`, which is at the path `at`. Throws a `ShapeError` if it is wrong. */
export type Shape = (value: unknown, at: string) => void;

/** A value has the wrong shape. `at` is its path, such as `controllers[0].rules`. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';

  constructor(at: string, expected: string, actual: unknown) {
    super(`${at === '' ? 'the document' : at} must be ${expected}, but is ${describe(actual)}`);
  }
}

/** A string that matches `pattern`, which `expected` describes in words. */
export function text(expected = 'a string that is not empty', pattern = /./): Shape {
  return (value, at) => {
    if (typeof value !== 'string' || !pattern.test(value)) throw new ShapeError(at, expected, value);
  };
}

/** One of the given values. */
export function oneOf(...values: readonly unknown[]): Shape {
  return (value, at) => {
    if (!values.includes(value)) throw new ShapeError(at, `one of ${values.map(describe).join(', ')}`, value);
  };
}

/** A whole number from `minimum` to `maximum`. */
export function integer(minimum: number, maximum: number): Shape {
  return (value, at) => {
    const fits = typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
    if (!fits) throw new ShapeError(at, `a whole number from ${minimum} to ${maximum}`, value);
  };
}

/** Any value of one of these JavaScript types. */
export function typed(...types: readonly ('string' | 'number' | 'boolean')[]): Shape {
  return (value, at) => {
    if (!types.some((type) => typeof value === type)) throw new ShapeError(at, `a ${types.join(' or ')}`, value);
  };
}

/** A value of one of the two shapes. */
export function either(first: Shape, second: Shape): Shape {
  return (value, at) => {
    try {
      first(value, at);
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      second(value, at);
    }
  };
}

/** A list whose items all have the shape. */
export function list(item: Shape, { minimum = 0 }: { minimum?: number } = {}): Shape {
  return (value, at) => {
    if (!Array.isArray(value)) throw new ShapeError(at, 'a list', value);
    if (value.length < minimum) throw new ShapeError(at, 'a list that is not empty', value);
    value.forEach((each, index) => item(each, `${at}[${index}]`));
  };
}

/**
 * An object with these properties. Unless it is `closed`, other properties are ignored: a newer generator may write
 * them.
 */
export function object(
  required: Readonly<Record<string, Shape>>,
  { optional = {}, closed = false }: { optional?: Readonly<Record<string, Shape>>; closed?: boolean } = {},
): Shape {
  const shapes = { ...required, ...optional };
  return (value, at) => {
    if (!isRecord(value)) throw new ShapeError(at, 'an object', value);
    for (const [key, shape] of Object.entries(shapes)) {
      if (key in required || value[key] !== undefined) shape(value[key], join(at, key));
    }
    const unknownKey = closed
      ? Object.keys(value).find((key) => !(key in shapes) && value[key] !== undefined)
      : undefined;
    if (unknownKey !== undefined) {
      throw new ShapeError(
        join(at, unknownKey),
        `absent (known: ${Object.keys(shapes).join(', ')})`,
        value[unknownKey],
      );
    }
  };
}

/** An object with any keys, whose values all have the shape. */
export function record(each: Shape): Shape {
  return (value, at) => {
    if (!isRecord(value)) throw new ShapeError(at, 'an object', value);
    for (const [key, one] of Object.entries(value)) each(one, join(at, key));
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function join(at: string, key: string): string {
  return at === '' ? key : `${at}.${key}`;
}

function describe(value: unknown): string {
  if (value === undefined) return 'absent';
  const json = JSON.stringify(value) as string | undefined;
  return json === undefined ? typeof value : json.length > 80 ? `${json.slice(0, 77)}...` : json;
}
